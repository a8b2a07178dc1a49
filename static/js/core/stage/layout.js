// @ts-check
/** @import { SideId } from "../types" */

/** @typedef {{ x: number, y: number, size: number, leads: boolean }} Slot centre and width in px */
/** @typedef {{ width: number, height: number, herald: { x: number, y: number } }} StageLayout */

/** A stage narrower than this puts the queues under the leaders instead of behind them. */
export const NARROW = 640;

/** A unit narrower than this has its two bars side by side instead of one above the other. */
export const SMALL = 46;

/**
 * Height of a unit of a given width: the shield, and its bars below.
 *
 * @param {number} size
 */
export const unitHeight = (size) => (size < SMALL ? size * 1.02 + 13 : size * 1.5);

/**
 * The width of the unit that fits into a height.
 *
 * @param {number} height
 */
export const sizeFor = (height) =>
  height >= SMALL * 1.5 ? height / 1.5 : Math.min(SMALL - 0.1, (height - 13) / 1.02);

/**
 * Where the units of both lineups stand on a stage of a given size. The leaders face each other in
 * the middle; the rest stand behind them in rows that read from the front to the back.
 *
 * @param {{ width: number, height: number }} stage
 * @param {Record<SideId, number>} largest how many units each side began with; sizes keep to it
 */
export function createLayout(stage, largest) {
  return stage.width < NARROW ? narrow(stage, largest) : wide(stage, largest);
}

/** @typedef {ReturnType<typeof createLayout>} Layout */

/**
 * @param {{ width: number, height: number }} stage
 * @param {Record<SideId, number>} largest
 */
function wide({ width, height }, largest) {
  const crowded = Math.max(largest.a, largest.b) > 20;
  const leader = Math.min(crowded ? 112 : 180, height * 0.31);
  const gap = leader * 0.8;
  const floor = height * 0.56;
  const room = { width: width / 2 - gap - leader * 0.6 - 12, height: height - 92 };
  const grid = fit(room, Math.max(largest.a, largest.b) - 1, leader * 0.55);
  return {
    width,
    height,
    leader,
    herald: { x: width / 2, y: 52 },
    /**
     * @param {SideId} side
     * @param {number} place 0 is the leader
     * @returns {Slot}
     */
    slot(side, place) {
      const out = side === "a" ? -1 : 1;
      if (place === 0) return { x: width / 2 + out * gap, y: floor, size: leader, leads: true };
      const { column, row } = grid.cell(place - 1);
      const start = gap + leader * 0.6 + grid.cellWidth / 2;
      const top = 78 + Math.max(0, (room.height - grid.rows * grid.cellHeight) / 2);
      return {
        x: width / 2 + out * (start + column * grid.cellWidth),
        y: top + (row + 0.5) * grid.cellHeight,
        size: grid.size,
        leads: false,
      };
    },
  };
}

/**
 * @param {{ width: number, height: number }} stage
 * @param {Record<SideId, number>} largest
 */
function narrow({ width, height }, largest) {
  const leader = Math.min(84, width * 0.25);
  const top = 70;
  const y = top + leader * 0.75;
  const queueTop = y + leader * 0.98;
  const room = { width: width / 2 - 12, height: height - queueTop - 6 };
  const grid = fit(room, Math.max(largest.a, largest.b) - 1, 52);
  return {
    width,
    height,
    leader,
    herald: { x: width / 2, y: top - 14 },
    /**
     * @param {SideId} side
     * @param {number} place
     * @returns {Slot}
     */
    slot(side, place) {
      const out = side === "a" ? -1 : 1;
      if (place === 0) return { x: width / 2 + out * leader * 0.85, y, size: leader, leads: true };
      const { column, row } = grid.cell(place - 1);
      return {
        x: width / 2 + out * (8 + (column + 0.5) * grid.cellWidth),
        y: queueTop + (row + 0.5) * grid.cellHeight,
        size: grid.size,
        leads: false,
      };
    },
  };
}

/**
 * The grid of the largest cells that hold so many units in a room.
 *
 * @param {{ width: number, height: number }} room
 * @param {number} count
 * @param {number} most width of a unit in px that is not exceeded
 */
function fit(room, count, most) {
  let best = { size: 0, columns: 1 };
  for (let columns = 1; columns <= Math.max(1, count); columns++) {
    const rows = Math.ceil(count / columns) || 1;
    const size = Math.min(room.width / columns / 1.12, sizeFor(room.height / rows / 1.1), most);
    if (size > best.size + 0.01) best = { size, columns };
  }
  const cellWidth = best.size * 1.12;
  // A wide room is filled in its whole width before a second row begins.
  const columns = Math.max(best.columns, Math.min(count, Math.floor(room.width / cellWidth)));
  return {
    size: best.size,
    cellWidth,
    cellHeight: unitHeight(best.size) * 1.1,
    rows: Math.ceil(count / columns) || 1,
    /** @param {number} k */
    cell: (k) => ({ column: k % columns, row: Math.floor(k / columns) }),
  };
}
