// @ts-check
/** @import { RulesetView } from "../../player/types" */
/** @import { Store } from "../../player/engine/store" */

/** So far back it is looked for what has moved, and so long a screen stays large at least. */
const LOOKED_BACK_MS = 8000;
const STAYS_MS = 6000;

/** What moves less, in points, is no reason to switch; nor what moves little more than what is seen. */
const LEAST_POINTS = 5;
const TIMES_MORE = 1.5;

/**
 * By how many points of a hundred the first side's share has moved lately, as the gauge shows it: its
 * chance where there are chances. Nothing counts that has not been shown yet.
 *
 * @param {Store} store
 * @param {RulesetView} view
 * @param {number} position
 */
export function recentSwing(store, view, position) {
  const landed = store.landed(position);
  if (landed < 2) return 0;
  const before = Math.max(1, store.landed(position - LOOKED_BACK_MS));
  const [was, is] = [before, landed].map((count) => shareOf(view.score(store.states[count])));
  return was === null || is === null ? 0 : 100 * Math.abs(is - was);
}

/** @param {import("../../player/types").Score} score */
const shareOf = ({ a, b }) => (a === null || b === null || a + b === 0 ? null : a / (a + b));

/**
 * Which of several is to be seen large, for who wants to be led to where chances move.
 *
 * @template Id
 * @param {Map<Id, number>} moved by how many points each has moved
 * @param {Id} large the one that is
 * @param {number} since ms for which it has been
 */
export function nextLargeScreen(moved, large, since) {
  if (since < STAYS_MS) return large;
  const least = Math.max(LEAST_POINTS, TIMES_MORE * (moved.get(large) ?? 0));
  let [next, most] = [large, least];
  for (const [id, points] of moved) if (id !== large && points >= most) [next, most] = [id, points];
  return next;
}
