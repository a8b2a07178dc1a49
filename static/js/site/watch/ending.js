// @ts-check
import { h } from "../../lib/dom.js";
import { keepFocus } from "../../lib/keys.js";
import { recall, remember } from "../../lib/storage.js";
import { t } from "../../lib/text.js";

/** @import { WatchData } from "../../player/types" */
/** @import { Player } from "../../player/player" */

/**
 * What came of a battle, below the stage once its last event has landed: who has won, the fallen, the
 * damage of every unit, and what to do next. Once closed it does not come again.
 *
 * @param {Player} player
 * @param {() => Promise<typeof import("./ending-contents.js")>} load
 * @param {Pick<WatchData, "after" | "extras"> | null} [data] links of the server; null without one
 */
export function createEnding(player, load, data = null) {
  const { battle, store, timeline } = player;
  const key = `closed.${battle.id}`;
  let isClosed = recall(key, "sessionStorage") !== null;
  const close = h(
    "button",
    { type: "button", class: "ending-close", "aria-label": t("Close the summary"), onclick: shut },
    "×",
  );
  const body = h("div", { class: "ending-body" });
  const root = h(
    "section",
    { class: "ending-panel", "aria-labelledby": "ending-title", hidden: true },
    close,
    body,
  );
  const jump = h(
    "button",
    { type: "button", class: "button ending-jump", hidden: true, onclick: show },
    t("How it went"),
  );
  root.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    shut();
  });

  function show() {
    root.scrollIntoView({ block: "nearest" });
    close.focus({ preventScroll: true });
  }

  function shut() {
    isClosed = true;
    remember(key, "yes", "sessionStorage");
    draw();
  }

  /** @param {boolean} isAway */
  function putAway(isAway) {
    if (root.hidden === isAway) return;
    const play = player.theater.querySelector('[data-control="play"]');
    keepFocus(() => {
      root.hidden = isAway;
      jump.hidden = isAway;
    }, play);
  }

  let isWritten = false;
  function draw() {
    const landed = store.landed(timeline.position);
    const isOver = store.isOver && landed > 0 && landed === store.events.length;
    putAway(isClosed || !isOver || !store.states[landed].ended);
    if (root.hidden || isWritten) return;
    isWritten = true;
    load().then(
      (module) => body.replaceChildren(...module.endingContents(player, data)),
      () => {
        isWritten = false;
      },
    );
  }

  store.subscribe(draw);
  timeline.subscribe(draw);
  return {
    root,
    /** Leads there, since it is below what fills the screen. */
    jump,
  };
}
