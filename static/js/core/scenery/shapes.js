// @ts-check
import { between } from "./random.js";

/** @import { Random } from "./random" */

/** @typedef {readonly [number, number]} Point */

/** The picture's measures; a layer is painted somewhat beyond them, so that it can shift. */
export const WIDTH = 1200;
export const HEIGHT = 600;
export const MARGIN = 90;

/** Where the ground begins. */
export const HORIZON = 268;

/** Short numbers make short paths. @param {number} x */
const n = (x) => Math.round(x * 10) / 10;

/** @param {readonly Point[]} points */
export const line = (points) => `M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join("L")}`;

/** @param {...Point} points */
export const polygon = (...points) => `${line(points)}Z`;

/** @param {number} x @param {number} y @param {number} rx @param {number} [ry] */
export const oval = (x, y, rx, ry = rx) =>
  `M${n(x - rx)} ${n(y)}a${n(rx)} ${n(ry)} 0 1 1 ${n(2 * rx)} 0a${n(rx)} ${n(ry)} 0 1 1 ${n(-2 * rx)} 0Z`;

/** @param {number} x @param {number} y @param {number} width @param {number} height */
export const box = (x, y, width, height) =>
  `M${n(x)} ${n(y)}h${n(width)}v${n(height)}h${n(-width)}Z`;

/**
 * A patch with a wavering edge.
 *
 * @param {Random} random
 * @param {number} x
 * @param {number} y
 * @param {number} rx
 * @param {number} ry
 */
export function blob(random, x, y, rx, ry) {
  const count = 11;
  const points = Array.from({ length: count }, (_, k) => {
    const [turn, out] = [(k / count) * Math.PI * 2, between(random, 0.72, 1.12)];
    return [x + Math.cos(turn) * rx * out, y + Math.sin(turn) * ry * out];
  });
  const middle = (/** @type {number} */ k) => {
    const [[x1, y1], [x2, y2]] = [points[k % count], points[(k + 1) % count]];
    return `${n((x1 + x2) / 2)} ${n((y1 + y2) / 2)}`;
  };
  const curves = points.map(([px, py], k) => `Q${n(px)} ${n(py)} ${middle(k)}`);
  return `M${middle(count - 1)}${curves.join("")}Z`;
}

/**
 * The course of a ridge: a sum of sines. It gives the height of its crest at any x.
 *
 * @param {Random} random
 * @param {{ y: number, rise: number, waves?: number }} shape where it lies, how far it rises, and how often
 */
export function createRidge(random, { y, rise, waves = 1.5 }) {
  const sines = [1, 2, 3.3, 5.7, 11].map((k) => ({
    often: ((waves * k * between(random, 0.7, 1.3)) / WIDTH) * Math.PI * 2,
    shift: random() * 7,
    rise: rise / k ** 1.25,
  }));
  return (/** @type {number} */ x) =>
    y - sines.reduce((sum, sine) => sum + Math.sin(x * sine.often + sine.shift) * sine.rise, 0);
}

/** @typedef {(x: number) => number} Ridge */

/**
 * The land below a ridge.
 *
 * @param {Ridge} ridge
 * @param {number} [foot]
 */
export function land(ridge, foot = HEIGHT + MARGIN) {
  /** @type {Point[]} */
  const points = [];
  for (let x = -MARGIN; x <= WIDTH + MARGIN; x += 10) points.push([x, ridge(x)]);
  return `${line(points)}V${foot}H${-MARGIN}Z`;
}

/**
 * A bare mountain: all of it, its side away from the light, and the snow on its top.
 *
 * @param {Random} random
 * @param {{ x: number, foot: number, width: number, height: number }} place
 */
export function mountain(random, { x, foot, width, height }) {
  const steps = 7;
  const jagged = (/** @type {number} */ k, /** @type {number} */ out) => {
    const t = k / steps;
    const rough = k % steps ? between(random, -0.035, 0.035) * width : 0;
    return /** @type {Point} */ ([x + out * t * width + rough, foot - height * (1 - t ** 1.12)]);
  };
  const side = (/** @type {number} */ out) =>
    Array.from({ length: steps + 1 }, (_, k) => jagged(k, out));
  const [left, ridge, right] = [side(-0.5), side(0.07), side(0.5)];
  const zigzag = [left[2], [x - width * 0.06, foot - height * 0.62], ridge[2]];
  const snow = [right[2], [x + width * 0.1, foot - height * 0.66], ridge[2]];
  return {
    body: polygon(...left.toReversed(), ...right),
    shade: polygon(...ridge, ...right.toReversed()),
    snow: polygon(left[0], left[1], .../** @type {Point[]} */ (zigzag), ridge[1]),
    dull: polygon(right[0], right[1], .../** @type {Point[]} */ (snow), ridge[1]),
  };
}

/**
 * Trees of several kinds, each a shape and the parts of it that the light falls on.
 *
 * @type {Record<"pine" | "round" | "bare" | "palm" | "cactus", (random: Random, x: number, y: number, size: number) => { body: string, lit: string, glint?: string }>}
 */
export const TREES = {
  pine(random, x, y, size) {
    const w = size * between(random, 0.19, 0.25);
    const tiers = [
      [0.98, 0.55, 0.55],
      [0.74, 0.3, 0.78],
      [0.5, 0.08, 1],
    ];
    const tier = (/** @type {number} */ from, /** @type {number} */ to) =>
      tiers
        .map(([top, bottom, wide]) =>
          polygon(
            [x, y - size * top],
            [x + w * wide * to, y - size * bottom],
            [x, y - size * (bottom - 0.04)],
            [x + w * wide * from, y - size * bottom],
          ),
        )
        .join("");
    return {
      body: tier(-1, 1) + box(x - size * 0.03, y - size * 0.1, size * 0.06, size * 0.12),
      lit: tier(-1, -0.1),
    };
  },
  round(random, x, y, size) {
    const r = size * 0.17;
    const crowns = Array.from({ length: 9 }, (_, k) => {
      const turn = k * 2.4 + random() * 0.6;
      const out = Math.sqrt(k / 9) * size;
      return [Math.cos(turn) * out * 0.34, Math.sin(turn) * out * 0.24 - size * 0.6];
    });
    const crown = (/** @type {number} */ shift, /** @type {number} */ scale) =>
      crowns
        .map(([dx, dy], k) =>
          oval(x + dx - shift, y + dy - shift, r * (1.1 + (k % 3) * 0.12) * scale),
        )
        .join("");
    return {
      body:
        crown(0, 1) +
        polygon(
          [x - size * 0.04, y - size * 0.5],
          [x + size * 0.04, y - size * 0.5],
          [x + size * 0.07, y + 1],
          [x - size * 0.07, y + 1],
        ),
      lit: crown(size * 0.05, 0.62),
      glint: crown(size * 0.085, 0.3),
    };
  },
  bare(random, x, y, size) {
    const lean = between(random, -0.12, 0.12) * size;
    const trunk = (/** @type {number} */ w) =>
      polygon(
        [x - w * size, y],
        [x + lean - 0.012 * size, y - 0.96 * size],
        [x + lean + 0.4 * w * size, y - 0.6 * size],
        [x + (w < 0.04 ? 0 : w * size), y],
      );
    const branch = (/** @type {number} */ up, /** @type {number} */ out, /** @type {number} */ w) =>
      polygon(
        [x + lean * up, y - up * size],
        [x + lean * up + out * 0.6 * size, y - (up + 0.12) * size],
        [x + lean * up + out * size, y - (up + 0.34) * size],
        [x + lean * up + out * 0.52 * size, y - (up + 0.06) * size],
        [x + lean * up, y - (up - w) * size],
      );
    return {
      body:
        trunk(0.055) +
        branch(0.42, between(random, 0.2, 0.34), 0.06) +
        branch(0.55, between(random, -0.34, -0.2), 0.05) +
        branch(0.68, between(random, 0.12, 0.2), 0.035),
      lit: trunk(0.03),
    };
  },
  palm(random, x, y, size) {
    const lean = between(random, -0.2, 0.2) * size;
    const [cx, cy] = [x + lean, y - size * 0.76];
    const frond = (/** @type {number} */ dx, /** @type {number} */ dy) =>
      `M${n(cx)} ${n(cy)}q${n(dx * 0.55 * size)} ${n((dy - 0.34) * size)} ${n(dx * size)} ${n(dy * size)}q${n(-dx * 0.5 * size)} ${n((-dy * 0.8 - 0.1) * size)} ${n(-dx * size)} ${n(-dy * size)}Z`;
    return {
      body:
        `M${n(x - size * 0.05)} ${n(y)}Q${n(x)} ${n(y - size * 0.4)} ${n(cx - size * 0.025)} ${n(cy)}h${n(size * 0.05)}Q${n(x + size * 0.06)} ${n(y - size * 0.4)} ${n(x + size * 0.05)} ${n(y)}Z` +
        [
          [0.44, 0.22],
          [0.4, 0.04],
          [0.26, -0.1],
          [0.2, 0.32],
        ]
          .map(([dx, dy]) => frond(dx, dy))
          .join(""),
      lit: [
        [-0.44, 0.2],
        [-0.4, 0.02],
        [-0.24, -0.12],
        [-0.22, 0.32],
      ]
        .map(([dx, dy]) => frond(dx, dy))
        .join(""),
    };
  },
  cactus(random, x, y, size) {
    const w = size * 0.13;
    const pillar = (
      /** @type {number} */ left,
      /** @type {number} */ top,
      /** @type {number} */ wide,
      foot = y,
    ) =>
      `M${n(left)} ${n(foot)}V${n(top + wide / 2)}a${n(wide / 2)} ${n(wide / 2)} 0 0 1 ${n(wide)} 0V${n(foot)}Z`;
    const arm = (/** @type {number} */ out, /** @type {number} */ up, /** @type {number} */ top) =>
      pillar(x + out * size - w * 0.35, y - top * size, w * 0.7, y - (up - 0.07) * size) +
      box(Math.min(x, x + out * size), y - up * size, Math.abs(out) * size, w * 0.6);
    const [left, right] = [between(random, 0.3, 0.45), between(random, 0.4, 0.55)];
    return {
      body:
        pillar(x - w / 2, y - size, w) +
        arm(-0.24, left, left + 0.3) +
        arm(0.22, right, right + 0.26),
      lit: pillar(x - w * 0.42, y - size * 0.98, w * 0.34),
    };
  },
};

/** @typedef {keyof typeof TREES} TreeKind */

/**
 * A tuft of grass of three blades, to be drawn as a line.
 *
 * @param {number} x
 * @param {number} y
 * @param {number} k its size
 */
export const tuft = (x, y, k) =>
  `M${n(x)} ${n(y)}q${n(-2 * k)} ${n(-7 * k)} ${n(-5 * k)} ${n(-9 * k)}M${n(x)} ${n(y)}q0 ${n(-8 * k)} ${n(k)} ${n(-12 * k)}M${n(x)} ${n(y)}q${n(2 * k)} ${n(-6 * k)} ${n(6 * k)} ${n(-8 * k)}`;

/**
 * A stone, and its lit top.
 *
 * @param {Random} random
 * @param {number} x
 * @param {number} y
 * @param {number} k half its width
 */
export function rock(random, x, y, k) {
  const top = between(random, 0.7, 1.1) * k;
  const cut = between(random, -0.3, 0.2) * k;
  return {
    body: polygon(
      [x - k, y],
      [x - k * 0.72, y - top * 0.62],
      [x + cut, y - top],
      [x + k * 0.75, y - top * 0.55],
      [x + k, y],
    ),
    lit: polygon(
      [x - k, y],
      [x - k * 0.72, y - top * 0.62],
      [x + cut, y - top],
      [x + cut * 0.4 - k * 0.1, y - top * 0.42],
      [x - k * 0.3, y],
    ),
  };
}

/**
 * Battlements from x to x + width, their feet at y: teeth as wide as the gaps between them.
 *
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} [count] of teeth
 */
export function battlements(x, y, width, count = 5) {
  const tooth = width / (2 * count - 1);
  let d = `M${n(x)} ${n(y)}`;
  for (let k = 0; k < count; k++) {
    d += `H${n(x + 2 * k * tooth)}v${n(-tooth * 1.1)}h${n(tooth)}V${n(y)}`;
  }
  return `${d}Z`;
}
