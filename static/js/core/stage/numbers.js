// @ts-check
import { SMALL } from "./layout.js";
import { widthOf } from "./measure.js";

/** @import { Slot } from "./layout" */

/** The smallest letters of a number, and of one on a unit that is itself smaller than that takes. */
const NUMBER_LEAST = 15;
const CROWDED_LEAST = 9;

/** How many lines below the first number of a beat the others stand; the fifth has its place again. */
const LINES = [0, 1, -1, 2];

/**
 * How a number on a unit looks: what of it is said, the size of its letters, and how far below the
 * unit's middle it stands. What a unit pays is shown smaller, at its foot.
 *
 * @param {Slot} slot
 * @param {string} text
 * @param {{ isCost: boolean, nth: number, hasDie: boolean }} how `nth` of those on the unit
 */
export function lookOf(slot, text, { isCost, nth, hasDie }) {
  const size = slot.size * (slot.leads ? (isCost ? 0.15 : 0.24) : isCost ? 0.28 : 0.34);
  // A small unit has room for the number alone, and two that meet for one as wide as most of each.
  const [bare] = text.split(" ");
  const said = slot.size < widthOf(text, NUMBER_LEAST) ? bare : text;
  const most =
    (slot.size * (slot.leads ? 0.66 : said.includes(" ") ? 0.7 : 1)) / (widthOf(said, 100) / 100);
  const least = Math.max(CROWDED_LEAST, Math.min(NUMBER_LEAST, most));
  const letters = Math.max(least, Math.min(size, most));
  const places = slot.leads
    ? { cost: 0.14, other: -0.25 }
    : { cost: slot.size < SMALL ? 0.02 : 0.1, other: -0.16 };
  const first = hasDie && !slot.leads ? 0.14 : isCost ? places.cost : places.other;
  const line = isCost ? nth : LINES[nth % LINES.length];
  const y = slot.size * first + line * letters * 0.94;
  return { said, letters, y };
}
