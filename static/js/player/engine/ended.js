// @ts-check
/** @import { Store } from "./store" */
/** @import { Timeline } from "./timeline" */

/**
 * Waits until all of a battle was on air, its last beat too: until then the server tells nothing more
 * of it. Of a replay there is nothing to wait for.
 *
 * @param {Store} store
 * @param {Timeline} timeline
 */
export async function ended(store, timeline) {
  for (let left = 1; left > 0; ) {
    left = store.untilMs - timeline.airPosition();
    // A timer, since frames rest while nothing moves.
    if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
  }
}
