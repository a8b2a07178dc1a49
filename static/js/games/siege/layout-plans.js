// @ts-check
import { grownOn, SMALL, sizeFor, unitHeight } from "../../player/stage/layout.js";

/** @import { Slot } from "../../player/stage/layout" */

/** @typedef {{ x: number, y: number, width: number, height: number }} Box left, top and size in px */
/** @typedef {{ x: number, y: number }} Point */

/** Height of the wall's walk above its foot, as a share of the castle's height with its flag. */
export const WALK = 160 / 376;

/** Distance from the stage's edge that keeps units inside while the ground shakes, in px. */
const EDGE = 8;

/** Half the room between two fighters on a wide stage, in px. */
export const BETWEEN_WIDE = 46;

/** Below this height there is less room between signs and field. */
export const LOW = 320;

/** Units at home narrower than this have their values next to them instead of below. */
const BELOW = 34;

/** Width of the values next to a unit, including the gap. */
export const VALUES = 22;

/**
 * Measures that the two layouts provide, for side a; side b mirrors them.
 *
 * @typedef {object} Plan
 * @property {Box} castle
 * @property {(place: number) => Slot} home by the unit's place in its side
 * @property {{ top: number, bottom: number, free: number, middle: number, most: number }} field
 *   `free` is the bottom above the units at home, `middle` the height of a single fight, `most` the size of the
 *   largest unit
 * @property {(size: number) => number} besieger distance of a besieger of this size from the enemy's edge
 * @property {{ most: number, width: number }} wall the largest defender, and the room for all of them
 * @property {{ top: number, bottom: number, widest: number }} parade place of the winner's units at the end
 * @property {Point} plaque position of a siege's totals on this castle
 */

/**
 * A wide stage, with each side's units in a row in front of their castle.
 *
 * @param {number} width
 * @param {number} height
 * @returns {Plan}
 */
export function planWide(width, height) {
  const isLow = height < LOW;
  const room = Math.min(width * 0.38, 620);
  const pitch = (room - EDGE) / 5;
  const fieldTop = isLow ? 46 : 76;
  // Smaller than in the field with three in a column.
  const third = (height - 8 - fieldTop) / 3;
  const size = Math.min(pitch * 0.92, height * 0.17, 104, sizeFor(third * 0.91));
  const homeY = height - 6 - unitHeight(size) / 2;
  // The units are in front of the castle's foot.
  const foot = height - 6 - size * 0.5;
  // The flag stays below the banners.
  const top = isLow ? 46 : 58 * grownOn({ width, height });
  const walk = foot - (foot - top) * WALK;
  return {
    castle: { x: 0, y: top, width: room, height: foot - top },
    home: (place) => ({ x: EDGE + (place + 0.5) * pitch, y: homeY, size, leads: false }),
    field: {
      top: fieldTop,
      bottom: height - 8,
      free: height - 8 - unitHeight(size),
      middle: height * 0.66,
      most: Math.min(128, height * 0.22),
    },
    besieger: (one) => room + one * 0.8,
    // Below the sign, on the bridge, behind the units at home.
    parade: {
      top: isLow ? 86 : 140 * grownOn({ width, height }),
      bottom: Math.min(height * 0.74, height - 8 - unitHeight(size) * 0.7),
      widest: Math.min(118, width * 0.08),
    },
    wall: { most: Math.min(size * 1.2, sizeFor(walk - 92)), width: room * 0.96 },
    plaque: { x: room / 2, y: (walk + height - 6 - unitHeight(size)) / 2 + 3 },
  };
}

/**
 * A narrow stage, with castles at the top and units below them at the edges.
 *
 * @param {number} width
 * @param {number} height
 * @returns {Plan}
 */
export function planNarrow(width, height) {
  const top = 44;
  const tall = Math.max(84, Math.min(height * 0.24, 160));
  const foot = top + tall;
  const pitch = (height - foot - 16) / 5;
  const above = Math.min(width * 0.128, sizeFor(pitch * 0.94));
  const beside = above < BELOW;
  // Smaller than in the field with three in a column.
  const size = beside
    ? Math.min(width * 0.112, pitch * 0.92, sizeFor(((height - foot - 46) / 3) * 0.91))
    : above;
  const walk = foot - tall * WALK;
  return {
    castle: { x: 0, y: top, width: width / 2 - 4, height: tall },
    home: (place) => ({
      x: size / 2 + 9,
      // Centred without the values at its feet.
      y: foot + 4 + (place + 0.5) * pitch + (beside ? (unitHeight(size) - size) / 2 : 0),
      size,
      leads: false,
      beside,
    }),
    field: {
      top: foot + 14,
      bottom: height - 32,
      free: height - 32,
      middle: (foot + height) / 2,
      most: Math.min(width * 0.148, height * 0.16),
    },
    besieger: (one) => size + 18 + (beside ? VALUES : 0) + one * 0.72,
    parade: { top: height * 0.46 + 84, bottom: height - 10, widest: width * 0.2 },
    wall: { most: Math.min(SMALL - 0.1, sizeFor(walk - top - 6)), width: width / 2 - 10 },
    plaque: { x: width / 4, y: (walk + foot) / 2 + 4 },
  };
}
