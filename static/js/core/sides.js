// @ts-check
import { t } from "./text.js";

/** @import { Called, SideId, WireEvent } from "./types" */

/**
 * Both sides, in their order.
 *
 * @type {SideId[]}
 */
export const SIDES = ["a", "b"];

const COLOURS = { a: t("Blue"), b: t("Orange") };
/** What battle files call players of a challenge who have not given a name. */
const UNNAMED = new Map([
  ["Challenger", t("Challenger")],
  ["Opponent", t("Opponent")],
]);

/**
 * What a side is called: by its own name, its army's, or its colour.
 *
 * @param {SideId} side
 * @param {string} [name]
 * @param {string} [army]
 */
export const sideName = (side, name, army) =>
  UNNAMED.get(name ?? "") ?? (name || army || COLOURS[side]);

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

/**
 * The side that a side fights against.
 *
 * @param {SideId} side
 * @returns {SideId}
 */
export const opponent = (side) => (side === "a" ? "b" : "a");
