// @ts-check
import { h } from "../../lib/dom.js";
import { change, number, percent, t } from "../../lib/text.js";
import { SIDES } from "../engine/sides.js";

/** @import { RulesetView, SideId, SideLuck } from "../types" */
/** @import { Store } from "../engine/store" */
/** @import { Timeline } from "../engine/timeline" */

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
    { class: "luck", "aria-label": t("Luck"), hidden: true },
    h("h2", {}, t("Luck")),
    body,
  );

  /**
   * @param {SideId} side
   * @param {SideLuck} luck
   */
  function rows(side, luck) {
    const state = store.states[store.states.length - 1];
    return [
      h(
        "dt",
        { class: `of-${side}` },
        `${view.sideName(state, side)} ${change(luck.difference, 1)}`,
      ),
      h(
        "dd",
        {},
        t("{won} of {count} rolls succeeded ({expected} expected)", {
          count: number(luck.rolls),
          won: luck.successes,
          expected: number(luck.expected, 1),
        }),
        h(
          "small",
          {},
          t("Luckier than {share} of all possible outcomes (exact)", {
            share: percent(luck.result_percentile / 100, 1),
          }),
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
