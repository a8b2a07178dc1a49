// @ts-check
import { between, createRandom } from "./random.js";

/** @import { Random } from "./random" */

/**
 * Draw one flake, leaf or cloud at a time in seconds, on a canvas of a size in px. `random` restarts with the
 * same numbers each time.
 *
 * @typedef {(ctx: CanvasRenderingContext2D, own: { random: Random, width: number, height: number, seconds: number }) => void} Particle
 */

/** The fractional part. @param {number} at */
const wrap = (at) => at - Math.floor(at);

/**
 * A soft patch of a colour.
 *
 * @param {CanvasRenderingContext2D} ctx
 * @param {number} x
 * @param {number} y
 * @param {number} r
 * @param {string} rgb
 * @param {number} strength
 * @param {number} [flat] height as a share of the width
 */
function patch(ctx, x, y, r, rgb, strength, flat = 1) {
  const soft = ctx.createRadialGradient(0, 0, 0, 0, 0, r);
  soft.addColorStop(0, `rgb(${rgb} / ${strength})`);
  soft.addColorStop(1, `rgb(${rgb} / 0)`);
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(1, flat);
  ctx.fillStyle = soft;
  ctx.fillRect(-r, -r, 2 * r, 2 * r);
  ctx.restore();
}

/**
 * A light thing that sinks, sways and turns.
 *
 * @param {readonly string[]} colours
 * @param {number} size
 * @param {number} wide width as a share of the length
 * @returns {Particle}
 */
const falling =
  (colours, size, wide) =>
  (ctx, { random, width, height, seconds }) => {
    const [x, y, speed, turn] = [random(), random(), between(random, 0.03, 0.07), random() * 7];
    const sway = Math.sin(seconds * between(random, 0.5, 1.1) + turn) * 0.02;
    const r = size * between(random, 0.6, 1.2);
    ctx.fillStyle = colours[Math.floor(random() * colours.length)];
    ctx.beginPath();
    ctx.ellipse(
      wrap(x + seconds * 0.012 + sway) * width,
      wrap(y + seconds * speed) * (height + 20) - 10,
      r,
      r * wide * (0.35 + 0.65 * Math.abs(Math.sin(seconds * 1.4 + turn))),
      turn + seconds * 0.6,
      0,
      7,
    );
    ctx.fill();
  };

/**
 * A weather: at most 80 particles; its name is part of their seeds.
 *
 * @typedef {{ name: string, count: number, particle: Particle }} Weather
 */

/** @type {Weather} */
export const SNOW = {
  name: "snow",
  count: 70,
  particle(ctx, { random, width, height, seconds }) {
    const [x, y, near, turn] = [random(), random(), random(), random() * 7];
    ctx.fillStyle = `rgb(255 255 255 / ${0.35 + 0.4 * near})`;
    ctx.beginPath();
    ctx.arc(
      wrap(x + seconds * 0.014 * (0.4 + near) + Math.sin(seconds * 0.7 + turn) * 0.012) * width,
      wrap(y + seconds * (0.04 + 0.06 * near)) * (height + 8) - 4,
      0.8 + 1.6 * near,
      0,
      7,
    );
    ctx.fill();
  },
};

/** @type {Weather} */
export const RAIN = {
  name: "rain",
  count: 80,
  particle(ctx, { random, width, height, seconds }) {
    const [x, y, near] = [random(), random(), random()];
    const long = 9 + 9 * near;
    const [left, top] = [
      wrap(x - seconds * 0.12) * width,
      wrap(y + seconds * (0.9 + 0.5 * near)) * (height + 20) - 20,
    ];
    ctx.strokeStyle = `rgb(190 210 235 / ${0.16 + 0.18 * near})`;
    ctx.lineWidth = 1;
    ctx.beginPath();
    ctx.moveTo(left, top);
    ctx.lineTo(left - long * 0.22, top + long);
    ctx.stroke();
  },
};

/** @type {Weather} */
export const MIST = {
  name: "mist",
  count: 24,
  particle(ctx, { random, width, height, seconds }) {
    const [x, y, near, turn, firefly] = [
      random(),
      random(),
      random(),
      random() * 7,
      random() < 0.6,
    ];
    if (firefly) {
      const glow = Math.max(0, Math.sin(seconds * between(random, 0.8, 1.6) + turn));
      const [dx, dy] = [Math.sin(seconds * 0.5 + turn) * 26, Math.cos(seconds * 0.7 + turn) * 14];
      patch(ctx, x * width + dx, (0.42 + y * 0.5) * height + dy, 7, "225 240 130", 0.75 * glow);
      return;
    }
    const r = width * between(random, 0.14, 0.26);
    const left = wrap(x + seconds * (0.003 + 0.006 * near)) * (width + 2 * r) - r;
    patch(ctx, left, (0.42 + 0.5 * y) * height, r, "214 210 220", 0.13, 0.16);
  },
};

/** @type {Weather} */
export const SAND = {
  name: "sand",
  count: 60,
  particle(ctx, { random, width, height, seconds }) {
    const [x, y, near] = [random(), random(), random()];
    const left = wrap(x + seconds * (0.05 + 0.09 * near)) * (width + 60) - 30;
    const top = (0.42 + 0.56 * y) * height + Math.sin(seconds * 1.1 + x * 40) * 7;
    ctx.fillStyle = `rgb(250 226 170 / ${0.16 + 0.24 * near})`;
    ctx.fillRect(left, top, 5 + 14 * near, 1 + near * 0.6);
  },
};

/** @type {Weather} */
export const LEAVES = {
  name: "leaves",
  count: 22,
  particle: falling(
    ["rgb(214 150 62 / .7)", "rgb(172 104 46 / .7)", "rgb(150 160 66 / .6)"],
    4,
    0.55,
  ),
};

/** @type {Weather} */
export const PETALS = {
  name: "petals",
  count: 26,
  particle: falling(
    ["rgb(255 176 196 / .75)", "rgb(255 250 240 / .75)", "rgb(255 222 140 / .7)"],
    3.6,
    0.7,
  ),
};

/** @type {Weather} */
export const FIREFLIES = {
  name: "fireflies",
  count: 34,
  particle(ctx, { random, width, height, seconds }) {
    const [x, y, turn] = [random(), random(), random() * 7];
    const glow = Math.max(0, Math.sin(seconds * between(random, 0.8, 1.8) + turn));
    const [dx, dy] = [Math.sin(seconds * 0.5 + turn) * 34, Math.cos(seconds * 0.6 + turn) * 18];
    patch(ctx, x * width + dx, (0.3 + y * 0.62) * height + dy, 7, "240 235 140", 0.8 * glow);
  },
};

/** @type {Weather} */
export const CLOUDS = {
  name: "clouds",
  count: 8,
  particle(ctx, { random, width, height, seconds }) {
    const [x, y, speed, isBird] = [random(), random(), random(), random() < 0.6];
    if (isBird) {
      const left = wrap(x + seconds * (0.008 + 0.006 * speed)) * (width + 40) - 20;
      const top = (0.13 + 0.2 * y) * height + Math.sin(seconds * 0.4 + x * 9) * 8;
      const [span, flap] = [3 + 3 * speed, Math.sin(seconds * 5 + x * 20) * 2.2];
      ctx.strokeStyle = "rgb(40 52 72 / .5)";
      ctx.lineWidth = 1.2;
      ctx.beginPath();
      ctx.moveTo(left - span, top - flap);
      ctx.quadraticCurveTo(left - span * 0.4, top - 2, left, top);
      ctx.quadraticCurveTo(left + span * 0.4, top - 2, left + span, top - flap);
      ctx.stroke();
      return;
    }
    // The shadow of a cloud on the land.
    const r = width * between(random, 0.16, 0.28);
    const left = wrap(x + seconds * 0.008) * (width + 2 * r) - r;
    patch(ctx, left, (0.55 + 0.35 * y) * height, r, "12 26 44", 0.13, 0.2);
  },
};

/**
 * Draw a weather over the canvas; the same time always looks the same.
 *
 * @param {CanvasRenderingContext2D} ctx
 * @param {Weather} weather
 * @param {string | number} seed
 * @param {number} width of the stage, in the canvas's units
 * @param {number} height
 * @param {number} ms position in the battle
 */
export function drawWeather(ctx, { name, count, particle }, seed, width, height, ms) {
  ctx.save();
  for (let k = 0; k < count; k++) {
    const random = createRandom(`${name} ${seed} ${k}`);
    particle(ctx, { random, width, height, seconds: ms / 1000 });
  }
  ctx.restore();
}
