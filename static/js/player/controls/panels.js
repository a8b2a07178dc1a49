// @ts-check
import { h } from "../../lib/dom.js";
import { number, percent, scoreText, t } from "../../lib/text.js";
import { SIDES } from "../engine/sides.js";
import { createLog } from "./log.js";
import { phraseNodes } from "./phrases.js";

/** @import { Player } from "../player" */
/** @import { Luck, RulesetView, SideId } from "../types" */
/** @import { Store } from "../engine/store" */
/** @import { Timeline } from "../engine/timeline" */
/** @import { TurningPoint } from "../engine/turning-points" */

/**
 * The panels next to and below the theater, where there is room: log, turning points, luck, and the
 * gauge as a table.
 *
 * @param {Player} player
 */
export function createPanels({ context, store, timeline, view, subscribeTurns }) {
  const turns = createTurns(store, timeline, view);
  subscribeTurns(turns.show);
  const log = createLog(context, store, timeline, view);
  const luck = createLuck(store, timeline, view);
  return {
    aside: h("div", { class: "beside" }, log.root, turns.root, luck.root),
    table: createScoreTable(store, timeline, view).root,
  };
}

/**
 * The list of turning points in words; a click goes there.
 *
 * @param {Store} store
 * @param {Timeline} timeline
 * @param {RulesetView} view
 */
function createTurns(store, timeline, view) {
  const list = h("ol", { class: "turns-list" });
  const root = h(
    "section",
    { class: "turns", "aria-label": t("Turning points") },
    h("h2", {}, t("Turning points")),
    list,
  );

  /** @param {TurningPoint} point */
  function item(point) {
    const state = store.states[store.beats.length ? store.landed(point.ms) : 0];
    const name = (/** @type {SideId} */ side) => view.sideName(state, side);
    return h(
      "li",
      {},
      h(
        "button",
        {
          type: "button",
          "data-round": point.round,
          onclick: () => {
            timeline.pause();
            timeline.show(point.ms, point.until);
          },
        },
        h(
          "span",
          { class: `of-${point.gains}` },
          `${name(point.gains)} ${point.decided ?? view.swingText(point.swing)}`,
        ),
        h(
          "span",
          { class: "when" },
          point.round ? `${view.roundWord} ${point.round}` : t("Before the battle"),
        ),
        point.phrases.length > 0 && h("small", {}, ...phraseNodes(point.phrases)),
      ),
    );
  }

  return {
    root,
    /** @param {TurningPoint[]} points */
    show(points) {
      root.hidden = points.length === 0;
      list.replaceChildren(...points.map(item));
    },
  };
}

/**
 * Which side the dice helped, in one sentence; how that is measured, and the rolls, behind a click. It waits for
 * the end of the battle, since it tells how that went.
 *
 * @param {Store} store
 * @param {Timeline} timeline
 * @param {RulesetView} view
 */
function createLuck(store, timeline, view) {
  const root = h("section", { class: "luck", "aria-label": t("Luck"), hidden: true });

  /** @param {Luck} luck */
  function contents(luck) {
    const state = store.states[store.states.length - 1];
    const name = (/** @type {SideId} */ side) => view.sideName(state, side);
    const share = luck.a.result_percentile / 100;
    const isEven = Math.round(1000 * share) === 500; // 50.0%, as it is read
    return [
      h("h2", {}, t("Luck")),
      h(
        "p",
        {},
        isEven
          ? t("Counting units left, the dice helped neither side.")
          : t("Counting units left, {name} did better than in {share} of all possible outcomes.", {
              name: name(share > 0.5 ? "a" : "b"),
              share: percent(Math.max(share, 1 - share), 1),
            }),
      ),
      h(
        "details",
        {},
        h("summary", {}, t("How luck is measured")),
        t(
          "Own units left minus the enemy's; a tie counts half. Some rolls matter more than others:",
        ),
        ...SIDES.map((side) =>
          h(
            "p",
            { class: `of-${side}` },
            `${name(side)}: `,
            t("{won} of {count} rolls succeeded ({expected} expected)", {
              count: number(luck[side].rolls),
              won: luck[side].successes,
              expected: number(luck[side].expected, 1),
            }),
          ),
        ),
      ),
    ];
  }

  timeline.subscribe(() => {
    const { luck } = store;
    const { ended } = store.states[store.landed(timeline.position)];
    if (!luck || !ended || !root.hidden) return;
    root.replaceChildren(...contents(luck));
    root.hidden = false;
  });
  return { root };
}

/**
 * The gauge as a table: the score after every round that has been shown, and who fell in it. It is
 * made when it is opened.
 *
 * @param {Store} store
 * @param {Timeline} timeline
 * @param {RulesetView} view
 */
function createScoreTable(store, timeline, view) {
  const body = h("tbody");
  const head = h("tr");
  const root = h(
    "details",
    { class: "score-table", ontoggle: () => root.open && fill() },
    h("summary", {}, t("{title} as a table", { title: view.gaugeTitle })),
    h("table", {}, h("thead", {}, head), body),
  );

  /** The places of the last beats of all rounds up to the moment on the stage. */
  function lastBeats() {
    const shown = store.beats.slice(0, store.beatAt(timeline.revealed()) + 1);
    return shown.filter((beat, k) => beat.round > 0 && shown[k + 1]?.round !== beat.round);
  }

  function fill() {
    const state = store.states[store.states.length - 1];
    head.replaceChildren(
      ...[view.roundWord, view.sideName(state, "a"), view.sideName(state, "b"), t("Falls")].map(
        (name) => h("th", { scope: "col" }, name),
      ),
    );
    let first = 0;
    const rows = lastBeats().map((beat) => {
      const score = view.score(store.states[beat.end]);
      const names = store.events
        .slice(first, beat.end)
        .map((event) => view.fallen(event, store.states[event.seq])?.name)
        .filter(Boolean);
      first = beat.end;
      const said = [score.a, score.b].map((value) => scoreText(view, value));
      const cells = [...said, names.join(", ")].map((text) => h("td", {}, text));
      return h("tr", {}, h("th", { scope: "row" }, String(beat.round)), ...cells);
    });
    body.replaceChildren(...rows);
  }

  return { root };
}
