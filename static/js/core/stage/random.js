// @ts-check

/**
 * Numbers from 0 to 1 that look random and are the same for the same seed.
 *
 * @param {number} seed
 */
export function createRandom(seed) {
  let state = (seed * 2654435761 + 1013904223) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * A seed from a text, such as an id.
 *
 * @param {string} text
 */
export function seedOf(text) {
  let hash = 2166136261;
  for (let k = 0; k < text.length; k++) {
    hash = Math.imul(hash ^ text.charCodeAt(k), 16777619);
  }
  return hash >>> 0;
}
