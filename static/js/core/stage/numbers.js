// @ts-check
import { widthOf } from "./measure.js";

/** @import { Slot } from "./layout" */

/** A number narrower than this is not worth reading. */
const NUMBER_LEAST = 15;

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
  const letters = Math.max(NUMBER_LEAST, Math.min(size, most));
  const places = slot.leads ? { cost: 0.14, other: -0.25 } : { cost: 0.1, other: -0.12 };
  const first = hasDie && !slot.leads ? 0.14 : isCost ? places.cost : places.other;
  // The second number stands below the first one, the third above it.
  const y = slot.size * first + (nth === 2 && !isCost ? -1 : nth) * letters * 0.94;
  return { said, letters, y };
}
