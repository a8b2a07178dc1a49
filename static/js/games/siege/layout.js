// @ts-check
import { opponent } from "../../player/engine/sides.js";
import { grownOn, sizeFor, unitHeight } from "../../player/stage/layout.js";
import { BETWEEN_WIDE, LOW, planNarrow, planWide, VALUES, WALK } from "./layout-plans.js";

/** @import { SideId } from "../../player/types" */
/** @import { Slot, StageLayout } from "../../player/stage/layout" */
/** @import { Box, Plan, Point } from "./layout-plans" */
/** @import { State } from "./reduce" */

/** On a stage narrower than this a row of five before each castle would be too small to read. */
const NARROW = 520;

/** On a stage narrower than this the ATK of two fighters is written in small letters. */
const SMALL_CHIPS = 640;

/** On a stage narrower than this words are close to whom they are about. */
const TIGHT = 330;

/** Half the room between two fighters, in px: for the ATK of each. */
const BETWEEN = 34;
const BETWEEN_NARROW = 25;

/** More fights than this, and more besiegers, are not one below another. */
const ROWS = 3;

/** Where four or five fights are on a narrow stage: to which side of the middle, and in which row. */
const QUINCUNX = [
  [-1, 0],
  [1, 0],
  [0, 1],
  [-1, 2],
  [1, 2],
];

/** How far apart units are that have room for a word each, and on a low stage for a short one. */
const APART = 66;
const CLOSE = 48;

/** The height of its line by its letters'. */
const LINE = 1.14;

/** Where the winner's five stand, from the middle of their front row, in their own widths and heights. */
const PARADE = [
  [0, 0],
  [-1.12, 0],
  [1.12, 0],
  [-0.56, -1.04],
  [0.56, -1.04],
];

/** How high they stand together, in their own heights. */
const PARADE_HIGH = 2.06;

/** A stage wider than this has larger letters. */
const WIDE = 1000;

/**
 * Where castles and units stand on a stage of a given size. On a wide one the units stand in a row
 * before their castle; on a narrow one the castles are above, and the units at the edges below them.
 *
 * @param {{ width: number, height: number }} stage
 */
export function createSiegeLayout({ width, height }) {
  const narrow = width < NARROW;
  const plan = narrow ? planNarrow(width, height) : planWide(width, height);
  const wide = width > WIDE;
  // A wide wall is too low for two lines sooner than the rest of the stage is.
  const low = height < (narrow ? LOW : LOW + 50);
  const between = width < SMALL_CHIPS ? BETWEEN_NARROW : wide ? BETWEEN_WIDE : BETWEEN;
  const across = (/** @type {SideId} */ side, /** @type {number} */ x) =>
    side === "a" ? x : width - x;
  /** Which way a side's castle is. @param {SideId} side */
  const outward = (side) => (side === "a" ? -1 : 1);
  const box = (/** @type {SideId} */ side) => ({
    ...plan.castle,
    x: side === "a" ? plan.castle.x : width - plan.castle.x - plan.castle.width,
  });

  /** How many fights there are, while they last. @param {State} state */
  const fighting = ({ phase, fights }) => (phase === "battle" ? fights.length : 0);

  /** How large letters about a unit are. @param {number} size */
  const lettersBy = (size) => (narrow ? 12 : Math.max(13, Math.min(22, size * 0.19)));

  /** @param {State} state */
  const besieging = (state) => state.assault?.besiegers.length ?? 1;

  /**
   * A place in the field, the middle of a row. More than three fights are beside each other, too: on a
   * wide stage the fourth and the fifth are at both sides of the last row. So are more than three
   * besiegers, in two columns, the second behind the first.
   *
   * @param {number} place
   * @param {State} state
   */
  function spot(place, state) {
    const { top, bottom, free, middle, most } = plan.field;
    const fights = fighting(state);
    const count = fights || besieging(state);
    const isMany = count > ROWS;
    const rows = isMany ? (fights ? ROWS : (count + 1) / 2) : count;
    const behind = place - Math.floor(rows);
    let [aside, line] = [0, place];
    if (!fights && behind >= 0) [aside, line] = [1, behind + 0.5];
    else if (fights && isMany && narrow) {
      [aside, line] = QUINCUNX[place + (count < 5 && place > 1 ? 1 : 0)];
    } else if (fights && isMany && place > 1) [aside, line] = [place - (count + 1) / 2, 2];
    const foot = count < ROWS ? free : bottom;
    const size = Math.min(most, sizeFor(((foot - top) / rows) * 0.95));
    const pitch = Math.min((foot - top) / rows, unitHeight(size) * 1.16);
    const high = !fights && narrow ? top : middle - (pitch * rows) / 2;
    const start = Math.max(top, Math.min(high, foot - pitch * rows));
    return {
      aside,
      line,
      x:
        width / 2 +
        aside * (narrow ? width / 4 : count > 4 ? width / 2 - size - between - 12 : width * 0.56),
      y: start + (line + 0.5) * pitch,
      size,
    };
  }

  /**
   * How many a side has on its wall, and how far they are apart.
   *
   * @param {State} state
   * @param {SideId} side
   */
  function wallOf(state, side) {
    const count = state.lineups[side].filter((id) => state.spots[id].kind === "wall").length;
    const { most, width: room } = plan.wall;
    return { count, pitch: Math.min(Math.max(most * 1.16, APART), room / Math.max(1, count)) };
  }

  /** Where the winner's units go when all is over: the middle. @param {number} place @returns {Slot} */
  function onParade(place) {
    const { top, bottom, widest } = plan.parade;
    const size = Math.max(20, Math.min(widest, sizeFor((bottom - top) / PARADE_HIGH)));
    const [x, y] = PARADE[place];
    return {
      x: width / 2 + x * size,
      y: bottom + (y - 0.5) * unitHeight(size),
      size,
      leads: false,
    };
  }

  /**
   * @param {State} state
   * @param {SideId} side
   * @param {number} place
   */
  function onWall(state, side, place) {
    const { count, pitch } = wallOf(state, side);
    const { most } = plan.wall;
    const size = Math.min(most, pitch / 1.06);
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

  return {
    width,
    height,
    narrow,
    wide,
    low,
    grown: grownOn({ width, height }),
    // Above where captions stand.
    herald: { x: width / 2, y: height * 0.22, width: width * 0.6 },
    die: 26,
    ceiling: 0,
    /** @param {SideId} side */
    note: (side) => ({
      x: across(side, width / 4),
      y: height * 0.4,
      ...(side === "a"
        ? { left: 6, right: width / 2 - 4 }
        : { left: width / 2 + 4, right: width - 6 }),
    }),
    castle: box,
    /** Where the castles stand on the ground, and how far the units at home reach in from the edge. */
    foot: plan.castle.y + plan.castle.height,
    edge: plan.home(0).x + plan.home(0).size / 2 + (plan.home(0).beside ? VALUES : 0),
    /**
     * Where the sums of a siege are written: on the castle, or on a narrow stage, where words about the
     * defenders stand there, on the other one.
     *
     * @param {SideId} side whose castle is besieged
     */
    plaque: (side) => ({
      x: across(narrow ? opponent(side) : side, plan.plaque.x),
      y: plan.plaque.y,
    }),
    /**
     * The middle between two fighters.
     *
     * @param {State} state
     * @param {number} place
     */
    clash: (state, place) => {
      const { x, y, size } = spot(place, state);
      return { x, y: y + size * 0.5 - unitHeight(size) / 2 };
    },
    /**
     * Where a word about a unit stands, from the unit's middle: away from whoever it fights, above it
     * at home, on a wall and before one of the castles, and on a narrow stage below.
     *
     * @param {State} state
     * @param {string} id
     * @param {number} line 0 is the first one
     * @param {number} count of its letters
     * @returns {{ x: number, y: number, size: number }} and the size of the letters
     */
    word(state, id, line, count) {
      const { side } = state.roster[id];
      const { kind, place } = state.spots[id];
      const { size, beside } = this.slot(state, id);
      const out = outward(side);
      const letters = lettersBy(size);
      const high = letters * LINE;
      const at = spot(place, state);
      const isFlank = kind === "field" && at.aside !== 0;
      if (isFlank || kind === "wall" || (kind === "home" && !narrow)) {
        // Neighbours have theirs one above the other where they stand close together.
        const [nth, pitch] =
          kind === "wall"
            ? [place, wallOf(state, side).pitch]
            : [state.lineups[side].indexOf(id), plan.castle.width / 5];
        const isSecond =
          !isFlank && pitch < (low ? CLOSE : Math.max(APART, letters * 7)) && nth % 2;
        const lines = isSecond ? (narrow ? 1 : 2) : 0;
        const away = unitHeight(size) / 2 + high * (line + 0.5 + lines);
        // Beside each other, when two come together, too.
        const isBelow = narrow && !(isFlank && at.line === 0);
        return { x: isFlank ? out * size * 0.1 : 0, y: isBelow ? away : -away, size: letters };
      }
      // How it fared may be wider than a small unit.
      const aside =
        Math.max(width < TIGHT ? 24 : 28, size * (narrow ? 0.5 : 0.62)) +
        count * letters * 0.29 +
        (beside ? VALUES : 5);
      const y = high * (0.5 - line) - size * 0.42;
      return { x: (kind === "home" ? -out : out) * aside, y, size: letters };
    },
    /**
     * Where a castle's gate is.
     *
     * @param {SideId} side
     */
    gate(side) {
      const { x, y, width: wide, height: high } = box(side);
      return { x: x + wide / 2, y: y + high * 0.9 };
    },
    /**
     * Where a besieger that stands in a slot runs to hit a castle, and which point of the wall is hit.
     * Whoever is behind others comes up behind them.
     *
     * @param {SideId} side whose castle it is
     * @param {Slot} slot
     */
    breach(side, { x, y, size }) {
      const castle = box(side);
      const out = outward(side);
      if (!narrow) {
        const edge = side === "a" ? castle.width : castle.x;
        return { x: x + out * (size * 0.3 + 12), y, wall: { x: edge + out * 12, y } };
      }
      const near = Math.max(castle.x, Math.min(castle.x + castle.width, x));
      return { x, y: y - size * 0.5 - 14, wall: { x: near, y: castle.y + castle.height } };
    },
    /**
     * @param {State} state
     * @param {string} id
     * @returns {Slot}
     */
    slot(state, id) {
      const { side } = state.roster[id];
      const { kind, place } = state.spots[id];
      if (state.ended && state.winner === side) return onParade(state.lineups[side].indexOf(id));
      if (kind === "wall") return onWall(state, side, place);
      if (kind === "home") {
        // Those at home make room for many.
        const fights = fighting(state);
        const isMany = fights ? fights >= ROWS : besieging(state) > ROWS;
        const row = state.lineups[side].filter(
          (one) => narrow || !isMany || state.spots[one].kind === "home",
        );
        const place = narrow && fights > ROWS ? 2 : row.indexOf(id);
        // A row reads from left to right on both sides.
        const slot = plan.home(narrow || side === "a" ? place : row.length - 1 - place);
        return { ...slot, x: across(side, slot.x) };
      }
      const { x: middle, y, size, aside } = spot(place, state);
      // Words about those in front stand between.
      const behind = aside * (size * 1.25 + lettersBy(size) * 5);
      const x =
        kind === "field"
          ? middle + outward(side) * (size / 2 + between)
          : across(side, width - plan.besieger(size) - behind);
      return { x, y, size, leads: false, fights: true };
    },
  };
}

/** @typedef {ReturnType<typeof createSiegeLayout> & StageLayout} SiegeLayout */
