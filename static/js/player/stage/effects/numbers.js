// @ts-check
import { SMALL, TINY } from "../layout.js";
import { widthOf } from "./text-width.js";

/** @import { Slot } from "../layout" */

/** Smallest letters of a number, and of one on a unit too small for these. */
const NUMBER_LEAST = 15;
const CROWDED_LEAST = 9;

/**
 * Shares of a unit's width: letters of hits and costs, how far they rise, the middle of a single hit, and the
 * upper and lower limits of all numbers.
 */
const LEADER = { hit: 0.24, cost: 0.15, rise: 0.04, middle: -0.25, top: -0.45, foot: 0.235 };
const QUEUED = { hit: 0.34, cost: 0.28, rise: 0.07, middle: -0.16, top: -0.58, foot: 0.275 };
const SMALLER = { ...QUEUED, foot: 0.195 };
const BELOW_DIE = { ...QUEUED, middle: 0.14, top: -0.06, foot: 0.35 };

/**
 * Lay out the numbers on a unit: the text, letter size and height of each. Numbers visible at the same time
 * get rows of their own, hits above costs; more rows are lower ones.
 *
 * @template {{ text: string, isCost: boolean, start: number, shown: number }} N
 * @param {Slot} slot
 * @param {N[]} numbers their text, start and duration
 * @param {{ hasDie: boolean, ceiling: number }} how numbers of a leader stay below the ceiling
 */
export function stackNumbers({ y: middle, size, leads }, numbers, { hasDie, ceiling }) {
  const shares = leads ? LEADER : hasDie ? BELOW_DIE : size < SMALL ? SMALLER : QUEUED;
  const rise = shares.rise * size;
  /** @type {number[][]} when each row is free again: rows of hits, rows of costs */
  const rows = [[], []];
  const high = [0, 0];
  const looks = numbers.map((number) => {
    const { text, isCost, start, shown } = number;
    // On a small unit only the number fits; two leaders that meet limit the width.
    const said = size < widthOf(text, NUMBER_LEAST) ? text.split(" ")[0] : text;
    const wide = leads ? 0.66 : said.includes(" ") ? 0.7 : 0.9;
    const most = (size * wide) / (widthOf(said, 100) / 100);
    const least = Math.max(CROWDED_LEAST, Math.min(NUMBER_LEAST, most));
    const letters = Math.max(least, Math.min(size * shares[isCost ? "cost" : "hit"], most));
    const kind = Number(isCost);
    const free = rows[kind].findIndex((end) => end <= start);
    const row = free < 0 ? rows[kind].length : free;
    rows[kind][row] = start + shown;
    high[kind] = Math.max(high[kind], letters + rise);
    return { number, said, letters, kind, row };
  });
  const top = Math.max(shares.top * size, leads ? ceiling - middle : -Infinity);
  const foot = shares.foot * size;
  const [hits, costs] = rows.map((own, kind) => own.length * high[kind]);
  const less = Math.min(1, (foot - top) / (hits + costs));
  const hitsFoot = Math.min(foot - costs * less, shares.middle * size + (hits * less) / 2);
  const tops = [Math.max(top, hitsFoot - hits * less), foot - costs * less];
  return looks.map(({ number, said, letters, kind, row }) => ({
    ...number,
    said,
    rise,
    letters: Math.max(CROWDED_LEAST, letters * less),
    y: tops[kind] + (row + 0.5) * high[kind] * less,
    // Longer texts, small units and several numbers swell less, to stay clear of each other.
    swell: size < TINY ? 1 : said.length > 3 || looks.length > 1 ? 1.1 : 1.5,
  }));
}
