// @ts-check
import { down, glow } from "./painter.js";
import { between } from "./random.js";
import * as shapes from "./shapes.js";
import { HEIGHT, MARGIN, WIDTH } from "./shapes.js";
import { BLACK, css, mix, tone, veil, WHITE } from "./tones.js";

/** @import { Painter } from "./painter" */
/** @import { Ridge } from "./shapes" */
/** @import { Tone } from "./tones" */

/** Shadows are bluish. */
const SHADE = tone("#12284a", "#03081a");

/**
 * A chain of bare mountains in the haze, with or without snow.
 *
 * @param {Painter} p
 * @param {{ count: number, height: number, foot?: number, rock: Tone, haze: Tone, snow?: Tone }} look
 */
export function paintMountains(p, { count, height, foot = p.horizon + 6, rock, haze, snow }) {
  const order = Array.from({ length: count }, (_, k) => k).sort(
    (m, n) => ((m * 0.618034) % 1) - ((n * 0.618034) % 1),
  );
  for (const k of order) {
    const x = ((k + 0.5 + between(p.random, -0.25, 0.25)) / count) * WIDTH;
    const high = height * between(p.random, 0.55, 1.1);
    const width = high * between(p.random, 2.3, 3.1);
    const peak = shapes.mountain(p.random, { x, foot, width, height: high });
    const lit = mix(rock, WHITE, 0.16);
    p.fill(peak.body, down(lit, [0.95, haze]));
    p.fill(peak.shade, down(mix(rock, BLACK, 0.16), [0.95, haze]));
    if (!snow) continue;
    p.fill(peak.snow, snow);
    p.fill(peak.dull, mix(snow, rock, 0.38));
  }
}

/**
 * A ridge of land with light along its crest, fading into the haze at its foot.
 *
 * @param {Painter} p
 * @param {{ y: number, rise: number, waves?: number, tone: Tone, haze: Tone, hazy?: number }} look
 * @returns {Ridge}
 */
export function paintRidge(p, { haze, hazy = 0.55, tone, ...shape }) {
  const ridge = shapes.createRidge(p.random, shape);
  p.fill(shapes.land(ridge, p.horizon + 30), down(mix(tone, WHITE, 0.1), mix(tone, haze, hazy)));
  return ridge;
}

/**
 * The ground below the units: overlapping folds of land with patches of light and dark.
 *
 * @param {Painter} p
 * @param {{ far: Tone, near: Tone, light: Tone, at: readonly [number, number] }} look
 */
export function paintGround(p, { far, near, light, at }) {
  const ridge = shapes.createRidge(p.random, { y: p.horizon, rise: 3, waves: 1.2 });
  p.fill(shapes.land(ridge), down(mix(far, WHITE, 0.16), [0.12, far], [0.8, near], near));
  const [bright, dark] = [mix(far, WHITE, 0.3), mix(near, SHADE, 0.5)];
  for (const [k, share] of [0.09, 0.23, 0.42, 0.68].entries()) {
    const y = p.horizon + p.reach * share;
    const fold = shapes.createRidge(p.random, { y, rise: 6 + 4 * k, waves: 1.1 });
    const deep = 22 + 10 * k;
    p.fill(
      shapes.land((x) => fold(x) - deep, y),
      down(veil(dark, 0), [0.75, veil(dark, 0.3)], veil(dark, 0.1)),
    );
    p.fill(
      shapes.land(fold, y + 80 + 30 * k),
      down(
        mix(mix(far, WHITE, 0.1), near, 0.26 * k),
        [0.5, veil(mix(far, near, 0.3 * k), 0.5)],
        veil(near, 0),
      ),
    );
  }
  const patches = 18;
  for (let k = 0; k < patches; k++) {
    const t = (k + 0.5) / patches;
    const wide = between(p.random, 60, 130) * (0.6 + 1.7 * t);
    const tone = k % 2 ? bright : dark;
    p.fill(
      shapes.oval(
        between(p.random, -40, WIDTH + 40),
        p.horizon + 16 + t ** 1.3 * p.reach,
        wide,
        wide * (0.07 + 0.09 * t),
      ),
      glow(veil(tone, 0.26), veil(tone, 0)),
    );
  }
  p.fill(
    shapes.oval(at[0] + 60, p.horizon + 70, 430, 120),
    glow(veil(light, 0.24, 0.15), veil(light, 0)),
  );
}

/**
 * A winding path from the horizon to the viewer, which is kept free of plants and stones.
 *
 * @param {Painter} p
 * @param {{ from: number, to: number, tone: Tone, wide?: number }} look `from` and `to` are x
 */
export function paintPath(p, { from, to, tone, wide = 150 }) {
  const reach = HEIGHT + MARGIN - p.horizon;
  const [turn, swing] = [p.random() * 1.2 + (from > to ? 3.6 : 0.5), between(p.random, 70, 100)];
  const course = (/** @type {number} */ t) => ({
    x:
      from +
      (to - from) * t +
      Math.sin(Math.log(t + 0.05) * 3.4 + turn) * swing * Math.min(1, t * 5) * (0.5 + t),
    half: 3 + wide * t,
  });
  const edge = (/** @type {number} */ side, /** @type {number} */ share) =>
    Array.from({ length: 61 }, (_, k) => {
      const t = (k / 60) ** 1.6;
      const { x, half } = course(t);
      const rough = between(p.random, -0.05, 0.05) * half;
      return /** @type {const} */ ([x + side * half * share + rough, p.horizon + 2 + reach * t]);
    });
  const band = (/** @type {number} */ left, /** @type {number} */ right) =>
    shapes.polygon(...edge(-1, left), ...edge(1, right).reverse());
  p.fill(band(1.1, 1.16), veil(mix(tone, BLACK, 0.6), 0.26));
  p.fill(band(1, 1), down(mix(tone, WHITE, 0.22), tone, mix(tone, BLACK, 0.14)));
  p.fill(band(0.7, -0.4), veil(mix(tone, BLACK, 0.5), 0.12));
  p.fill(band(-0.34, 0.68), veil(mix(tone, BLACK, 0.5), 0.12));
  p.taken = (x, y) => {
    const t = (y - p.horizon) / reach;
    const at = course(Math.max(0, t));
    return Math.abs(x - at.x) < at.half * 1.2 + 8;
  };
}

/**
 * Stones with shadows.
 *
 * @param {Painter} p
 * @param {{ count: number, tone: Tone, size?: number }} look
 */
export function paintRocks(p, { count, tone, size = 15 }) {
  let [body, lit, shadow] = ["", "", ""];
  for (let k = 0; k < count; k++) {
    const t = (k + p.random()) / count;
    const r = size * (0.3 + 0.9 * t) * between(p.random, 0.6, 1.3);
    const [x, y] = [between(p.random, -20, WIDTH + 20), p.horizon + 10 + t ** 1.3 * p.reach];
    if (p.taken(x, y)) continue;
    const stone = shapes.rock(p.random, x, y, r);
    body += stone.body;
    lit += stone.lit;
    shadow += shapes.oval(x + r * 0.3, y, r * 1.2, r * 0.2);
  }
  p.fill(shadow, veil(BLACK, 0.22));
  p.fill(body, mix(tone, BLACK, 0.28));
  p.fill(lit, mix(tone, WHITE, 0.22));
}

/**
 * Pools that reflect the sky, with reeds at their edges.
 *
 * @param {Painter} p
 * @param {{ count: number, water: Tone, edge: Tone, reed?: Tone }} look
 */
export function paintPools(p, { count, water, edge, reed }) {
  let reeds = "";
  for (let k = 0; k < count; k++) {
    const t = (k + 0.3 + p.random() * 0.5) / count;
    const wide = between(p.random, 70, 120) * (0.5 + 1.2 * t);
    const high = wide * (0.08 + 0.08 * t);
    const y = p.horizon + 14 + t ** 1.25 * p.reach * 0.9;
    let x = ((k * 0.618034 + 0.2) % 1) * WIDTH;
    for (
      let tries = 0;
      tries < 3 && (p.taken(x - wide, y) || p.taken(x, y) || p.taken(x + wide, y));
      tries++
    ) {
      x = (x + 370) % WIDTH;
    }
    const shore = shapes.blob(p.random, x, y, wide, high);
    p.fill(shore, edge, { stroke: css(edge), "stroke-width": 2 + 5 * t });
    p.fill(
      shore,
      down(mix(water, SHADE, 0.55), [0.55, mix(water, SHADE, 0.2)], mix(water, WHITE, 0.1)),
    );
    p.fill(
      shapes.oval(x - wide * 0.2, y + high * 0.1, wide * 0.36, high * 0.07) +
        shapes.oval(x + wide * 0.25, y + high * 0.42, wide * 0.3, high * 0.06),
      veil(WHITE, 0.45, 0.25),
    );
    for (let j = 0; j < 12; j++) {
      const out = between(p.random, 0.75, 1.05) * (j % 2 ? 1 : -1);
      const tall = between(p.random, 16, 32) * (0.5 + t);
      reeds += `M${Math.round(x + out * wide)} ${Math.round(y + between(p.random, -0.3, 0.4) * high)}q1 ${-Math.round(tall / 2)} ${Math.round(between(p.random, -7, 7))} ${-Math.round(tall)}`;
    }
  }
  if (reed) p.stroke(reeds, reed, 1.7);
}
