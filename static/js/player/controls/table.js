// @ts-check
import { h } from "../../lib/dom.js";
import { scoreText, t } from "../../lib/text.js";

/** @import { RulesetView } from "../types" */
/** @import { Store } from "../engine/store" */
/** @import { Timeline } from "../engine/timeline" */

/**
 * The gauge as a table: the score after every round that has been shown, and who fell in it. It is
 * made when it is opened.
 *
 * @param {Store} store
 * @param {Timeline} timeline
 * @param {RulesetView} view
 */
export function createScoreTable(store, timeline, view) {
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
