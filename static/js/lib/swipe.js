// @ts-check
/** Limits of a swipe: minimum distance, maximum slope, maximum duration. */
const LEAST_PX = 40;
const STEEPEST = 0.6;
const LONGEST_MS = 800;

/**
 * Call back when a finger swipes over an element: 1 to the left (forward), -1 to the right (back).
 *
 * @param {HTMLElement} element its `touch-action` must leave horizontal gestures to the page
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
