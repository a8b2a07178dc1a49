// @ts-check
/** @typedef {readonly [number, number, number, number]} Rgba red, green and blue from 0 to 255, alpha from 0 to 1 */
/** @typedef {readonly [Rgba, Rgba]} Tone a colour by day and by night */

/** How moonlight changes red, green and blue: factor and offset. */
const MOONLIGHT = [
  [0.22, 8],
  [0.34, 15],
  [0.42, 36],
];

/**
 * Create a tone from `#rrggbb` colours. Without a night colour, moonlight is applied to the day's.
 *
 * @param {string} day
 * @param {string} [night]
 * @returns {Tone}
 */
export function tone(day, night) {
  const bright = parse(day);
  if (night) return [bright, parse(night)];
  const [r, g, b] = MOONLIGHT.map(([keeps, adds], k) => bright[k] * keeps + adds);
  return [bright, [r, g, b, 1]];
}

/** @param {string} hex @returns {Rgba} */
const parse = (hex) => {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255, 1];
};

/**
 * Interpolate between two tones: share 0 is `from`, 1 is `to`.
 *
 * @param {Tone} from
 * @param {Tone} to
 * @param {number} share
 * @returns {Tone}
 */
export const mix = (from, to, share) => [
  blend(from[0], to[0], share),
  blend(from[1], to[1], share),
];

/**
 * @param {Rgba} from
 * @param {Rgba} to
 * @param {number} share
 * @returns {Rgba}
 */
const blend = (from, to, share) => {
  const [r, g, b, a] = from.map((part, k) => part + (to[k] - part) * share);
  return [r, g, b, a];
};

/**
 * Make a tone translucent.
 *
 * @param {Tone} tone
 * @param {number} day opacity by day, from 0 to 1
 * @param {number} [night]
 * @returns {Tone}
 */
export const veil = ([[r, g, b], [r2, g2, b2]], day, night = day) => [
  [r, g, b, day],
  [r2, g2, b2, night],
];

/**
 * Format as CSS that follows the page's theme.
 *
 * @param {Tone} tone
 */
export const css = ([day, night]) => `light-dark(${hex(day)},${hex(night)})`;

/** @param {Rgba} rgba */
const hex = ([r, g, b, a]) =>
  `#${[r, g, b, a * 255].map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;

/** White light: bluish by moonlight. */
export const WHITE = tone("#ffffff", "#b2c3f0");
export const BLACK = tone("#000000", "#000000");
