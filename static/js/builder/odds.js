// @ts-check
import { h, s } from "../lib/dom.js";
import { isolated, number, percent, t } from "../lib/text.js";
import { opponent } from "../player/engine/sides.js";
import { signed } from "./pieces.js";

/** @import { SideId } from "../player/types" */
/** @import { Odds } from "./types" */

/** Smallest shift that is shown, in percentage points. */
const SHIFT_LEAST = 0.05;

/**
 * A bar of both sides' winning chances, between their numbers.
 *
 * @param {{ mine: number, theirs: number, draw: number, side: SideId, name: string }} chances name: the opponent's
 */
export function chancesOf({ mine, theirs, draw, side, name }) {
  const other = opponent(side);
  const wide = 100 * mine;
  return [
    h(
      "p",
      { class: "odds-line" },
      h("b", { class: `of-${side}` }, t("You {share}", { share: percent(mine, 1) })),
      " ",
    ),
    s(
      "svg",
      {
        class: "odds-svg",
        viewBox: "0 0 100 8",
        preserveAspectRatio: "none",
        "aria-hidden": "true",
      },
      s("rect", { class: `fill-${side}`, width: wide, height: 8 }),
      s("rect", { class: "fill-draw", x: wide, width: 100 * draw, height: 8 }),
      s("rect", {
        class: `fill-${other}`,
        x: wide + 100 * draw,
        width: 100 * theirs,
        height: 8,
      }),
    ),
    h(
      "p",
      { class: "odds-line" },
      draw > 0 ? h("span", {}, t("draw {share}", { share: percent(draw, 1) }), " ") : "",
      h("b", { class: `of-${other}` }, percent(theirs, 1), ` ${isolated(name)}`),
    ),
  ];
}

/**
 * @param {Odds} odds
 */
export function methodWords({ method, samples, interval }) {
  if (method === "exact" || !interval) return t("exact");
  const half = percent((interval[1] - interval[0]) / 2, 1);
  return t("± {half} at 95%, n = {count}", { half, count: number(samples ?? 0) });
}

/**
 * @param {number} by
 */
export function shiftWords(by) {
  const points = 100 * by;
  if (Math.abs(points) < SHIFT_LEAST) return t("no change");
  const rounded = Number(points.toFixed(1));
  return t("{points} from the last change", { points: signed(rounded) });
}
