// @ts-check
import { recall, remember } from "../../lib/storage.js";

/** @import { Player } from "../../player/player" */

const KEY = "left";

/** How many battles are remembered: the latest. */
const MOST = 50;

/** A battle that is left before this moment begins anew, in ms. */
const LEAST_MS = 3000;

/** @returns {[battle: string, version: string, seq: number][]} the latest last */
function read() {
  try {
    const kept = JSON.parse(recall(KEY) ?? "[]");
    return kept.filter(Array.isArray);
  } catch {
    return [];
  }
}

/**
 * Go to where this browser left a replay, and remember where it is left this time.
 *
 * @param {Pick<Player, "battle" | "context" | "store" | "timeline">} player
 * @param {boolean} isLinked whether the address leads to a moment, which comes first
 */
export function resume({ battle, context, store, timeline }, isLinked) {
  const { id, version } = battle;
  const left = read().find(([of, its]) => of === id && its === version);
  if (left && !isLinked) timeline.seekEvent(left[2]);
  addEventListener(
    "pagehide",
    () => {
      const seq = store.landed(timeline.position) - 1;
      const isInside = timeline.position >= LEAST_MS && seq < store.events.length - 1;
      const others = read().filter(([of]) => of !== id);
      const all = isInside ? [...others, [id, version, seq]] : others;
      remember(KEY, JSON.stringify(all.slice(-MOST)));
    },
    { signal: context.signal },
  );
}
