// @ts-check
import * as paint from "../../core/scenery/scenery.js";

/** @import { Painter, Tone } from "../../core/scenery/scenery" */

const { BLACK, HORIZON, MARGIN, WHITE, WIDTH, between, mix, tone, veil } = paint;

/**
 * The colours of a terrain: the sky from its top down, its light and where that stands, the haze that
 * everything far away fades into, and what the land is made of.
 *
 * @typedef {object} Look
 * @property {Tone[]} sky
 * @property {Tone} light
 * @property {readonly [number, number]} at
 * @property {Tone} haze
 * @property {Tone} rock
 * @property {Tone} wood
 * @property {Tone} far of the ground
 * @property {Tone} near of the ground
 * @property {Tone} path
 * @property {Tone} roof
 */

/**
 * A terrain: how it looks, and what it paints into the far layer, the near one, the ground and, where
 * another terrain comes first, into that one's layers.
 *
 * @typedef {object} Terrain
 * @property {Look} look
 * @property {string} weather
 * @property {(p: Painter, look: Look) => void} air
 * @property {(p: Painter, look: Look) => void} back
 * @property {(p: Painter, look: Look) => void} front
 * @property {(p: Painter, look: Look) => void} ground
 * @property {Partial<Record<"back" | "front" | "ground", (p: Painter, look: Look) => void>>} also
 */

const flat = () => HORIZON + 2;

/** Both ends of the picture, where trees frame it. */
const EDGES = /** @type {const} */ ([
  [-0.05, 0.2],
  [0.84, 1.05],
]);

/**
 * @param {Painter} p
 * @param {readonly [number, number]} at where the light is
 * @param {Tone} lit
 * @param {Tone} shade
 * @param {number} [count]
 */
const heaped = (p, at, lit, shade, count = 7) => paint.paintClouds(p, { count, lit, shade, at });

/**
 * A band of haze over the foot of what is far.
 *
 * @param {Painter} p
 * @param {Tone} tone
 * @param {number} y
 * @param {number} [high]
 */
const mist = (p, tone, y, high = 40) =>
  p.fill(
    paint.box(-MARGIN, y - high / 2, WIDTH + 2 * MARGIN, high),
    paint.down(veil(tone, 0), veil(tone, 0.75, 0.6), veil(tone, 0)),
  );

/** @type {Record<string, Terrain>} */
export const TERRAINS = {
  open: {
    look: {
      sky: [tone("#3a7fc8", "#0a1130"), tone("#86bdea", "#1c2a58"), tone("#f6e7c4", "#4a5684")],
      light: tone("#fff0bf", "#dfe6ff"),
      at: [410, 128],
      haze: tone("#d7e3dc", "#46547c"),
      rock: tone("#8ba0b4"),
      wood: tone("#4f7a45"),
      far: tone("#a9bd63"),
      near: tone("#5f8439"),
      path: tone("#d8bd86"),
      roof: tone("#b4552f"),
    },
    weather: "clouds",
    air: (p, { at }) => heaped(p, at, tone("#ffffff", "#5a6795"), tone("#a9bfdb", "#2b3765"), 9),
    back(p, { haze, wood, rock }) {
      paint.paintRidge(p, { y: 226, rise: 15, waves: 1.6, tone: mix(rock, haze, 0.45), haze });
      const ridge = paint.paintRidge(p, { y: 246, rise: 8, tone: mix(wood, haze, 0.6), haze });
      const far = mix(wood, haze, 0.5);
      paint.paintTrees(p, { kind: "round", count: 70, size: 15, tone: far, ridge });
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
      paint.paintTrees(p, {
        kind: "round",
        count: 30,
        size: 26,
        tone: mix(wood, haze, 0.28),
        ridge,
      });
      paint.paintTrees(p, {
        kind: "round",
        count: 13,
        size: 92,
        tone: wood,
        ridge: flat,
        at: EDGES,
      });
    },
    ground(p, { far, near }) {
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
    look: {
      sky: [tone("#2c6cb6", "#091029"), tone("#7fb6e4", "#182750"), tone("#e4eee6", "#3c4c7c")],
      light: tone("#fff6d6", "#e4e9ff"),
      at: [404, 122],
      haze: tone("#c3d8e0", "#3c4f78"),
      rock: tone("#7d93a8"),
      wood: tone("#2f5a3c"),
      far: tone("#86ad57"),
      near: tone("#456f33"),
      path: tone("#ccb486"),
      roof: tone("#a84b32"),
    },
    weather: "clouds",
    air: (p, { at }) => heaped(p, at, tone("#ffffff", "#566493"), tone("#a3bad6", "#263260"), 7),
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
      paint.paintTrees(p, {
        kind: "pine",
        count: 150,
        size: 20,
        tone: mix(wood, haze, 0.46),
        ridge,
      });
    },
    front(p, look) {
      downs(p, look);
      const { wood } = look;
      paint.paintTrees(p, {
        kind: "pine",
        count: 32,
        size: 88,
        tone: wood,
        ridge: flat,
        at: EDGES,
        depth: 8,
      });
    },
    ground(p, { far, near, rock }) {
      paint.paintRocks(p, { count: 24, tone: mix(rock, tone("#8c8374"), 0.7) });
      const tones = [mix(far, WHITE, 0.2), mix(near, BLACK, 0.3)];
      paint.paintTufts(p, { count: 210, tones, flowers: [tone("#f4f0d8"), tone("#e7c64f")] });
    },
    also: { front: (p, look) => downs(p, look) },
  },
  forest: {
    look: {
      sky: [tone("#6d9c86", "#07121d"), tone("#b4cf9f", "#12293a"), tone("#f3efc0", "#2f5060")],
      light: tone("#fff8cf", "#cfe4ff"),
      at: [418, 142],
      haze: tone("#cfdca4", "#2c4a58"),
      rock: tone("#7e8b6d"),
      wood: tone("#2c4a30", "#0c1c20"),
      far: tone("#7f9a4c"),
      near: tone("#3a5529"),
      path: tone("#a98f5f"),
      roof: tone("#8f4f2c"),
    },
    weather: "leaves",
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
      paint.paintTrees(p, {
        kind: "round",
        count: 60,
        size: 20,
        tone: mix(wood, haze, 0.4),
        ridge,
      });
    },
    front(p, { wood, haze }) {
      const [bark, leaf] = [mix(tone("#5b4630", "#1a2028"), haze, 0.12), mix(wood, haze, 0.1)];
      const at = /** @type {const} */ ([
        [-0.04, 0.2],
        [0.84, 1.04],
      ]);
      trunks(p, { count: 8, wide: 30, tone: bark, leaf, low: 46, at });
      const bush = mix(wood, tone("#6a8a3a"), 0.35);
      paint.paintTrees(p, {
        kind: "round",
        count: 34,
        size: 26,
        tone: bush,
        ridge: () => HORIZON + 4,
      });
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
        paint.paintTrees(p, {
          kind: "pine",
          count: 60,
          size: 66,
          tone: mix(wood, tone("#24432f"), 0.5),
          ridge: flat,
        }),
    },
  },
  marsh: {
    look: {
      sky: [tone("#463f66", "#070b1c"), tone("#9a6d7e", "#17203f"), tone("#f0b27c", "#3d4d63")],
      light: tone("#ffd9a0", "#d5e6e6"),
      at: [398, 190],
      haze: tone("#d79f83", "#37485c"),
      rock: tone("#6d6077"),
      wood: tone("#3a4038"),
      far: tone("#7d7f52"),
      near: tone("#363f2f"),
      path: tone("#8f7c5c"),
      roof: tone("#6d4433"),
    },
    weather: "mist",
    air(p) {
      const streak = { top: 84, bottom: 222 };
      paint.paintStreaks(p, {
        ...streak,
        count: 9,
        tone: veil(tone("#f7c490", "#4a5a78"), 0.6, 0.5),
      });
      paint.paintStreaks(p, { ...streak, count: 7, tone: veil(tone("#5d4a70", "#1a2440"), 0.45) });
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
      paint.paintTrees(p, {
        kind: "pine",
        count: 60,
        size: 22,
        tone: mix(wood, haze, 0.48),
        ridge,
      });
      paint.paintTrees(p, { kind: "bare", count: 20, size: 46, tone: mix(wood, haze, 0.4), ridge });
    },
    front(p, { wood, haze }) {
      mist(p, haze, 262, 36);
      const lit = mix(wood, tone("#e0a878", "#7f96a8"), 0.35);
      paint.paintTrees(p, {
        kind: "bare",
        count: 13,
        size: 150,
        tone: wood,
        lit,
        ridge: flat,
        at: EDGES,
      });
      paint.paintTrees(p, {
        kind: "round",
        count: 34,
        size: 20,
        tone: mix(wood, haze, 0.16),
        ridge: () => HORIZON + 6,
      });
    },
    ground(p, look) {
      const { far, near } = look;
      pools(p, look, 11);
      paint.paintTufts(p, { count: 230, tones: [mix(far, WHITE, 0.16), mix(near, BLACK, 0.25)] });
    },
    also: { ground: (p, look) => pools(p, look, 7) },
  },
  desert: {
    look: {
      sky: [tone("#3f83bd", "#0c0f2c"), tone("#a9cfdc", "#2a2850"), tone("#fbe3b0", "#6b5068")],
      light: tone("#fff4c6", "#f0e6ff"),
      at: [402, 120],
      haze: tone("#f3d9a8", "#5c4a68"),
      rock: tone("#b9694a"),
      wood: tone("#5c7a45"),
      far: tone("#eccb86", "#5d5478"),
      near: tone("#bd8a4c", "#2f2b4c"),
      path: tone("#f3dfae", "#776c8e"),
      roof: tone("#c07a3c"),
    },
    weather: "sand",
    air: (p) =>
      paint.paintStreaks(p, { count: 8, tone: veil(WHITE, 0.5, 0.12), top: 90, bottom: 220 }),
    back(p, { rock, haze }) {
      mesas(p, mix(rock, haze, 0.45), haze);
      mist(p, haze, 260, 50);
    },
    front(p, { far, wood }) {
      dunes(p, far, 5);
      paint.paintTrees(p, { kind: "palm", count: 9, size: 96, tone: wood, ridge: flat, at: EDGES });
    },
    ground(p, { far, near, rock }) {
      ripples(p, mix(near, BLACK, 0.2), mix(far, WHITE, 0.4));
      paint.paintRocks(p, { count: 18, tone: rock });
      const ridge = () => HORIZON + 26;
      paint.paintTrees(p, {
        kind: "cactus",
        count: 7,
        size: 44,
        tone: tone("#587a48"),
        ridge,
        depth: 30,
      });
      paint.paintTufts(p, { count: 60, tones: [tone("#a2924e"), tone("#7d6a38")] });
    },
    also: {
      front: (p, { haze }) => dunes(p, mix(tone("#e6c483", "#544d70"), haze, 0.15), 3),
      ground: (p) =>
        paint.paintTrees(p, {
          kind: "cactus",
          count: 6,
          size: 40,
          tone: tone("#587a48"),
          ridge: () => HORIZON + 20,
          depth: 30,
        }),
    },
  },
  ice: {
    look: {
      sky: [tone("#5d8fc4", "#060d26"), tone("#a8cbe6", "#12305a"), tone("#eef3f4", "#3a6a8c")],
      light: tone("#fffbe8", "#e6f4ff"),
      at: [406, 132],
      haze: tone("#dcebf4", "#3d648c"),
      rock: tone("#7c97b6"),
      wood: tone("#3e6272"),
      far: tone("#e4eff6", "#4f719b"),
      near: tone("#a6c6dc", "#263f68"),
      path: tone("#c3d9e8", "#6587ae"),
      roof: tone("#55708f"),
    },
    weather: "snow",
    air(p) {
      aurora(p);
      paint.paintStreaks(p, { count: 8, tone: veil(WHITE, 0.55, 0.08), top: 80, bottom: 220 });
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
        const trees = { kind: /** @type {const} */ ("pine"), count: 40, size: 15 + 8 * k, ridge };
        paint.paintTrees(p, {
          ...trees,
          tone: mix(wood, haze, 0.5 - 0.2 * k),
          lit: mix(haze, WHITE, 0.4),
        });
      }
      const lit = tone("#f3faff", "#9fbadd");
      paint.paintTrees(p, {
        kind: "pine",
        count: 26,
        size: 86,
        tone: wood,
        lit,
        ridge: flat,
        at: EDGES,
        depth: 8,
      });
    },
    ground(p) {
      floes(p, 9);
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
      ground: (p) => floes(p, 6),
    },
  },
};

/** Rolling hills before the horizon. @param {Painter} p @param {Look} look */
function downs(p, { far, haze, wood }) {
  for (const [k, y] of [244, 256].entries()) {
    const hazy = 0.42 - k * 0.22;
    const shape = { y, rise: 17 - 5 * k, waves: 1.4 + k, haze, hazy: 0.2 };
    const ridge = paint.paintRidge(p, { ...shape, tone: mix(far, haze, hazy) });
    const trees = { count: 26 + 8 * k, size: 26 + 9 * k, tone: mix(wood, haze, hazy * 0.8) };
    paint.paintTrees(p, { kind: k ? "pine" : "round", ...trees, ridge });
  }
}

/** Fields in the distance. @param {Painter} p @param {Tone} far @param {Tone} haze */
function fields(p, far, haze) {
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
 * Trunks from the ground to beyond the top, under a canopy.
 *
 * @param {Painter} p
 * @param {{ count: number, wide: number, tone: Tone, leaf: Tone, low: number, at?: readonly (readonly [number, number])[] }} look
 */
function trunks(p, { count, wide, tone, leaf, low, at = [[-0.04, 1.04]] }) {
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

/** Light that falls through the leaves. @param {Painter} p @param {Tone} light */
function shafts(p, light) {
  for (let k = 0; k < 6; k++) {
    const [x, w] = [180 + k * 120 + between(p.random, -30, 30), between(p.random, 16, 50)];
    p.fill(
      paint.polygon([x, -20], [x + w, -20], [x + w * 2.4 + 170, 285], [x + 130, 285]),
      paint.down([0.1, veil(light, 0.42, 0.16)], veil(light, 0)),
    );
  }
}

/** @param {Painter} p @param {Look} look @param {number} count */
function pools(p, { haze, sky, near }, count) {
  const reed = mix(near, tone("#b0a860"), 0.4);
  paint.paintPools(p, { count, water: mix(sky[1], haze, 0.4), edge: mix(near, BLACK, 0.12), reed });
}

/** Table mountains, lit from the left. @param {Painter} p @param {Tone} rock @param {Tone} haze */
function mesas(p, rock, haze) {
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
function dunes(p, sand, count) {
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

/** What the wind has drawn in the sand. @param {Painter} p @param {Tone} dark @param {Tone} light */
function ripples(p, dark, light) {
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

/** Sheets of bare ice with cracks. @param {Painter} p @param {number} count */
function floes(p, count) {
  const [deep, edge] = [tone("#9cc6e2", "#2f5688"), tone("#fbfdff", "#8fb2dc")];
  for (let k = 0; k < count; k++) {
    const t = (k + 0.4 + p.random() * 0.4) / count;
    const [x, y] = [((k * 0.618034 + 0.34) % 1) * WIDTH, HORIZON + 18 + t ** 1.25 * 290];
    const [wide, high] = [between(p.random, 80, 140) * (0.5 + t), 0.1 + 0.1 * t];
    const sheet = paint.blob(p.random, x, y, wide, wide * high);
    p.fill(sheet, edge, { transform: `translate(0 ${-2 - 2 * t})` });
    p.fill(sheet, paint.slant(mix(deep, WHITE, 0.6), deep, mix(deep, WHITE, 0.3)));
    const crack = (/** @type {number} */ dx, /** @type {number} */ dy) =>
      `M${Math.round(x)} ${Math.round(y)}l${Math.round(dx * wide * 0.4)} ${Math.round(dy * wide * high * 0.3)}l${Math.round(dx * wide * 0.3)} ${Math.round(dy * wide * high * 0.5)}`;
    p.stroke(crack(1, -0.5) + crack(-0.8, 0.6) + crack(0.2, 0.9), veil(edge, 0.7), 0.8 + t * 0.6);
  }
}

/** Northern lights in rays; only the night shows them. @param {Painter} p */
function aurora(p) {
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
