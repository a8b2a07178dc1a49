// @ts-check
import { between } from "./random.js";
import { oval, tuft, WIDTH } from "./shapes.js";
import { BLACK, mix, veil, WHITE } from "./tones.js";
import { TREES } from "./trees.js";

/** @import { Painter } from "./painter" */
/** @import { Ridge } from "./shapes" */
/** @import { Tone } from "./tones" */
/** @import { TreeKind } from "./trees" */

/** The whole width, and a little beyond both ends. */
const ALONG = /** @type {const} */ ([[-0.05, 1.05]]);

/**
 * Trees along a ridge, back to front; `at` limits them to ranges, as shares of the width.
 *
 * @param {Painter} p
 * @param {TreeKind} kind
 * @param {number} count
 * @param {number} size
 * @param {{ tone: Tone, ridge: Ridge, lit?: Tone, at?: readonly (readonly [number, number])[], depth?: number }} look
 */
export function paintTrees(p, kind, count, size, { tone, ridge, lit, at = ALONG, depth = 5 }) {
  let [body, light, glints, shadow] = ["", "", "", ""];
  for (let k = 0; k < count; k++) {
    const [from, to] = at[k % at.length];
    // Uneven spacing: dense in places, sparse in others.
    const x = (from + (to - from) * ((k * 0.618034 + p.random() * 0.07) % 1)) * WIDTH;
    const y = ridge(x) + (k / count) * depth + 2;
    if (p.taken(x, y)) continue;
    const tall = size * between(p.random, 0.62, 1.2);
    const tree = TREES[kind](p.random, x, y, tall);
    body += tree.body;
    light += tree.lit;
    glints += tree.glint ?? "";
    shadow += oval(x + tall * 0.22, y, tall * 0.34, tall * 0.045);
  }
  if (size > 40) p.fill(shadow, veil(BLACK, 0.16));
  p.fill(body, tone);
  p.fill(light, lit ?? mix(tone, WHITE, 0.11));
  p.fill(glints, mix(tone, WHITE, 0.22));
}

/**
 * Tufts of grass all over the ground, larger towards the viewer, and flowers.
 *
 * @param {Painter} p
 * @param {{ count: number, tones: readonly Tone[], flowers?: readonly Tone[] }} look
 */
export function paintTufts(p, { count, tones, flowers = [] }) {
  for (let band = 0; band < 4; band++) {
    const k = 0.38 + band * 0.3;
    for (const tone of tones) {
      let blades = "";
      for (let j = 0; j < (count / 4 / tones.length) * (1.4 - band * 0.22); j++) {
        const [x, y] = [
          between(p.random, -60, WIDTH + 60),
          p.horizon + 8 + ((band + p.random()) / 4) ** 1.4 * p.reach,
        ];
        if (p.taken(x, y)) continue;
        // A clump of three.
        for (let i = 0; i < 3; i++) {
          const [dx, dy] = [between(p.random, -9, 9) * k, between(p.random, -2, 2) * k];
          blades += tuft(x + dx, y + dy, k * between(p.random, 0.5, 1.2));
        }
      }
      p.stroke(blades, tone, 0.7 + band * 0.35);
    }
  }
  for (const tone of flowers) {
    let heads = "";
    for (let j = 0; j < 34; j++) {
      const t = p.random() ** 0.8;
      const [x, y, r] = [
        between(p.random, -40, WIDTH + 40),
        p.horizon + 14 + t ** 1.3 * p.reach,
        0.8 + 2 * t,
      ];
      if (p.taken(x, y)) continue;
      heads += oval(x, y, r, r * 0.8) + oval(x + r * 2.2, y + r, r * 0.8, r * 0.6);
    }
    p.fill(heads, tone);
  }
}
