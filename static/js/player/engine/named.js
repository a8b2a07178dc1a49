// @ts-check
/** @import { Called, SideId, WireEvent } from "../types" */

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
  const { a, b, army } = event;
  const said = (/** @type {string} */ name) =>
    Object.hasOwn(called.armies, name) ? called.armies[name] : name;
  const named = (/** @type {any} */ who, /** @type {SideId} */ side) => ({
    ...who,
    name: called.sides[side] ?? who.name,
    army: said(who.army),
    recorded: who.army,
  });
  if (a?.name != null) return { ...event, a: named(a, "a"), b: named(b, "b") };
  return army ? { ...event, army: said(army) } : event;
}
