// @ts-check
import { h } from "../core/dom.js";

/** @import { RulesetView, SideId } from "../core/types" */
/** @import { Store } from "../core/store" */
/** @import { Timeline } from "../core/timeline" */
/** @import { TurningPoint } from "../core/turning" */

/**
 * The list of turning points in words; a click goes to the round.
 *
 * @param {Store} store
 * @param {Timeline} timeline
 * @param {RulesetView} view
 */
export function createTurns(store, timeline, view) {
  const list = h("ol", { class: "turns-list" });
  const root = h(
    "section",
    { class: "turns", "aria-label": "Turning points" },
    h("h2", {}, "Turning points ", h("small", {}, "shift of the balance")),
    list,
  );

  /** @param {TurningPoint} point */
  function item(point) {
    const state = store.states[store.beats.length ? store.landed(point.ms) : 0];
    const name = (/** @type {SideId} */ side) => view.sideName(state, side);
    const names = point.fallen.map(
      (seq) => view.fallen(store.events[seq], store.states[seq])?.name,
    );
    const losses = [
      point.lostA ? `${name("a")} −${point.lostA}` : "",
      point.lostB ? `${name("b")} −${point.lostB}` : "",
    ].filter(Boolean);
    const fall = names.length
      ? ` · ${names.join(", ")} ${names.length === 1 ? "falls" : "fall"}`
      : "";
    const percent = Math.round(Math.abs(point.swing) * 1000) / 10;
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
            timeline.seekRound(point.round);
          },
        },
        h("span", { class: `swing of-${point.gains}` }, `${name(point.gains)} +${percent} %`),
        h("span", {}, `Round ${point.round}: ${losses.join(", ")}${fall}`),
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
