// @ts-check
/** @import { Timeline } from "../../player/engine/timeline" */

const MOMENT = /^#at=(\d{1,7})(?!\d)/;

/**
 * The end of an address that leads to the moment at which an event happens.
 *
 * @param {number} seq
 */
export const momentOf = (seq) => `#at=${seq}`;

/**
 * Follow the moment in the page's address. Return a function that seeks to it now, and returns false if there is none.
 *
 * @param {Timeline} timeline
 * @param {AbortSignal} signal of the reel's end
 */
export function followLinks(timeline, signal) {
  function go() {
    const found = MOMENT.exec(location.hash);
    if (!found) return false;
    timeline.pause();
    timeline.showEvent(Number(found[1]));
    return true;
  }
  addEventListener("hashchange", go, { signal });
  return go;
}
