// @ts-check
import { SIDES } from "./sides.js";

/** @import { Called, WireEvent } from "./types" */

/**
 * An event as the page tells it: names of ours, which recordings have in English, in its own language. What the
 * recording called an army stays beside it, for what must not depend on a language.
 *
 * @param {WireEvent} event
 * @param {Called | null} called
 * @returns {WireEvent}
 */
export function translatedNames(event, called) {
  if (!called) return event;
  const armyName = (/** @type {string} */ army) =>
    Object.hasOwn(called.armies, army) ? called.armies[army] : army;
  if (typeof event.army === "string") return { ...event, army: armyName(event.army) };
  if (typeof event.a?.name !== "string") return event;
  const [a, b] = SIDES.map((side) => {
    const { name, army, ...more } = event[side];
    return { ...more, name: called.sides[side] ?? name, army: armyName(army), recorded: army };
  });
  return { ...event, a, b };
}
