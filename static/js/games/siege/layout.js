// @ts-check
import { opponent } from "../../player/engine/sides.js";
import { grownOn, sizeFor, unitHeight } from "../../player/stage/layout.js";
import { BETWEEN_WIDE, LOW, planNarrow, planWide, VALUES, WALK } from "./layout-plans.js";

/** @import { SideId } from "../../player/types" */
/** @import { Slot, StageLayout } from "../../player/stage/layout" */
/** @import { Box, Plan, Point } from "./layout-plans" */
/** @import { State } from "./reduce" */

/** Below this width, a row of five units per side would be too small to read. */
const NARROW = 520;

/** Below this width, the ATK of fighting units is in small letters. */
const SMALL_CHIPS = 640;

/** Below this width, words are close to their unit. */
const TIGHT = 330;

/** Half the distance between two fighters, in px: room for the ATK of each. */
const BETWEEN = 34;
const BETWEEN_NARROW = 25;

/** Maximum number of fights or besiegers in one column. */
const ROWS = 3;

/** Positions of four or five fights on a narrow stage: side of the middle, and row. */
const QUINCUNX = [
  [-1, 0],
  [1, 0],
  [0, 1],
  [-1, 2],
  [1, 2],
];

/** Minimum distance of units with a word each; on a low stage, with a short one. */
const APART = 66;
const CLOSE = 48;

/** Height of the note at the foot of a narrow stage, in px. */
const NOTE = 24;

/** Line height and mean width of a letter as multiples of the letter size. */
const LINE = 1.2;
const LETTER = 0.62;

/** Positions of the winner's units relative to the middle of their front row, in unit sizes. */
const PARADE = [
  [0, 0],
  [-1.12, 0],
  [1.12, 0],
  [-0.7, -1.02],
  [0.7, -1.02],
];

/** Height of the parade, in unit heights. */
const PARADE_HIGH = 2.04;

/** Where the bridge is on a wide stage: the winners stand on it. */
const BRIDGE = 0.53;

/** How near two fighters come to each other: their orders and values stay apart. */
const SIEGE_CONTACT = 0.47;

/** Above this width letters are larger. */
const WIDE = 1000;

/**
 * Positions of castles and units for a stage of a given size. On a wide stage the units stand in front of their
 * castle, on a narrow one below it at the edges.
 *
 * @param {{ width: number, height: number }} stage
 */
export function createSiegeLayout({ width, height }) {
  const narrow = width < NARROW;
  const plan = narrow ? planNarrow(width, height) : planWide(width, height);
  const wide = width > WIDE;
  // A wide stage runs out of height on the wall first.
  const low = height < (narrow ? LOW : LOW + 50);
  const between = width < SMALL_CHIPS ? BETWEEN_NARROW : wide ? BETWEEN_WIDE : BETWEEN;
  const across = (/** @type {SideId} */ side, /** @type {number} */ x) =>
    side === "a" ? x : width - x;
  /** Direction of a side's castle. @param {SideId} side */
  const outward = (side) => (side === "a" ? -1 : 1);
  const box = (/** @type {SideId} */ side) => ({
    ...plan.castle,
    x: side === "a" ? plan.castle.x : width - plan.castle.x - plan.castle.width,
  });

  /** Number of fights in progress. @param {State} state */
  const fighting = ({ phase, fights }) => (phase === "battle" ? fights.length : 0);

  /** Letter size of words about a unit. @param {number} size */
  const lettersBy = (size) => (narrow ? 12 : Math.max(13, Math.min(22, size * 0.19)));

  /** @param {State} state */
  const besieging = (state) => state.assault?.besiegers.length ?? 1;

  /**
   * A place in the field, at the middle of a row. Beyond three, fights also stand next to each other: on a wide
   * stage the fourth and fifth at both sides of the last row. Beyond three, besiegers form a second column
   * behind the first.
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
    const size = Math.min(most, sizeFor(((foot - top) / rows) * 0.92));
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
   * The number of a side's defenders on the wall, and their distance.
   *
   * @param {State} state
   * @param {SideId} side
   */
  function wallOf(state, side) {
    const count = state.lineups[side].filter((id) => state.spots[id].kind === "wall").length;
    const { most, width: room } = plan.wall;
    return { count, pitch: Math.min(Math.max(most * 1.16, APART), room / Math.max(1, count)) };
  }

  /** The place of a winner's unit at the end. @param {number} place @returns {Slot} */
  function onParade(place) {
    const { top, bottom, widest } = plan.parade;
    const size = Math.max(20, Math.min(widest, sizeFor((bottom - top) / PARADE_HIGH)));
    const [x, y] = PARADE[place];
    return {
      x: width * (narrow ? 0.5 : BRIDGE) + x * size,
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
    contact: SIEGE_CONTACT,
    grown: grownOn({ width, height }),
    // Above the captions.
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
    /** The foot of the castles, and the inner edge of the units at home. */
    foot: plan.castle.y + plan.castle.height,
    edge: plan.home(0).x + plan.home(0).size / 2 + (plan.home(0).beside ? VALUES : 0),
    /**
     * Position of a siege's totals: on the castle; on a narrow stage on the other castle, since words about
     * the defenders take its place.
     *
     * @param {SideId} side of the besieged castle
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
     * Position of a word, relative to its unit's middle: on the side away from the opponent; above units at
     * home, on a wall, and fighting in front of a castle; on a narrow stage below those.
     *
     * @param {State} state
     * @param {string} id
     * @param {number} line 0 is the first one
     * @param {number} count number of letters
     * @returns {{ x: number, y: number, size: number }} size of the letters
     */
    word(state, id, line, count) {
      const { side } = state.roster[id];
      const { kind, place } = state.spots[id];
      const { y: middle, size, beside } = this.slot(state, id);
      const out = outward(side);
      const letters = lettersBy(size);
      const high = letters * LINE;
      const at = spot(place, state);
      const isFlank = kind === "field" && at.aside !== 0;
      if (isFlank || kind === "wall" || (kind === "home" && !narrow)) {
        // Close neighbours have their words on alternating heights.
        const [nth, pitch] =
          kind === "wall"
            ? [place, wallOf(state, side).pitch]
            : [state.lineups[side].indexOf(id), plan.castle.width / 5];
        const most = low ? Math.max(CLOSE, letters * count * LETTER) : Math.max(APART, letters * 7);
        const isSecond = !isFlank && pitch < most && nth % 2;
        const lines = isSecond ? (narrow ? 1 : 2) : 0;
        const away = unitHeight(size) / 2 + high * (line + 0.5 + lines);
        // On a narrow stage, fights next to each other keep the words of their first row above.
        const isBelow = narrow && !(isFlank && at.line === 0);
        return { x: isFlank ? out * size * 0.1 : 0, y: isBelow ? away : -away, size: letters };
      }
      // The word may be wider than a small unit.
      const aside =
        Math.max(width < TIGHT ? 24 : 28, size * (narrow ? 0.5 : 0.62)) +
        count * letters * 0.29 +
        (beside ? VALUES : Math.max(5, letters * 0.4));
      const lowest = narrow ? height - NOTE - high / 2 - middle : Infinity;
      const y = Math.min(high * 0.5 - size * 0.42, lowest) - high * line;
      return { x: (kind === "home" ? -out : out) * aside, y, size: letters };
    },
    /**
     * Position of a castle's gate.
     *
     * @param {SideId} side
     */
    gate(side) {
      const { x, y, width: wide, height: high } = box(side);
      return { x: x + wide / 2, y: y + high * 0.9 };
    },
    /**
     * Where a besieger runs to hit a castle, and the point of the wall that it hits. Units of the second column
     * stop behind the first.
     *
     * @param {SideId} side of the castle
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
        // With many fights, the row at home closes its gaps.
        const fights = fighting(state);
        const isMany = fights ? fights >= ROWS : besieging(state) > ROWS;
        const row = state.lineups[side].filter(
          (one) => narrow || !isMany || state.spots[one].kind === "home",
        );
        const place = narrow && fights > ROWS ? 2 : row.indexOf(id);
        // Rows read from left to right on both sides.
        const slot = plan.home(narrow || side === "a" ? place : row.length - 1 - place);
        return { ...slot, x: across(side, slot.x) };
      }
      const { x: middle, y, size, aside } = spot(place, state);
      // Leave room for the words about the front column.
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
