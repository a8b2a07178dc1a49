// @ts-check
import { h } from "../../lib/dom.js";
import { t } from "../../lib/text.js";
import { phraseNodes } from "./phrases.js";

/** @import { RulesetView, SideId } from "../types" */
/** @import { Store } from "../engine/store" */
/** @import { Timeline } from "../engine/timeline" */
/** @import { TurningPoint } from "../engine/turning-points" */

/**
 * The list of turning points in words; a click goes there.
 *
 * @param {Store} store
 * @param {Timeline} timeline
 * @param {RulesetView} view
 */
export function createTurns(store, timeline, view) {
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
        h("span", { class: "when" }, `${view.roundWord} ${point.round}`),
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
