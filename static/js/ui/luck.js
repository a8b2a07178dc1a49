// @ts-check
import { h } from "../core/dom.js";

/** @import { RulesetView, SideId, SideLuck } from "../core/types" */
/** @import { Store } from "../core/store" */
/** @import { Timeline } from "../core/timeline" */

/** @type {SideId[]} */
const SIDES = ["a", "b"];

/**
 * How far the dice of both sides strayed from what was to be expected. It waits for the end of the
 * battle, since it tells how that went.
 *
 * @param {Store} store
 * @param {Timeline} timeline
 * @param {RulesetView} view
 */
export function createLuck(store, timeline, view) {
  const body = h("dl");
  const root = h(
    "section",
    { class: "luck", "aria-label": "Luck", hidden: true },
    h("h2", {}, "Luck"),
    body,
  );

  /**
   * @param {SideId} side
   * @param {SideLuck} luck
   */
  function rows(side, luck) {
    const state = store.states[store.states.length - 1];
    const off = luck.difference;
    const sign = off < 0 ? `−${(-off).toFixed(1)}` : `+${off.toFixed(1)}`;
    const rolls = luck.rolls === 1 ? "1 roll" : `${luck.rolls} rolls`;
    return [
      h("dt", { class: `of-${side}` }, `${view.sideName(state, side)} ${sign}`),
      h(
        "dd",
        {},
        `${luck.successes} of ${rolls} succeeded, ${luck.expected.toFixed(1)} were to be expected.`,
        h(
          "small",
          {},
          `The result ranks at ${luck.result_percentile.toFixed(1)} % of all possible ones (exact).`,
        ),
      ),
    ];
  }

  timeline.subscribe(() => {
    const { luck } = store;
    const { ended } = store.states[store.landed(timeline.position)];
    if (!luck || !ended || !root.hidden) return;
    body.replaceChildren(...SIDES.flatMap((side) => rows(side, luck[side])));
    root.hidden = false;
  });
  return { root };
}
