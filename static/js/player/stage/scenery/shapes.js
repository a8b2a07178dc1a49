// @ts-check
import { between } from "./random.js";

/** @import { Random } from "./random" */

/** @typedef {readonly [number, number]} Point */

/** Size of the picture; layers extend beyond it by the margin, so that they can shift. */
export const WIDTH = 1200;
export const HEIGHT = 600;
export const MARGIN = 140;

/** Default y of the horizon. */
export const HORIZON = 268;

/** Round to one decimal, for short paths. @param {number} x */
export const n = (x) => Math.round(x * 10) / 10;

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
 * A patch with an irregular edge.
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

/** The picture including its margins. */
export const EVERYWHERE = box(-MARGIN, -MARGIN, WIDTH + 2 * MARGIN, HEIGHT + 2 * MARGIN);

/**
 * A ridge as a sum of sines: a function from x to the y of its crest.
 *
 * @param {Random} random
 * @param {{ y: number, rise: number, waves?: number }} shape base line, amplitude, and number of waves
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
 * The area below a ridge.
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
 * A bare mountain: its body, its shaded side, and its snow in light and shade.
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
 * A tuft of three blades of grass, as lines.
 *
 * @param {number} x
 * @param {number} y
 * @param {number} k scale
 */
export const tuft = (x, y, k) =>
  `M${n(x)} ${n(y)}q${n(-2 * k)} ${n(-7 * k)} ${n(-5 * k)} ${n(-9 * k)}M${n(x)} ${n(y)}q0 ${n(-8 * k)} ${n(k)} ${n(-12 * k)}M${n(x)} ${n(y)}q${n(2 * k)} ${n(-6 * k)} ${n(6 * k)} ${n(-8 * k)}`;

/**
 * A stone and its lit top.
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
 * Battlements from x to x + width standing on y; the gaps are as wide as the teeth.
 *
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} [count] number of teeth
 */
export function battlements(x, y, width, count = 5) {
  const tooth = width / (2 * count - 1);
  let d = `M${n(x)} ${n(y)}`;
  for (let k = 0; k < count; k++) {
    d += `H${n(x + 2 * k * tooth)}v${n(-tooth * 1.1)}h${n(tooth)}V${n(y)}`;
  }
  return `${d}Z`;
}
