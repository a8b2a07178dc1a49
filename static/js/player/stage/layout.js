// @ts-check
/** @import { SideId, StageState } from "../types" */

/** @typedef {{ x: number, y: number, size: number, leads: boolean, fights?: boolean, beside?: boolean }} Slot centre and width in px; leaders fight; `beside`: values are next to the unit */

/**
 * @typedef {object} StageLayout
 * @property {number} width
 * @property {number} height
 * @property {{ x: number, y: number, width: number }} herald the upper edge and
 *   the maximum width of announcements
 * @property {(side: SideId) => { x: number, y: number, left: number, right: number }} note where a
 *   side's captions stand: their middle, the foot of the lowest, and how far they may reach
 * @property {number} ceiling above which no captions stand: something else does
 * @property {number} die width of a leader's die in px; a small one has shorter words
 * @property {number} grown factor of the text size, above 1 on a high stage
 * @property {number} [contact] how near two come to each other in a blow, as a share of their widths, if not CONTACT
 * @property {boolean} [low] whether there is room for the shortest words alone
 */

/** A stage narrower than this puts the queues behind the leaders into the height. */
export const NARROW = 640;

/** A unit narrower than this has its two bars side by side instead of one above the other. */
export const SMALL = 46;

/** One in the queue narrower than this has room for a die or a number, not for both. */
export const ROOMY = 54;

/** A unit narrower than this has no room for numbers. */
export const TINY = 26;

/** One narrower than this shows its bars without digits. */
export const MICRO = 16.5;

/** One narrower than this is not seen: its stage has no room for a queue. */
export const UNSEEN = 8;

/** Height of the banners over a stage and of the sign between them, and of a low stage's. */
const SIGNS = { banners: 62, sign: 42 };
const SIGNS_LOW = { banners: 56, sign: 24 };

/** A stage lower than this has less room above the leaders. */
const LOW = 320;

/** Written on a stage higher than this is larger, up to so much. */
const HIGH = 480;
const MOST_GROWN = 1.5;

/** How much larger it is. @param {{ width: number, height: number }} stage */
export const grownOn = ({ width, height }) =>
  width < NARROW ? 1 : Math.max(1, Math.min(MOST_GROWN, height / HIGH));

/** How near two come to each other in a blow, as a share of the width of both together. */
export const CONTACT = 0.4;

/** Room for a leader's name below it. */
const NAME = 24;

/** Where the last row stands at most, as a share of the height: as far as the ground reaches when it is lifted. */
const FARTHEST = 0.23;

/** How much smaller each row is than the one before it, where there are few enough to be read still. */
const PERSPECTIVE = 0.88;

/** How much smaller than they could be units are for fewer rows, behind which more of the land is seen. */
const FLATTER = 0.66;
const MANY = 20;

/** From one unit to the next, in a crowd on a narrow stage, and from one row to the next, as shares of a unit's own width and height. */
const PITCH = 1.14;
const DENSE = 1.05;
const ROW = 1.06;

/** Height of the values at the foot of a small unit. */
const VALUES = 13;

/**
 * Height of a unit of a given width: the plate, and what stands at its foot.
 *
 * @param {number} size
 */
export const unitHeight = (size) => (size < SMALL ? size * 1.02 + VALUES : size * 1.28);

/**
 * The width of the unit that fits into a height.
 *
 * @param {number} height
 */
export const sizeFor = (height) =>
  height >= SMALL * 1.28 ? height / 1.28 : Math.min(SMALL - 0.1, (height - VALUES) / 1.02);

/**
 * Where the units of both lineups stand on a stage of a given size. The leaders face each other in
 * front, in the middle; the rest stand behind them in a queue that turns at the end of each row, the
 * first nearest to the leader, and further rows higher and smaller.
 *
 * @param {{ width: number, height: number }} stage
 * @param {Record<SideId, number>} largest how many units each side began with; sizes keep to it
 */
export function createLayout({ width, height }, largest) {
  const count = Math.max(largest.a, largest.b);
  const isNarrow = width < NARROW;
  const low = height < LOW;
  const grown = grownOn({ width, height });
  const signs = low ? SIGNS_LOW : SIGNS;
  const banners = signs.banners * grown;
  const sign = signs.sign * grown;
  const die = low || isNarrow ? 26 : 42 * grown;
  const leader = isNarrow
    ? Math.min(
        Math.max(118, 190 - 6 * count),
        width * 0.37,
        height * (count > MANY ? 0.23 : count > 1 ? 0.27 : 0.34),
      )
    : Math.min((count > MANY ? 124 : 190) * grown, height * 0.36, width * (0.23 - 0.04 * grown));
  const gap = leader * 0.76;
  const feet = height - NAME - height * 0.02;
  const leaderY = feet - unitHeight(leader) / 2;
  const top = feet - unitHeight(leader);
  // Above the leaders: dice with their words, and a line or two of captions.
  const announcing = isNarrow ? die + (count > MANY ? 52 : 68) : 0;
  const bottom = isNarrow ? top - announcing : feet - leader * 0.06;
  const [start, margin, pitch] = isNarrow ? [6, 4, DENSE] : [gap + leader * 0.62, 10, PITCH];
  // Numbers stand on the upper edge of plates.
  const room = {
    width: width / 2 - start - margin,
    height: bottom - banners - (low ? 16 : 6),
    depth: bottom - height * FARTHEST,
    pitch,
  };
  const most = isNarrow ? 54 : leader * 0.54;
  const rows = { a: fit(room, largest.a - 1, most), b: fit(room, largest.b - 1, most) };
  /** @type {Record<string, Slot>} the same one for a place each time, by which a unit knows that it stands there */
  const slots = {};
  // As large as leaves room for the sign; on a narrow stage others of its side may stand above it.
  const champion = isNarrow
    ? leader
    : Math.max(leader, Math.min(height * 0.42, (feet - 136 * grown) / 1.28));
  return {
    width,
    height,
    leader,
    die,
    low,
    grown,
    // Narrow stages have their queues there, low ones their banners.
    ceiling: isNarrow && count > 1 ? bottom : low ? banners + 4 : sign,
    /** How far down the last row stands, as a share of the height. */
    far: Math.min(bottom + rows.a.last, bottom + rows.b.last) / height,
    herald: {
      x: width / 2,
      y: isNarrow ? Math.max(banners / 2, bottom + 3) : low ? banners + 6 : sign + 24,
      width: isNarrow ? width * 0.94 : start * 2,
    },
    /** @param {SideId} side */
    note(side) {
      const out = side === "a" ? -1 : 1;
      const edge = width / 2 + out * 5;
      // Next to the rows of units, or above them.
      const far = width / 2 + out * (isNarrow ? width / 2 - 6 : start);
      return {
        x: width / 2 + out * gap,
        y: top - 6,
        left: Math.min(edge, far),
        right: Math.max(edge, far),
      };
    },
    /**
     * @param {SideId} side
     * @param {number} place 0 is the leader
     * @returns {Slot}
     */
    slot(side, place) {
      const out = side === "a" ? -1 : 1;
      const key = side + place;
      if (place === 0)
        slots[key] ??= { x: width / 2 + out * gap, y: leaderY, size: leader, leads: true };
      else if (!slots[key]) {
        const { x, y, size } = rows[side].cell(place - 1);
        slots[key] = { x: width / 2 + out * (start + x), y: bottom + y, size, leads: false };
      }
      return slots[key];
    },
    /** Where the last one standing goes: the middle. */
    champion: { x: width / 2, y: feet - unitHeight(champion) / 2, size: champion, leads: true },
  };
}

/** @typedef {ReturnType<typeof createLayout>} Layout */

/** Height of some rows of units, the first of this size. @param {number} rows @param {number} size @param {number} shrink */
function heightOf(rows, size, shrink) {
  let height = 0;
  for (let row = 0; row < rows; row++) height += unitHeight(size * shrink ** row) * ROW;
  return height;
}

/**
 * The largest size up to `most` that fits, to a quarter of a px.
 *
 * @param {number} most
 * @param {(size: number) => boolean} fits
 */
function largestWithin(most, fits) {
  if (fits(most)) return most;
  let [low, high] = [0, most];
  while (high - low > 0.25) {
    const middle = (low + high) / 2;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/**
 * Return rows of the largest units of which `count` fit into a room, from its lower inner corner on.
 *
 * @param {{ width: number, height: number, depth: number, pitch: number }} room `depth` is how far back the last row may
 *   stand, `pitch` that of a crowd
 * @param {number} count
 * @param {number} most width of a unit in px that is not exceeded
 */
function fit(room, count, most) {
  const [shrink, pitch] = count > MANY ? [1, room.pitch] : [PERSPECTIVE, PITCH];
  const sizes = Array.from({ length: Math.max(1, count) }, (_, k) => {
    const inRow = Math.ceil(count / (k + 1)) || 1;
    const widest = Math.min(room.width / inRow / pitch, most);
    return largestWithin(
      widest,
      (tried) =>
        heightOf(k + 1, tried, shrink) <= room.height &&
        heightOf(k, tried, shrink) + VALUES <= room.depth,
    );
  });
  // Fewer rows leave more of the landscape to be seen.
  const largest = Math.max(...sizes);
  const enough = count > MANY ? largest : Math.min(largest, Math.max(largest * FLATTER, ROOMY));
  const size = Math.max(1, sizes.find((one) => one >= enough) ?? 1);
  // A wide room is filled in its whole width before another row begins.
  const columns = Math.max(1, Math.min(count, Math.floor(room.width / (size * pitch) + 0.001)));
  const rows = Math.ceil(count / columns) || 1;
  /** @type {{ size: number, foot: number }[]} */
  const lines = [];
  let foot = 0;
  for (let row = 0; row < rows; row++) {
    const own = size * shrink ** row;
    lines.push({ size: own, foot });
    foot -= unitHeight(own) * ROW;
  }
  return {
    /** Where the last one stands: a small one has all its values below. */
    last: lines[rows - 1].foot - (lines[rows - 1].size < SMALL ? VALUES : 0),
    /**
     * Rows turn at their ends, so that units that move up pass no others.
     *
     * @param {number} k
     */
    cell(k) {
      const row = Math.min(rows - 1, Math.floor(k / columns));
      const { size: own, foot: y } = lines[row];
      const column = row % 2 === 0 ? k % columns : columns - 1 - (k % columns);
      return {
        x: (column + 0.5) * size * pitch,
        y: y - unitHeight(own) / 2,
        size: own,
      };
    },
  };
}

/**
 * Return how many units a side began with: later ones replace others.
 *
 * @param {StageState} state
 * @param {SideId} side
 */
export const beganWith = ({ roster, replaced }, side) =>
  Object.values(roster).filter((unit) => unit.side === side).length - (replaced?.[side] ?? 0);
