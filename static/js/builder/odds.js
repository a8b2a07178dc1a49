// @ts-check
import { h, s } from "../core/dom.js";
import { signed } from "./pieces.js";

/** @import { SideId } from "../core/types" */
/** @import { Odds } from "./types" */

/** A shift that is smaller than this, in percentage points, is not worth a word. */
const SHIFT_LEAST = 0.05;

/**
 * Who wins how often, as a bar between two numbers.
 *
 * @param {{ mine: number, theirs: number, draw: number, side: SideId, name: string }} chances name: the opponent's
 */
export function chancesOf({ mine, theirs, draw, side, name }) {
  const [first, second] = side === "a" ? ["a", "b"] : ["b", "a"];
  const wide = 100 * mine;
  return [
    h("p", { class: "odds-line" }, h("b", { class: `of-${first}` }, "You ", percent(mine)), " "),
    s(
      "svg",
      {
        class: "odds-svg",
        viewBox: "0 0 100 8",
        preserveAspectRatio: "none",
        "aria-hidden": "true",
      },
      s("rect", { class: `fill-${first}`, width: wide, height: 8 }),
      s("rect", { class: "fill-draw", x: wide, width: 100 * draw, height: 8 }),
      s("rect", {
        class: `fill-${second}`,
        x: wide + 100 * draw,
        width: 100 * theirs,
        height: 8,
      }),
    ),
    h(
      "p",
      { class: "odds-line" },
      draw > 0 ? h("span", {}, `draw ${percent(draw)} `) : "",
      h("b", { class: `of-${second}` }, percent(theirs), ` ${name}`),
    ),
  ];
}

/** @param {number} chance */
function percent(chance) {
  if (chance > 0 && chance < 0.0005) return "<0.1 %";
  if (chance < 1 && chance > 0.9995) return ">99.9 %";
  return `${(100 * chance).toFixed(1)} %`;
}

/**
 * How the chances were found.
 *
 * @param {Odds} odds
 */
export function methodWords({ method, samples, interval }) {
  if (method === "exact" || !interval) return "exact";
  const half = (100 * (interval[1] - interval[0])) / 2;
  return `± ${half.toFixed(1)} % at 95 %, n = ${samples?.toLocaleString("en")}`;
}

/**
 * How the last change has moved a chance.
 *
 * @param {number} by
 */
export function shiftWords(by) {
  const points = 100 * by;
  if (Math.abs(points) < SHIFT_LEAST) return " · no change";
  const rounded = Number(points.toFixed(1));
  return ` · ${signed(rounded)} by the last change`;
}
