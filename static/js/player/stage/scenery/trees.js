// @ts-check
import { between } from "./random.js";
import { box, n, oval, polygon } from "./shapes.js";

/** @import { Random } from "./random" */

/**
 * Trees by kind, each a body and its lit parts.
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
