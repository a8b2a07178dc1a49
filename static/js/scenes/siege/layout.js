// @ts-check
import { SMALL, sizeFor, unitHeight } from "../../core/stage/layout.js";

/** @import { SideId } from "../../core/types" */
/** @import { Slot, StageLayout } from "../../core/stage/layout" */
/** @import { State } from "./reduce" */

/** @typedef {{ x: number, y: number, width: number, height: number }} Box left, top and size in px */
/** @typedef {{ x: number, y: number }} Point */

/** On a stage narrower than this a row of five before each castle would be too small to read. */
const NARROW = 520;

/** How high above its foot the walk on a castle's wall is, as a share of the castle's height with its flag. */
const WALK = 160 / 376;

/** The place of the last of five units. */
const LAST = 4;

/**
 * What both layouts measure out, for side a; side b is its mirror image.
 *
 * @typedef {object} Plan
 * @property {Box} castle
 * @property {(place: number) => Slot} home by the unit's place in its side
 * @property {{ top: number, bottom: number, most: number }} field its height, and the widest unit on it
 * @property {{ fighter: number, besieger: number }} out how far they are from the left
 * @property {{ most: number, width: number }} wall the widest defender, and the room for all of them
 * @property {Point} plaque where the sums of a siege of this castle are written
 */

/**
 * Where castles and units stand on a stage of a given size. On a wide one the units stand in a row
 * before their castle; on a narrow one below it, at the edge.
 *
 * @param {{ width: number, height: number }} stage
 */
export function createSiegeLayout({ width, height }) {
  const narrow = width < NARROW;
  const plan = narrow ? planNarrow(width, height) : planWide(width, height);
  const across = (/** @type {SideId} */ side, /** @type {number} */ x) =>
    side === "a" ? x : width - x;
  const box = (/** @type {SideId} */ side) => ({
    ...plan.castle,
    x: side === "a" ? plan.castle.x : width - plan.castle.x - plan.castle.width,
  });

  /**
   * A row of the field, of as many as are needed.
   *
   * @param {number} place
   * @param {number} count
   */
  function row(place, count) {
    const { top, bottom, most } = plan.field;
    const pitch = Math.min((bottom - top) / Math.max(1, count), unitHeight(most) * 1.3);
    const start = (top + bottom - pitch * count) / 2;
    return { y: start + (place + 0.5) * pitch, size: Math.min(most, sizeFor(pitch * 0.97)) };
  }

  /**
   * @param {State} state
   * @param {SideId} side
   * @param {number} place
   */
  function onWall(state, side, place) {
    const count = state.lineups[side].filter((id) => state.spots[id].kind === "wall").length;
    const { most, width: room } = plan.wall;
    const pitch = Math.min(most * 1.12, room / Math.max(1, count));
    const size = Math.min(most, pitch / 1.04);
    const castle = plan.castle;
    const middle = castle.x + castle.width / 2;
    const step = side === "a" ? place : count - 1 - place;
    const feet = castle.y + castle.height * (1 - WALK);
    return {
      x: across(side, middle + (step - (count - 1) / 2) * pitch),
      y: feet + 4 - unitHeight(size) / 2,
      size,
      leads: false,
    };
  }

  /** @param {State} state */
  const rows = (state) => state.fights.length + (state.assault?.besiegers.length ?? 0);

  return {
    width,
    height,
    narrow,
    herald: { x: width / 2, y: height * 0.4, width: width * 0.6 },
    die: 26,
    /** @param {SideId} side */
    note: (side) => ({
      x: across(side, width / 4),
      y: height * 0.4,
      ...(side === "a"
        ? { left: 6, right: width / 2 - 4 }
        : { left: width / 2 + 4, right: width - 6 }),
    }),
    castle: box,
    /** @param {SideId} side */
    plaque: (side) => ({ x: across(side, plan.plaque.x), y: plan.plaque.y }),
    /**
     * The middle between two fighters.
     *
     * @param {State} state
     * @param {number} place
     */
    clash: (state, place) => ({ x: width / 2, ...row(place, rows(state)) }),
    /** How far the fighters of both sides are apart. */
    gap: width - 2 * plan.out.fighter,
    /**
     * @param {State} state
     * @param {string} id
     * @returns {Slot}
     */
    slot(state, id) {
      const { side } = state.roster[id];
      const { kind, place } = state.spots[id];
      if (kind === "wall") return onWall(state, side, place);
      if (kind === "home") {
        const place = state.lineups[side].indexOf(id);
        // A row reads from left to right on both sides.
        const slot = plan.home(narrow || side === "a" ? place : LAST - place);
        return { ...slot, x: across(side, slot.x) };
      }
      const { y, size } = row(place, rows(state));
      const x = kind === "field" ? plan.out.fighter : width - plan.out.besieger;
      return { x: across(side, x), y, size, leads: false };
    },
  };
}

/** @typedef {ReturnType<typeof createSiegeLayout> & StageLayout} SiegeLayout */

/**
 * @param {number} width
 * @param {number} height
 * @returns {Plan}
 */
function planWide(width, height) {
  const room = Math.min(width * 0.35, 430);
  const pitch = room / 5;
  const size = Math.min(pitch * 0.9, height * 0.16, 76);
  const homeY = height - 6 - unitHeight(size) / 2;
  const foot = homeY + unitHeight(size) * 0.2;
  const most = Math.min(size * 1.12, 80);
  const top = 52;
  return {
    castle: { x: 0, y: top, width: room, height: foot - top },
    home: (place) => ({ x: (place + 0.5) * pitch, y: homeY, size, leads: false }),
    field: { top: 76, bottom: height - 6, most },
    out: { fighter: width / 2 - Math.min(64, size * 1.12), besieger: room + most / 2 + 8 },
    wall: { most: size, width: room * 0.96 },
    plaque: { x: room / 2, y: top + (foot - top) * 0.74 },
  };
}

/**
 * @param {number} width
 * @param {number} height
 * @returns {Plan}
 */
function planNarrow(width, height) {
  const top = Math.max(118, Math.min(196, height * 0.33));
  const pitch = (height - top - 8) / 5;
  const size = Math.min(width * 0.13, sizeFor(pitch * 0.96));
  const most = Math.max(size, SMALL);
  return {
    castle: { x: 0, y: 48, width: width / 2 - 4, height: top - 56 },
    home: (place) => ({
      x: size / 2 + 5,
      y: top + (place + 0.5) * pitch,
      size,
      leads: false,
    }),
    field: { top, bottom: height - 6, most },
    out: { fighter: width / 2 - size, besieger: Math.max(size * 1.65 + 5, size + most / 2 + 22) },
    wall: { most: SMALL - 0.1, width: width / 2 - 10 },
    plaque: { x: width / 4, y: top - 34 },
  };
}
