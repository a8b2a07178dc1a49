// @ts-check
import { h } from "../../lib/dom.js";
import { t } from "../../lib/text.js";
import { sideName } from "../../player/engine/sides.js";
import { momentOf } from "./moment-links.js";

/** @import { Chunk, PageData, WireEvent } from "../../player/types" */
/** @import { Player } from "../../player/player" */

/** @typedef {"all" | "a" | "b" | "spectators"} Viewpoint */

const PARAMETER = "seen";

/** @returns {Viewpoint} whose eyes the page's address asks for */
export function viewpoint() {
  const asked = new URLSearchParams(location.search).get(PARAMETER);
  return asked === "a" || asked === "b" || asked === "spectators" ? asked : "all";
}

/**
 * What one audience saw of a battle before its end, numbered anew as it was for them; the times stay.
 *
 * @param {Chunk} whole
 * @param {Viewpoint} who
 * @returns {Chunk}
 */
export function seenBy(whole, who) {
  if (who === "all") return whole;
  /** @type {Map<number, number>} */
  const places = new Map();
  const kept = whole.events.filter(({ audience }) => audience === "all" || audience === who);
  let beat = -1;
  /** @type {number | null} */
  let last = null;
  const events = kept.map((event, seq) => {
    if (event.beat !== last) beat += 1;
    last = event.beat;
    places.set(event.seq, seq);
    const cause = event.cause === null ? null : (places.get(event.cause) ?? null);
    return /** @type {WireEvent} */ ({ ...event, seq, beat, cause });
  });
  const at = (/** @type {number[] | undefined} */ values) =>
    values && kept.map(({ seq }) => values[seq]);
  return { ...whole, events, cues: at(whole.cues) ?? [], chances: at(whole.chances) };
}

/**
 * Links to the same moment with other eyes: everything open, or what one side or a spectator saw. It
 * stays hidden for battles that kept no secrets.
 *
 * @param {PageData} data
 * @param {Player} player
 */
export function createViewpoints({ battle }, { store, timeline, view }) {
  const here = viewpoint();
  /** @type {Chunk | null} */
  let whole = null;
  const called = (/** @type {"a" | "b"} */ side) =>
    sideName(side, battle.sides[side].name, battle.sides[side].army);
  const links = [
    link("all", t("Everything")),
    link("a", t("What {side} saw", { side: called("a") })),
    link("b", t("What {side} saw", { side: called("b") })),
    link("spectators", t("What spectators saw")),
  ];
  const root = h(
    "nav",
    { class: "viewpoints", "aria-label": t("Point of view"), hidden: true },
    ...links,
  );

  // The row takes its room before the recording arrives: the stage below does not jump.
  if (view.keepsSecrets && battle.status !== "on_air") {
    root.hidden = false;
    root.style.visibility = "hidden";
  }

  /** @param {Viewpoint} who @param {string} words */
  function link(who, words) {
    const address = who === "all" ? location.pathname : `?${PARAMETER}=${who}`;
    return h(
      "a",
      {
        href: address,
        "data-viewpoint": who,
        "aria-current": who === here ? "true" : null,
        onclick(/** @type {MouseEvent} */ event) {
          if (!whole || event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          location.href = address + moment(seenBy(whole, who));
        },
      },
      words,
    );
  }

  /** @param {Chunk} other with the same times */
  function moment({ cues }) {
    const beat = store.beatAt(timeline.position);
    if (beat < 0) return "";
    const { cue } = store.beats[beat];
    const after = cues.findIndex((ms) => ms > cue);
    return momentOf(Math.max(0, (after < 0 ? cues.length : after) - 1));
  }

  return {
    root,
    /** @param {Chunk} recording */
    show(recording) {
      whole = recording;
      root.style.visibility = "";
      root.hidden = !recording.events.some(({ audience }) => audience !== "all");
    },
  };
}
