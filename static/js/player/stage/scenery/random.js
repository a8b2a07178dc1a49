// @ts-check
/**
 * A pseudorandom generator of numbers in [0, 1); the same seed gives the same sequence.
 *
 * @param {string | number} seed
 * @returns {Random}
 */
export function createRandom(seed) {
  let state = 0x811c9dc5;
  for (const letter of String(seed)) {
    state = Math.imul(state ^ letter.charCodeAt(0), 0x01000193);
  }
  // Mulberry32.
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** @typedef {() => number} Random */

/**
 * Return a random number between two others.
 *
 * @param {Random} random
 * @param {number} least
 * @param {number} most
 */
export const between = (random, least, most) => least + (most - least) * random();
