// @ts-check
/**
 * The server's time: this browser's own clock only counts on from what the server said last, so it
 * does not matter what time it thinks it is.
 */
export function createServerClock() {
  let offset = Number.NEGATIVE_INFINITY;
  return {
    now: () => performance.now() + offset,
    /**
     * The earliest word of several is the one that the network delayed least.
     *
     * @param {number} ms
     */
    hear(ms) {
      offset = Math.max(offset, ms - performance.now());
    },
    /** What comes next is believed, whatever was said before. */
    forget() {
      offset = Number.NEGATIVE_INFINITY;
    },
  };
}

/** A time that is left, as clocks show it. @param {number} seconds */
export function clockTime(seconds) {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  if (minutes >= 60) return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(rest)}`;
  return minutes > 0 ? `${minutes}:${two(rest)}` : `${seconds}`;
}
