// @ts-check
/** A finger that goes so far to a side, and much less up or down, has swiped. */
const LEAST_PX = 40;
const STEEPEST = 0.6;
const LONGEST_MS = 800;

/**
 * Calls back when a finger swipes over an element: 1 for to the left, which leads on, -1 for back.
 *
 * @param {HTMLElement} element whose `touch-action` leaves sideways gestures to the page
 * @param {(direction: 1 | -1) => void} onSwipe
 */
export function listenForSwipes(element, onSwipe) {
  /** @type {PointerEvent | null} */
  let down = null;
  element.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "touch") down = event.isPrimary ? event : null;
  });
  element.addEventListener("pointercancel", () => {
    down = null;
  });
  element.addEventListener("pointerup", (event) => {
    if (!down || event.pointerId !== down.pointerId) return;
    const [x, y] = [event.clientX - down.clientX, event.clientY - down.clientY];
    const isQuick = event.timeStamp - down.timeStamp <= LONGEST_MS;
    down = null;
    if (!isQuick || Math.abs(x) < LEAST_PX || Math.abs(y) > STEEPEST * Math.abs(x)) return;
    onSwipe(x < 0 ? 1 : -1);
  });
}
