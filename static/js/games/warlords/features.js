// @ts-check
import * as paint from "../../player/stage/scenery/scenery.js";
import {
  BLACK,
  between,
  HORIZON,
  MARGIN,
  mix,
  tone,
  veil,
  WHITE,
  WIDTH,
} from "../../player/stage/scenery/scenery.js";

/** @import { Painter, Tone } from "../../player/stage/scenery/scenery" */
/** @import { Look } from "./palettes" */

/**
 * Heaped clouds.
 *
 * @param {Painter} p
 * @param {readonly [number, number]} at position of the sun
 * @param {Tone} lit
 * @param {Tone} shade
 * @param {number} [count]
 */
export const heapedClouds = (p, at, lit, shade, count = 7) =>
  paint.paintClouds(p, { count, lit, shade, at });

/**
 * A band of haze over the foot of a distant layer.
 *
 * @param {Painter} p
 * @param {Tone} tone
 * @param {number} y
 * @param {number} [high]
 */
export const mist = (p, tone, y, high = 40) =>
  p.fill(
    paint.box(-MARGIN, y - high / 2, WIDTH + 2 * MARGIN, high),
    paint.down(veil(tone, 0), veil(tone, 0.75, 0.6), veil(tone, 0)),
  );

/** Rolling hills in front of the horizon. @param {Painter} p @param {Look} look */
export function downs(p, { far, haze, wood }) {
  for (const [k, y] of [244, 256].entries()) {
    const hazy = 0.42 - k * 0.22;
    const shape = { y, rise: 17 - 5 * k, waves: 1.4 + k, haze, hazy: 0.2 };
    const ridge = paint.paintRidge(p, { ...shape, tone: mix(far, haze, hazy) });
    const tone = mix(wood, haze, hazy * 0.8);
    paint.paintTrees(p, k ? "pine" : "round", 26 + 8 * k, 26 + 9 * k, { tone, ridge });
  }
}

/** Fields in the distance. @param {Painter} p @param {Tone} far @param {Tone} haze */
export function fields(p, far, haze) {
  const crops = [tone("#d9c05a"), tone("#8fa84a"), tone("#c79a4e"), tone("#b8cc74")];
  for (let k = 0; k < 12; k++) {
    const [x, y] = [k * 108 + between(p.random, -40, 40), 255 + (k % 3) * 6];
    const wide = between(p.random, 60, 120);
    p.fill(
      paint.polygon([x, y], [x + wide, y - 1], [x + wide * 1.24, y + 5], [x + wide * 0.1, y + 6]),
      mix(crops[k % 4], mix(far, haze, 0.4), 0.45),
    );
  }
}

/**
 * Trunks from the ground to beyond the upper edge, with a canopy.
 *
 * @param {Painter} p
 * @param {{ count: number, wide: number, tone: Tone, leaf: Tone, low: number, at?: readonly (readonly [number, number])[] }} look
 */
export function trunks(p, { count, wide, tone, leaf, low, at = [[-0.04, 1.04]] }) {
  let [body, lit, crown, top] = ["", "", "", ""];
  for (let k = 0; k < count; k++) {
    const [from, to] = at[k % at.length];
    const x = (from + (to - from) * ((k * 0.618034 + p.random() * 0.1) % 1)) * WIDTH;
    const w = wide * between(p.random, 0.6, 1.25);
    const lean = between(p.random, -0.9, 0.9) * wide;
    const foot = HORIZON + 4 + wide * 0.3;
    body +=
      `M${x - w} ${foot}Q${x - w * 0.45} ${foot - w} ${x + lean - w * 0.4} ${-MARGIN}h${w * 0.8}Q${x + w * 0.45} ${foot - w} ${x + w} ${foot}Z` +
      paint.polygon(
        [x + lean * 0.4, 190],
        [x + lean + wide * 2.6, 60],
        [x + lean + wide * 3, 60],
        [x + lean * 0.4 + w * 0.2, 200],
      );
    lit += `M${x - w * 0.8} ${foot}Q${x - w * 0.4} ${foot - w} ${x + lean - w * 0.36} ${-MARGIN}h${w * 0.24}Q${x - w * 0.2} ${foot - w} ${x - w * 0.4} ${foot}Z`;
    for (let j = 0; j < 5; j++) {
      const [cx, r] = [
        x + lean + between(p.random, -4, 4) * (wide + 10),
        between(p.random, 1.2, 2) * (wide * 0.5 + 16),
      ];
      const cy = between(p.random, -30, low);
      crown += paint.oval(cx, cy, r * 1.3, r);
      top += paint.oval(cx - r * 0.3, cy - r * 0.25, r * 0.8, r * 0.55);
    }
  }
  p.fill(body, tone);
  p.fill(lit, mix(tone, WHITE, 0.16));
  p.fill(crown, leaf);
  p.fill(top, mix(leaf, WHITE, 0.1));
}

/** Sunbeams through the leaves. @param {Painter} p @param {Tone} light */
export function shafts(p, light) {
  for (let k = 0; k < 6; k++) {
    const [x, w] = [180 + k * 120 + between(p.random, -30, 30), between(p.random, 16, 50)];
    p.fill(
      paint.polygon([x, -20], [x + w, -20], [x + w * 2.4 + 170, 285], [x + 130, 285]),
      paint.down([0.1, veil(light, 0.42, 0.16)], veil(light, 0)),
    );
  }
}

/** @param {Painter} p @param {Look} look @param {number} count */
export function pools(p, { haze, light, near, sky }, count) {
  const reed = mix(near, tone("#b0a860"), 0.4);
  paint.paintPools(p, {
    count,
    water: mix(mix(sky[1], haze, 0.4), light, 0.18),
    edge: mix(near, BLACK, 0.12),
    reed,
  });
}

/** Table mountains, lit from the left. @param {Painter} p @param {Tone} rock @param {Tone} haze */
export function mesas(p, rock, haze) {
  for (let k = 0; k < 6; k++) {
    const [x, w] = [k * 230 - 60 + between(p.random, -50, 60), between(p.random, 70, 150)];
    const top = HORIZON - between(p.random, 34, 92);
    const body = paint.polygon(
      [x - 26, HORIZON + 8],
      [x + 4, top + 26],
      [x + 8, top],
      [x + w, top + 3],
      [x + w + 6, top + 28],
      [x + w + 34, HORIZON + 8],
    );
    p.fill(body, paint.across(mix(rock, WHITE, 0.22), [0.4, rock], mix(rock, BLACK, 0.24)));
    let bands = "";
    for (let j = 0; j < 3; j++) bands += paint.box(x + 6, top + 7 + j * 9, w - 4, 2.4);
    p.fill(bands, veil(mix(rock, BLACK, 0.5), 0.22));
    p.fill(body, paint.down([0.3, veil(haze, 0)], veil(haze, 0.85)));
  }
}

/** Dunes with a lit and a dark side. @param {Painter} p @param {Tone} sand @param {number} count */
export function dunes(p, sand, count) {
  for (let k = 0; k < count; k++) {
    const x = ((k * 0.618034 + 0.1) % 1) * WIDTH;
    const [w, h] = [between(p.random, 190, 330), between(p.random, 26, 52)];
    const foot = HORIZON + 8 + k * 2;
    const crest = `M${x - w} ${foot}Q${x - w * 0.3} ${foot - h * 0.3} ${x} ${foot - h}`;
    p.fill(
      `${crest}Q${x + w * 0.5} ${foot - h * 0.1} ${x + w} ${foot}Z`,
      paint.down(mix(sand, WHITE, 0.3), sand),
    );
    p.fill(
      `M${x} ${foot - h}Q${x + w * 0.5} ${foot - h * 0.1} ${x + w} ${foot}H${x - w * 0.2}Q${x + w * 0.22} ${foot - h * 0.3} ${x} ${foot - h}Z`,
      paint.down(mix(sand, tone("#7a4a3a"), 0.42), mix(sand, tone("#7a4a3a"), 0.12)),
    );
  }
}

/** Wind ripples in the sand. @param {Painter} p @param {Tone} dark @param {Tone} light */
export function ripples(p, dark, light) {
  for (let band = 0; band < 4; band++) {
    let d = "";
    for (let k = 0; k < 26; k++) {
      const [x, y] = [
        between(p.random, -60, WIDTH),
        HORIZON + 10 + (band + p.random()) ** 1.35 * 50,
      ];
      const long = (24 + 20 * band) * between(p.random, 0.7, 1.6);
      d += `M${Math.round(x)} ${Math.round(y)}q${Math.round(long / 2)} ${-3 - band} ${Math.round(long)} 0t${Math.round(long)} 0`;
    }
    p.stroke(d, veil(dark, 0.4), 0.8 + band * 0.5);
    p.stroke(d.replaceAll("M", "m0 0M"), veil(light, 0.16), 0.4 + band * 0.3);
  }
}

/** Sheets of bare ice with cracks. @param {Painter} p @param {Look} look @param {number} count */
export function floes(p, { haze }, count) {
  const ice = [tone("#9cc6e2", "#2f5688"), tone("#fbfdff", "#8fb2dc")];
  const [deep, edge] = ice.map((colour) => mix(colour, haze, 0.32));
  for (let k = 0; k < count; k++) {
    const t = (k + 0.4 + p.random() * 0.4) / count;
    const [x, y] = [((k * 0.618034 + 0.34) % 1) * WIDTH, HORIZON + 18 + t ** 1.25 * 290];
    if (p.taken(x, y)) continue;
    const [wide, high] = [between(p.random, 80, 140) * (0.5 + t), 0.1 + 0.1 * t];
    const sheet = paint.blob(p.random, x, y, wide, wide * high);
    p.fill(sheet, edge, { transform: `translate(0 ${-2 - 2 * t})` });
    p.fill(sheet, paint.slant(mix(deep, WHITE, 0.6), deep, mix(deep, WHITE, 0.3)));
    const crack = (/** @type {number} */ dx, /** @type {number} */ dy) =>
      `M${Math.round(x)} ${Math.round(y)}l${Math.round(dx * wide * 0.4)} ${Math.round(dy * wide * high * 0.3)}l${Math.round(dx * wide * 0.3)} ${Math.round(dy * wide * high * 0.5)}`;
    p.stroke(crack(1, -0.5) + crack(-0.8, 0.6) + crack(0.2, 0.9), veil(edge, 0.7), 0.8 + t * 0.6);
  }
}

/** Northern lights, visible by night only. @param {Painter} p */
export function aurora(p) {
  for (const [k, light] of [tone("#ffffff", "#58e6b0"), tone("#ffffff", "#7aa0ff")].entries()) {
    const course = paint.createRidge(p.random, { y: 200 - k * 46, rise: 26, waves: 1.3 });
    for (let x = -MARGIN; x < WIDTH + MARGIN; x += 15) {
      const high = between(p.random, 60, 120);
      const faint = Math.round((0.1 + 0.22 * Math.abs(Math.sin(x / 170 + k))) * 20) / 20;
      p.fill(
        paint.box(x, course(x) - high, 15.4, high),
        paint.down(veil(light, 0), [0.85, veil(light, 0, faint)], veil(light, 0)),
      );
    }
  }
}
