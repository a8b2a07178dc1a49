// @ts-check

/** @typedef {"below" | "above" | "right" | "left"} Side */

/** @typedef {{ left: number, top: number, right: number, bottom: number }} Box */

/**
 * Find the place of a card next to what it is about: on the first side with room for it, else on the one with most.
 * All in px, of one origin.
 *
 * @param {Box} about
 * @param {{ width: number, height: number }} card
 * @param {Box} room
 * @param {{ sides: Side[], gap: number, edge: number, isLevel?: boolean }} how `gap` to what it is about, `edge` to
 *   those of the room; centred, or level with its upper or left edge
 */
export function placeNextTo(about, { width, height }, room, { sides, gap, edge, isLevel = false }) {
  const space = {
    below: room.bottom - about.bottom - height,
    above: about.top - room.top - height,
    right: room.right - about.right - width,
    left: about.left - room.left - width,
  };
  const found = sides.find((side) => space[side] >= gap + edge);
  const side = found ?? sides.reduce((most, one) => (space[one] > space[most] ? one : most));
  const level = (
    /** @type {number} */ from,
    /** @type {number} */ to,
    /** @type {number} */ size,
  ) => (isLevel ? from : (from + to - size) / 2);
  const wanted = {
    below: [level(about.left, about.right, width), about.bottom + gap],
    above: [level(about.left, about.right, width), about.top - gap - height],
    right: [about.right + gap, level(about.top, about.bottom, height)],
    left: [about.left - gap - width, level(about.top, about.bottom, height)],
  };
  const [x, y] = wanted[side];
  const within = (/** @type {number} */ at, /** @type {number} */ from, /** @type {number} */ to) =>
    Math.max(from + edge, Math.min(at, to - edge));
  return {
    side,
    fits: found !== undefined,
    left: within(x, room.left, room.right - width),
    top: within(y, room.top, room.bottom - height),
  };
}

/** The part of the page that is seen. @returns {Box} */
export const windowBox = () => {
  const { clientWidth: right, clientHeight: bottom } = document.documentElement;
  return { left: 0, top: 0, right, bottom };
};
