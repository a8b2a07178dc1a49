// @ts-check
import { SMALL, TINY } from "../layout.js";
import { widthOf } from "./text-width.js";

/** @import { Slot } from "../layout" */

/** The smallest letters of a number, and of one on a unit that is itself smaller than that takes. */
const NUMBER_LEAST = 15;
const CROWDED_LEAST = 9;

/**
 * Shares of a unit's width: letters of hits and of what is paid, how far they rise, where a hit alone
 * has its middle, and how far up and down numbers reach.
 */
const LEADER = { hit: 0.24, cost: 0.15, rise: 0.04, middle: -0.25, top: -0.45, foot: 0.235 };
const QUEUED = { hit: 0.34, cost: 0.28, rise: 0.07, middle: -0.16, top: -0.58, foot: 0.275 };
const SMALLER = { ...QUEUED, foot: 0.195 };
const BELOW_DIE = { ...QUEUED, middle: 0.14, top: -0.06, foot: 0.35 };

/**
 * How the numbers on a unit look: what of each is said, the size of its letters, and how far below the
 * unit's middle it stands. Of those seen at the same time each has a row of its own, hits above what
 * the unit pays, and the more rows there are, the lower they are.
 *
 * @template {{ text: string, isCost: boolean, start: number, shown: number }} N
 * @param {Slot} slot
 * @param {N[]} numbers what they say, from when on, and for how long
 * @param {{ hasDie: boolean, ceiling: number }} how a leader's are below the ceiling
 */
export function stackNumbers({ y: middle, size, leads }, numbers, { hasDie, ceiling }) {
  const shares = leads ? LEADER : hasDie ? BELOW_DIE : size < SMALL ? SMALLER : QUEUED;
  const rise = shares.rise * size;
  /** @type {number[][]} when each row is free again: those of hits, and of what is paid */
  const rows = [[], []];
  const high = [0, 0];
  const looks = numbers.map((number) => {
    const { text, isCost, start, shown } = number;
    // A small unit has room for the number alone, and two that meet for one as wide as most of each.
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
    // One with a word, on a small unit or beside others would come over the number beside it.
    swell: size < TINY ? 1 : said.length > 3 || looks.length > 1 ? 1.1 : 1.5,
  }));
}
