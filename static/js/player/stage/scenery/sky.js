// @ts-check
import { down, glow } from "./painter.js";
import { between } from "./random.js";
import { EVERYWHERE, HEIGHT, oval, WIDTH } from "./shapes.js";
import { BLACK, mix, tone, veil, WHITE } from "./tones.js";

/** @import { Painter } from "./painter" */
/** @import { Tone } from "./tones" */

const MOON = tone("#ffffff", "#eef0ff");

/**
 * The sky with its sun or moon, and stars by night. The light is on the left, as on the units' plates.
 *
 * @param {Painter} p
 * @param {{ sky: readonly Tone[], light: Tone, at: readonly [number, number], size?: number }} look
 */
export function paintSky(p, { sky, light, at: [x, y], size = 30 }) {
  p.layer(0);
  const last = sky.length - 1;
  p.fill(
    EVERYWHERE,
    down(...sky.map((tone, k) => /** @type {const} */ ([0.11 + (0.42 * k) / last, tone]))),
  );
  for (const [count, radius] of /** @type {const} */ ([
    [70, 0.9],
    [26, 1.5],
  ])) {
    let stars = "";
    for (let k = 0; k < count; k++) {
      const high = p.random() ** 1.4;
      stars += oval(between(p.random, 0, WIDTH), high * 230, radius * between(p.random, 0.6, 1));
    }
    p.fill(stars, veil(MOON, 0, 0.85));
  }
  p.fill(
    oval(x, y, size * 11),
    glow(
      veil(light, 0.9, 0.4),
      [0.22, veil(light, 0.42, 0.16)],
      [0.5, veil(light, 0.15, 0.06)],
      veil(light, 0),
    ),
  );
  const disc = mix(light, WHITE, 0.55);
  p.fill(oval(x, y, size), glow(mix(light, WHITE, 0.85), [0.8, disc], disc));
  const dent = veil(tone("#000000", "#8b93b8"), 0, 0.35);
  p.fill(
    oval(x - size * 0.3, y - size * 0.2, size * 0.24) +
      oval(x + size * 0.32, y + size * 0.22, size * 0.3) +
      oval(x + size * 0.22, y - size * 0.44, size * 0.14) +
      oval(x - size * 0.3, y + size * 0.45, size * 0.13),
    dent,
  );
}

/**
 * Heaped clouds lit from above, smaller and flatter towards the horizon; none covers the sun.
 *
 * @param {Painter} p
 * @param {{ count: number, lit: Tone, shade: Tone, at: readonly [number, number], top?: number, bottom?: number }} look
 */
export function paintClouds(p, { count, lit, shade, at, top = 84, bottom = 214 }) {
  for (let k = 0; k < count; k++) {
    const near = k / Math.max(1, count - 1);
    const y = bottom + (top - bottom) * near + between(p.random, -9, 9);
    const size = (11 + 25 * near) * between(p.random, 0.75, 1.25);
    let x = ((k * 0.618034 + 0.13 + p.random() * 0.1) % 1) * (WIDTH + 100) - 50;
    if (Math.abs(x - at[0]) < size * 3 + 50 && Math.abs(y - at[1]) < size * 2 + 50) x += 330;
    const puffs = 6 + Math.floor(p.random() * 3);
    let [body, light] = ["", ""];
    for (let j = 0; j < puffs; j++) {
      const t = (j + 0.5) / puffs - 0.5;
      const r = size * between(p.random, 0.75, 1.15) * (1.25 - 1.8 * Math.abs(t));
      const cx = x + t * size * 5.6;
      body += `M${Math.round(cx - r * 1.3)} ${Math.round(y)}a${r * 1.3} ${r * 1.5} 0 0 1 ${r * 2.6} 0a${r * 1.3} ${r * 0.22} 0 0 1 ${-r * 2.6} 0Z`;
      light += oval(cx - r * 0.14, y - r * 0.78, r, r * 0.62);
    }
    p.fill(body, down(lit, [0.35, mix(lit, shade, 0.35)], [0.85, shade], veil(shade, 0.5)));
    p.fill(light, down(lit, veil(lit, 0)));
  }
}

/**
 * Long, thin clouds along the horizon.
 *
 * @param {Painter} p
 * @param {number} count
 * @param {Tone} tone
 */
export function paintStreaks(p, count, tone) {
  const [top, bottom] = [82, 222];
  const soft = glow(tone, [0.45, mix(tone, veil(tone, 0), 0.3)], veil(tone, 0));
  for (let k = 0; k < count; k++) {
    const y = top + ((bottom - top) * (k + p.random())) / count;
    const x = ((k * 0.618034 + p.random() * 0.2) % 1) * WIDTH;
    const long = between(p.random, 130, 330);
    for (const [dx, dy, share, high] of [
      [0, 0, 1, 7],
      [0.35, 6, 0.6, 4],
      [-0.3, -6, 0.5, 4],
    ]) {
      p.fill(oval(x + long * dx, y + dy, long * share, high * between(p.random, 0.7, 1.4)), soft);
    }
  }
}

/**
 * Darken the corners over all other layers; this layer does not shift.
 *
 * @param {Painter} p
 * @param {number} [strength]
 */
export function paintVignette(p, strength = 0.34) {
  p.layer(0, "none");
  p.fill(
    oval(WIDTH / 2, HEIGHT * 0.46, WIDTH * 0.78, HEIGHT * 0.86) + EVERYWHERE,
    glow([0.5, veil(BLACK, 0)], veil(BLACK, strength)),
  );
}
