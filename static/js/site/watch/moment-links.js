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
 * Goes to the moment in the page's address, whenever that changes. The function that comes back
 * goes there now; it is false when the address names none.
 *
 * @param {Timeline} timeline
 */
export function followLinks(timeline) {
  function go() {
    const found = MOMENT.exec(location.hash);
    if (!found) return false;
    timeline.pause();
    timeline.showEvent(Number(found[1]));
    return true;
  }
  addEventListener("hashchange", go);
  return go;
}
