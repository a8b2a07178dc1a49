// @ts-check
/**
 * @typedef {object} Clock
 * @property {() => number} now ms
 * @property {(callback: () => void) => number} request runs the callback at the next frame
 * @property {(id: number) => void} cancel
 */

/** @type {Clock} */
export const frameClock = {
  now: () => performance.now(),
  request: (callback) => requestAnimationFrame(callback),
  cancel: (id) => cancelAnimationFrame(id),
};
