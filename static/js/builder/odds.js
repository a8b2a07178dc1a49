// @ts-check
import { h, s } from "../lib/dom.js";
import { isolated, number, percent, t } from "../lib/text.js";
import { opponent } from "../player/engine/sides.js";
import { signed } from "./pieces.js";

/** @import { SideId } from "../player/types" */
/** @import { Odds } from "./types" */

/**
 * Return how many decimals of percent odds have: none if they are sampled with a margin of 1% or more.
 *
 * @param {Pick<Odds, "interval">} odds
 */
const decimalsOf = ({ interval }) => Number(!interval || interval[1] - interval[0] < 2 / 100);

/**
 * A bar of both sides' winning chances, between their numbers.
 *
 * @param {Odds} odds
 * @param {SideId} side
 * @param {string} name the opponent's
 */
export function chancesOf(odds, side, name) {
  const { draw, [side]: mine, [opponent(side)]: theirs } = odds;
  const share = (/** @type {number} */ chance) => percent(chance, decimalsOf(odds));
  const other = opponent(side);
  const wide = 100 * mine;
  return [
    h(
      "p",
      { class: "odds-line" },
      h("b", { class: `of-${side}` }, t("You {share}", { share: share(mine) })),
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
      draw > 0 ? h("span", {}, t("draw {share}", { share: share(draw) }), " ") : "",
      h("b", { class: `of-${other}` }, share(theirs), ` ${isolated(name)}`),
    ),
  ];
}

/**
 * @param {Odds} odds
 */
export function methodWords({ method, samples, interval }) {
  if (method === "exact" || !interval) return t("exact");
  const half = percent((interval[1] - interval[0]) / 2, decimalsOf({ interval }));
  return t("± {half} at 95%, n = {count}", { half, count: number(samples ?? 0) });
}

/**
 * @param {number} by
 * @param {Odds} odds
 */
export function shiftWords(by, odds) {
  const rounded = Number((100 * by).toFixed(decimalsOf(odds)));
  if (rounded === 0) return t("no change");
  return t("{points} from the last change", { points: signed(rounded) });
}
