// @ts-check
import { across, down } from "./painter.js";
import { between } from "./random.js";
import { battlements, box, polygon } from "./shapes.js";
import { BLACK, mix, tone, veil, WHITE } from "./tones.js";

/** @import { Painter } from "./painter" */
/** @import { Tone } from "./tones" */

/** Colour of windows: dark by day, lit by night. */
export const WINDOW = tone("#3d342c", "#ffcf6b");
const WOOD = tone("#6b4a2b", "#3a2a1c");

/** A wash for stone lit from the left. @param {Tone} stone */
export const litFromLeft = (stone) =>
  across(mix(stone, WHITE, 0.22), [0.32, stone], mix(stone, BLACK, 0.42));

/**
 * Scattered stones in the courses of a wall.
 *
 * @param {Painter} p
 * @param {{ x: number, y: number, width: number, height: number, tone: Tone, size?: number }} wall
 */
export function paintStones(p, { x, y, width, height, tone, size = 8 }) {
  let [dark, light] = ["", ""];
  for (let row = 0; (row + 1) * size <= height; row++) {
    for (
      let at = p.random() * size * 3;
      at < width - size * 2;
      at += size * between(p.random, 2, 5)
    ) {
      const stone = box(
        x + at,
        y + row * size + size * 0.14,
        size * between(p.random, 1.1, 1.8),
        size * 0.72,
      );
      if (p.random() < 0.5) dark += stone;
      else light += stone;
    }
  }
  p.fill(dark, veil(mix(tone, BLACK, 0.6), 0.2));
  p.fill(light, veil(mix(tone, WHITE, 0.5), 0.2));
}

/**
 * A pointed roof, lit from the left, with a shadow below its eaves.
 *
 * @param {Painter} p
 * @param {{ x: number, y: number, width: number, height: number, tone: Tone }} roof x and y of its lower left corner
 */
export function paintSpire(p, { x, y, width, height, tone }) {
  const [middle, top] = [x + width / 2, y - height];
  p.fill(box(x + width * 0.1, y, width * 0.8, height * 0.07), veil(BLACK, 0.3));
  p.fill(
    `M${x} ${y}Q${middle - width * 0.12} ${y - height * 0.42} ${middle} ${top}Q${middle + width * 0.12} ${y - height * 0.42} ${x + width} ${y}Q${middle} ${y + width * 0.1} ${x} ${y}Z`,
    across(
      mix(tone, WHITE, 0.3),
      [0.4, tone],
      [0.52, mix(tone, BLACK, 0.2)],
      mix(tone, BLACK, 0.5),
    ),
  );
}

/**
 * A tower with a roof, or with battlements if it has none.
 *
 * @param {Painter} p
 * @param {{ x: number, foot: number, width: number, height: number, stone: Tone, roof?: Tone, windows?: number }} look
 */
export function paintTower(p, { x, foot, width, height, stone, roof, windows = 1 }) {
  const top = foot - height;
  const [head, out] = [width * 0.34, width * 0.1];
  p.fill(box(x, top, width, height), litFromLeft(stone));
  paintStones(p, {
    x: x + 1,
    y: top + head,
    width: width - 2,
    height: height - head,
    tone: stone,
    size: width / 7,
  });
  p.fill(box(x, top + head, width, width * 0.1), veil(BLACK, 0.25));
  p.fill(box(x - out, top, width + 2 * out, head), litFromLeft(mix(stone, WHITE, 0.1)));
  if (roof) {
    paintSpire(p, {
      x: x - out * 1.9,
      y: top + 1,
      width: width + out * 3.8,
      height: width * 1.25,
      tone: roof,
    });
  } else {
    p.fill(
      battlements(x - out, top + 0.5, width + 2 * out, 4),
      litFromLeft(mix(stone, WHITE, 0.1)),
    );
  }
  for (let k = 0; k < windows; k++) {
    paintWindow(p, x + width * 0.5, top + head + width * (0.7 + k * 1.3), width * 0.2);
  }
}

/**
 * A narrow window with a round top.
 *
 * @param {Painter} p
 * @param {number} x middle
 * @param {number} y sill
 * @param {number} width
 */
export function paintWindow(p, x, y, width) {
  p.fill(
    `M${x - width / 2} ${y}v${-width * 1.3}a${width / 2} ${width / 2} 0 0 1 ${width} 0v${width * 1.3}Z`,
    WINDOW,
  );
}

/**
 * A wall with battlements.
 *
 * @param {Painter} p
 * @param {{ x: number, foot: number, width: number, height: number, stone: Tone }} look
 */
export function paintWall(p, { x, foot, width, height, stone }) {
  const top = foot - height;
  const teeth = Math.round(width / 11);
  p.fill(battlements(x, top + 0.5, width, teeth), mix(stone, WHITE, 0.12));
  p.fill(
    box(x, top, width, height),
    down(mix(stone, WHITE, 0.1), [0.25, stone], mix(stone, BLACK, 0.24)),
  );
  paintStones(p, { x, y: top + 6, width, height: height - 8, tone: stone, size: 6 });
  p.fill(box(x, top + 3, width, 2), veil(BLACK, 0.2));
}

/**
 * A gate with a round top.
 *
 * @param {Painter} p
 * @param {number} x middle
 * @param {number} foot
 * @param {number} width
 * @param {Tone} stone
 */
export function paintGate(p, x, foot, width, stone) {
  const arch = (/** @type {number} */ w) =>
    `M${x - w / 2} ${foot}v${-w * 0.55}a${w / 2} ${w / 2} 0 0 1 ${w} 0v${w * 0.55}Z`;
  p.fill(arch(width * 1.3), mix(stone, BLACK, 0.3));
  p.fill(arch(width), down(mix(WOOD, BLACK, 0.5), WOOD));
  let bars = "";
  for (let k = 1; k < 5; k++)
    bars += `M${x - width / 2 + (k * width) / 5} ${foot}v${-width * 0.85}`;
  p.stroke(bars, veil(BLACK, 0.35), width * 0.04);
}

/**
 * A cottage with its gable on the left.
 *
 * @param {Painter} p
 * @param {{ x: number, foot: number, width: number, wall: Tone, roof: Tone }} look
 */
export function paintHouse(p, { x, foot, width, wall, roof }) {
  const high = width * 0.4;
  const rise = width * 0.42;
  const gable = width * 0.4;
  const eaves = foot - high;
  p.fill(
    polygon([x + gable, foot], [x + gable, eaves], [x + width, eaves], [x + width, foot]),
    down(mix(wall, BLACK, 0.32), mix(wall, BLACK, 0.2)),
  );
  p.fill(
    polygon(
      [x, foot],
      [x, eaves],
      [x + gable / 2, eaves - rise],
      [x + gable, eaves],
      [x + gable, foot],
    ),
    across(mix(wall, WHITE, 0.25), wall),
  );
  p.fill(
    polygon(
      [x + gable / 2, eaves - rise - 2],
      [x + width - gable * 0.4, eaves - rise - 2],
      [x + width + 4, eaves + 3],
      [x + gable + 2, eaves + 3],
    ),
    down(mix(roof, WHITE, 0.16), mix(roof, BLACK, 0.2)),
  );
  p.fill(
    polygon(
      [x + gable / 2, eaves - rise - 2],
      [x + gable / 2 + width * 0.06, eaves - rise - 2],
      [x + width * 0.03, eaves + 6],
      [x - width * 0.05, eaves + 5],
    ),
    mix(roof, WHITE, 0.32),
  );
  p.fill(box(x + gable * 0.4, foot - high * 0.62, gable * 0.24, high * 0.62), WOOD);
  p.fill(
    box(x + gable + width * 0.12, eaves + high * 0.34, width * 0.1, high * 0.3) +
      box(x + gable + width * 0.36, eaves + high * 0.34, width * 0.1, high * 0.3),
    WINDOW,
  );
  p.fill(
    box(x + width * 0.62, eaves - rise - high * 0.32, width * 0.09, high * 0.5),
    mix(wall, BLACK, 0.35),
  );
}
