// @ts-check
import * as paint from "../../player/stage/scenery/scenery.js";
import {
  BLACK,
  between,
  CLOUDS,
  FIREFLIES,
  HORIZON,
  LEAVES,
  MIST,
  mix,
  RAIN,
  SAND,
  SNOW,
  tone,
  veil,
  WHITE,
} from "../../player/stage/scenery/scenery.js";
import {
  aurora,
  downs,
  dunes,
  fields,
  floes,
  heapedClouds,
  mesas,
  mist,
  pools,
  ripples,
  shafts,
  trunks,
} from "./features.js";
import { LOOKS } from "./palettes.js";

/** @import { Painter, Weather } from "../../player/stage/scenery/scenery" */
/** @import { Look } from "./palettes" */

/**
 * A terrain: its look, and what it paints into each layer. `also` is what it adds to the layers of another terrain
 * that comes first.
 *
 * @typedef {object} Terrain
 * @property {Look} look
 * @property {Weather[]} weather the battle's random numbers choose one
 * @property {(p: Painter, look: Look) => void} air
 * @property {(p: Painter, look: Look) => void} back
 * @property {(p: Painter, look: Look) => void} front
 * @property {(p: Painter, look: Look) => void} ground
 * @property {Partial<Record<"back" | "front" | "ground", (p: Painter, look: Look) => void>>} also
 */

const flat = () => HORIZON + 2;

/** Base line of the largest trees, closer to the viewer. */
const close = () => HORIZON + 12;
const OUTER = /** @type {const} */ ([
  [-0.05, 0.07],
  [0.93, 1.05],
]);

/** Both ends of the picture, framed by trees. */
const EDGES = /** @type {const} */ ([
  [-0.05, 0.2],
  [0.84, 1.05],
]);

/** @type {Record<string, Terrain>} */
export const TERRAINS = {
  open: {
    look: LOOKS.open,
    weather: [CLOUDS],
    air: (p, { at }) =>
      heapedClouds(p, at, tone("#ffffff", "#5a6795"), tone("#a9bfdb", "#2b3765"), 9),
    back(p, { haze, wood, rock }) {
      paint.paintRidge(p, { y: 226, rise: 15, waves: 1.6, tone: mix(rock, haze, 0.45), haze });
      const ridge = paint.paintRidge(p, { y: 246, rise: 8, tone: mix(wood, haze, 0.6), haze });
      const far = mix(wood, haze, 0.5);
      paint.paintTrees(p, "round", 70, 15, { tone: far, ridge });
    },
    front(p, { haze, wood, far }) {
      const ridge = paint.paintRidge(p, {
        y: 262,
        rise: 5,
        tone: mix(far, haze, 0.3),
        haze,
        hazy: 0.3,
      });
      fields(p, far, haze);
      paint.paintTrees(p, "round", 30, 26, { tone: mix(wood, haze, 0.28), ridge });
      paint.paintTrees(p, "round", 13, 92, { tone: wood, ridge: flat, at: EDGES });
    },
    ground(p, { far, near, wood }) {
      paint.paintTrees(p, "round", 5, 128, { tone: wood, ridge: close, at: OUTER, depth: 14 });
      const tones = [mix(far, WHITE, 0.18), mix(near, BLACK, 0.1)];
      paint.paintTufts(p, {
        count: 200,
        tones,
        flowers: [tone("#f6e27a"), tone("#f3f0ff"), tone("#d9674f")],
      });
    },
    also: {
      ground: (p) =>
        paint.paintTufts(p, { count: 40, tones: [tone("#c9d67a")], flowers: [tone("#f6e27a")] }),
    },
  },
  hills: {
    look: LOOKS.hills,
    weather: [CLOUDS],
    air: (p, { at }) =>
      heapedClouds(p, at, tone("#ffffff", "#566493"), tone("#a3bad6", "#263260"), 7),
    back(p, { rock, haze, wood }) {
      const high = { count: 9, height: 112, rock, haze, snow: tone("#f4f9ff", "#93a3cf") };
      paint.paintMountains(p, high);
      mist(p, haze, 262, 60);
      const ridge = paint.paintRidge(p, {
        y: 240,
        rise: 15,
        waves: 2,
        tone: mix(wood, haze, 0.52),
        haze,
      });
      paint.paintTrees(p, "pine", 150, 20, { tone: mix(wood, haze, 0.46), ridge });
    },
    front(p, look) {
      downs(p, look);
      const { wood } = look;
      paint.paintTrees(p, "pine", 32, 88, { tone: wood, ridge: flat, at: EDGES, depth: 8 });
    },
    ground(p, { far, near, rock, wood }) {
      paint.paintTrees(p, "pine", 7, 132, { tone: wood, ridge: close, at: OUTER, depth: 14 });
      paint.paintRocks(p, { count: 24, tone: mix(rock, tone("#8c8374"), 0.7) });
      const tones = [mix(far, WHITE, 0.2), mix(near, BLACK, 0.3)];
      paint.paintTufts(p, { count: 210, tones, flowers: [tone("#f4f0d8"), tone("#e7c64f")] });
    },
    also: { front: (p, look) => downs(p, look) },
  },
  forest: {
    look: LOOKS.forest,
    weather: [LEAVES, FIREFLIES],
    air: () => {},
    back(p, { wood, haze }) {
      trunks(p, {
        count: 46,
        wide: 7,
        tone: mix(wood, haze, 0.72),
        leaf: mix(wood, haze, 0.66),
        low: 96,
      });
      trunks(p, {
        count: 24,
        wide: 13,
        tone: mix(wood, haze, 0.5),
        leaf: mix(wood, haze, 0.46),
        low: 62,
      });
      shafts(p, tone("#fff7c4", "#bcd8ff"));
      const ridge = paint.paintRidge(p, {
        y: 256,
        rise: 6,
        waves: 4,
        tone: mix(wood, haze, 0.45),
        haze,
      });
      paint.paintTrees(p, "round", 60, 20, { tone: mix(wood, haze, 0.4), ridge });
    },
    front(p, { wood, haze }) {
      const [bark, leaf] = [mix(tone("#5b4630", "#1a2028"), haze, 0.12), mix(wood, haze, 0.1)];
      trunks(p, { count: 8, wide: 30, tone: bark, leaf, low: 46, at: EDGES });
      const bush = mix(wood, tone("#6a8a3a"), 0.35);
      paint.paintTrees(p, "round", 34, 26, { tone: bush, ridge: () => HORIZON + 4 });
    },
    ground(p, { far, near, light }) {
      for (let k = 0; k < 9; k++) {
        const [x, y] = [
          170 + k * 112 + between(p.random, -40, 40),
          HORIZON + 30 + between(p.random, 0, 1) ** 1.4 * 210,
        ];
        const wide = between(p.random, 50, 130);
        p.fill(
          paint.oval(x, y, wide, wide * 0.14),
          paint.glow(veil(light, 0.5, 0.2), veil(light, 0)),
        );
      }
      const leaves = [tone("#c98a3a"), tone("#a4622c"), tone("#d8b24e")];
      paint.paintTufts(p, {
        count: 230,
        tones: [mix(far, WHITE, 0.16), mix(near, BLACK, 0.26)],
        flowers: leaves,
      });
    },
    also: {
      front: (p, { wood }) =>
        paint.paintTrees(p, "pine", 60, 66, { tone: mix(wood, tone("#24432f"), 0.5), ridge: flat }),
    },
  },
  marsh: {
    look: LOOKS.marsh,
    weather: [MIST, MIST, RAIN],
    air(p) {
      paint.paintStreaks(p, 9, veil(tone("#f7c490", "#4a5a78"), 0.6, 0.5));
      paint.paintStreaks(p, 7, veil(tone("#5d4a70", "#1a2440"), 0.45));
    },
    back(p, { rock, haze, wood }) {
      paint.paintRidge(p, { y: 232, rise: 13, waves: 1.4, tone: mix(rock, haze, 0.4), haze });
      mist(p, haze, 250);
      const ridge = paint.paintRidge(p, {
        y: 250,
        rise: 5,
        waves: 3,
        tone: mix(wood, haze, 0.5),
        haze,
      });
      paint.paintTrees(p, "pine", 60, 22, { tone: mix(wood, haze, 0.48), ridge });
      paint.paintTrees(p, "bare", 20, 46, { tone: mix(wood, haze, 0.4), ridge });
    },
    front(p, { wood, haze }) {
      mist(p, haze, 262, 36);
      const lit = mix(wood, tone("#e0a878", "#7f96a8"), 0.35);
      paint.paintTrees(p, "bare", 13, 150, { tone: wood, lit, ridge: flat, at: EDGES });
      paint.paintTrees(p, "round", 34, 20, {
        tone: mix(wood, haze, 0.16),
        ridge: () => HORIZON + 6,
      });
    },
    ground(p, look) {
      const { far, near, wood } = look;
      pools(p, look, 11);
      paint.paintTrees(p, "bare", 4, 190, { tone: wood, ridge: close, at: OUTER, depth: 14 });
      paint.paintTufts(p, { count: 230, tones: [mix(far, WHITE, 0.16), mix(near, BLACK, 0.25)] });
    },
    also: { ground: (p, look) => pools(p, look, 7) },
  },
  desert: {
    look: LOOKS.desert,
    weather: [SAND],
    air: (p) => paint.paintStreaks(p, 8, veil(WHITE, 0.5, 0.12)),
    back(p, { rock, haze }) {
      mesas(p, mix(rock, haze, 0.45), haze);
      mist(p, haze, 260, 50);
    },
    front(p, { far, wood }) {
      dunes(p, far, 5);
      paint.paintTrees(p, "palm", 9, 96, { tone: wood, ridge: flat, at: EDGES });
    },
    ground(p, { far, near, rock }) {
      ripples(p, mix(near, BLACK, 0.2), mix(far, WHITE, 0.4));
      paint.paintRocks(p, { count: 18, tone: rock });
      const ridge = () => HORIZON + 26;
      paint.paintTrees(p, "cactus", 7, 44, { tone: tone("#587a48"), ridge, depth: 30 });
      paint.paintTufts(p, { count: 60, tones: [tone("#a2924e"), tone("#7d6a38")] });
    },
    also: {
      front: (p, { haze }) => dunes(p, mix(tone("#e6c483", "#544d70"), haze, 0.15), 3),
      ground: (p) =>
        paint.paintTrees(p, "cactus", 6, 40, {
          tone: tone("#587a48"),
          ridge: () => HORIZON + 20,
          depth: 30,
        }),
    },
  },
  ice: {
    look: LOOKS.ice,
    weather: [SNOW],
    air(p) {
      aurora(p);
      paint.paintStreaks(p, 8, veil(WHITE, 0.55, 0.08));
    },
    back(p, { rock, haze }) {
      const snow = tone("#fbfdff", "#a8c2e4");
      paint.paintMountains(p, { count: 10, height: 128, rock: mix(rock, haze, 0.2), haze, snow });
      mist(p, haze, 262, 70);
    },
    front(p, { haze, wood }) {
      for (const [k, y] of [250, 262].entries()) {
        const shape = { y, rise: 13 - 4 * k, waves: 1.6 + k, haze, hazy: 0.1 };
        const snow = mix(tone("#d3e4f1", "#5d80ab"), tone("#eef6fb", "#7797c0"), k);
        const ridge = paint.paintRidge(p, { ...shape, tone: snow });
        const far = { tone: mix(wood, haze, 0.5 - 0.2 * k), lit: mix(haze, WHITE, 0.4) };
        paint.paintTrees(p, "pine", 40, 15 + 8 * k, { ...far, ridge });
      }
      const lit = tone("#f3faff", "#9fbadd");
      paint.paintTrees(p, "pine", 26, 86, { tone: wood, lit, ridge: flat, at: EDGES, depth: 8 });
    },
    ground(p, look) {
      const { wood } = look;
      const lit = tone("#f3faff", "#9fbadd");
      floes(p, look, 9);
      paint.paintTrees(p, "pine", 6, 124, { tone: wood, lit, ridge: close, at: OUTER, depth: 14 });
      paint.paintRocks(p, { count: 20, tone: tone("#c8e0f2", "#6f93bd"), size: 19 });
    },
    also: {
      back: (p, { rock, haze }) =>
        paint.paintMountains(p, {
          count: 5,
          height: 104,
          rock,
          haze,
          snow: tone("#f6fbff", "#9db4d8"),
        }),
      ground: (p, look) => floes(p, look, 6),
    },
  },
};
