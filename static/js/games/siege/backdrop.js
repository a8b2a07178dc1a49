// @ts-check
import * as paint from "../../player/stage/scenery/scenery.js";
import {
  BLACK,
  between,
  HEIGHT,
  mix,
  tone,
  veil,
  WHITE,
  WIDTH,
} from "../../player/stage/scenery/scenery.js";

/** @import { Backdrop, Painter, Tone } from "../../player/stage/scenery/scenery" */

/** Higher than the default, since the castles stand on high ground and show more of the land. */
const HORIZON = 196;

const HAZE = tone("#e3e2cc", "#3f4f7a");
const WOOD = tone("#47703f");

/** Groups of trees in the valley, as shares of its width. */
const COPSES = /** @type {const} */ ([
  [0.35, 0.4],
  [0.44, 0.47],
  [0.56, 0.63],
  [0.65, 0.67],
]);

const LOOK = {
  sky: [tone("#3f86cc", "#0a1130"), tone("#93c6ec", "#1d2b59"), tone("#f8e9c6", "#515f90")],
  light: tone("#fff1c4", "#e2e8ff"),
  at: /** @type {const} */ ([452, 96]),
  far: tone("#a3bd68"),
  near: tone("#4f7a3a"),
};

/**
 * The valley between the castles: mountains on both sides, a river from the haze between them, fields, and
 * the road from gate to gate over a broad bridge.
 *
 * @returns {Backdrop}
 */
export function paintBackdrop() {
  const p = paint.createPainter("valley", HORIZON);
  paint.paintSky(p, { ...LOOK, size: 24 });
  const clouds = { lit: tone("#ffffff", "#5a6795"), shade: tone("#b3c4da", "#2b3765") };
  paint.paintClouds(p, { ...clouds, at: LOOK.at, count: 7, top: 76, bottom: 150 });
  p.layer(0.25);
  const rock = tone("#8597ab");
  paint.paintMountains(p, {
    count: 9,
    height: 96,
    rock,
    haze: HAZE,
    snow: tone("#f6faff", "#93a3cf"),
  });
  p.layer(0.6);
  for (const [k, y] of [HORIZON - 26, HORIZON - 10].entries()) {
    const hazy = 0.5 - k * 0.24;
    const crest = paint.createRidge(p.random, { y, rise: 7, waves: 2 + k });
    // Highest at both ends, which makes a valley.
    const ridge = (/** @type {number} */ x) => crest(x) + 12 - 52 * (x / 600 - 1) ** 2;
    const land = mix(mix(WOOD, LOOK.far, 0.4), HAZE, hazy);
    p.fill(
      paint.land(ridge, HORIZON + 30),
      paint.down(mix(land, WHITE, 0.1), mix(land, HAZE, 0.4)),
    );
    const tone = mix(WOOD, HAZE, hazy);
    paint.paintTrees(p, k ? "round" : "pine", 90, 17 + 8 * k, { tone, ridge });
  }
  p.layer(1);
  paint.paintGround(p, LOOK);
  fields(p);
  river(p);
  road(p);
  const copse = { tone: WOOD, ridge: () => HORIZON + 16, at: COPSES, depth: 22 };
  paint.paintTrees(p, "round", 26, 22, copse);
  const tones = [mix(LOOK.far, WHITE, 0.2), mix(LOOK.near, BLACK, 0.12)];
  paint.paintRocks(p, { count: 14, tone: tone("#9a917f") });
  paint.paintTufts(p, { count: 190, tones, flowers: [tone("#f6e27a"), tone("#f3f0ff")] });
  paint.paintVignette(p);
  return { layers: p.layers, horizon: HORIZON / HEIGHT, weather: paint.CLOUDS };
}

/** Where the bridge begins, and its middle: the units stand on it, and the river is beyond it. */
const DECK = 268;
const MIDDLE = 612;
/** How far the river is seen. */
const END = 0.29;

/** The course of the river, from the valley to the bridge. @param {number} t 0 far away */
const course = (t) => ({
  x: 640 - 120 * t + Math.sin(Math.log(t + 0.05) * 3.2 + 1.3) * 120 * Math.min(1, t * 4),
  y: HORIZON + 2 + 250 * t,
  half: 2 + 44 * t ** 1.2,
});

/** @param {Painter} p */
function river(p) {
  const bank = (/** @type {number} */ side, /** @type {number} */ share) =>
    Array.from({ length: 51 }, (_, k) => {
      const { x, y, half } = course((k / 50) ** 1.5 * END);
      return /** @type {const} */ ([x + side * half * share, y]);
    });
  const band = (/** @type {number} */ left, /** @type {number} */ right) =>
    paint.polygon(...bank(-1, left), ...bank(1, right).reverse());
  const water = tone("#8fc0d8", "#39557f");
  p.fill(band(1.3, 1.25), tone("#7f7a4c"));
  p.fill(band(1, 1), paint.down(mix(water, HAZE, 0.7), [0.3, water], tone("#4f87ad", "#223a63")));
  p.fill(band(0.4, -0.1), veil(WHITE, 0.22, 0.1));
  p.fill(band(-0.5, 0.7), veil(WHITE, 0.16, 0.08));
}

/** The road from gate to gate, over a bridge. @param {Painter} p */
function road(p) {
  const earth = tone("#d8c08c");
  const y = (/** @type {number} */ x) => 452 + 62 * ((x - 600) / 420) ** 2;
  const edge = (/** @type {number} */ side) =>
    Array.from({ length: 51 }, (_, k) => {
      const x = k * 24;
      const half = 15 + 14 * ((x - 600) / 420) ** 2 + between(p.random, -1.4, 1.4);
      return /** @type {const} */ ([x, y(x) + side * half]);
    });
  const band = (/** @type {number} */ shift) =>
    paint.polygon(
      ...edge(-1),
      ...edge(1)
        .map(([x, below]) => /** @type {const} */ ([x, below + shift]))
        .reverse(),
    );
  p.fill(band(5), veil(tone("#4c3c20"), 0.35));
  p.fill(band(0), paint.down(mix(earth, WHITE, 0.16), mix(earth, BLACK, 0.1)));
  for (const side of [-0.42, 0.36]) {
    const rut = Array.from({ length: 51 }, (_, k) => {
      const x = k * 24;
      return /** @type {const} */ ([x, y(x) + side * (15 + 14 * ((x - 600) / 420) ** 2)]);
    });
    p.stroke(paint.line(rut), veil(tone("#6b5330"), 0.3), 4);
  }
  bridge(p);
  p.taken = (at, height) => {
    const bank = course(Math.min(END, Math.max(0, (height - HORIZON - 2) / 250)));
    const isWet = height < DECK && Math.abs(at - bank.x) < bank.half * 1.4 + 6;
    const isDeck = height > DECK - 16 && Math.abs(at - MIDDLE) < 90 + (height - DECK) * 0.8;
    return isWet || isDeck || Math.abs(height - y(at)) < 44;
  };
}

/** The bridge, broad enough for a battle: its far wall, and flags from there to the viewer. @param {Painter} p */
function bridge(p) {
  const stone = tone("#c2ad86");
  /** Half the width of the deck. */
  const half = (/** @type {number} */ y) => 80 + 220 * ((y - DECK) / (HEIGHT - DECK)) ** 1.1;
  const rows = Array.from({ length: 12 }, (_, k) => DECK + (HEIGHT - DECK + 8) * (k / 11) ** 1.5);
  const edge = (/** @type {number} */ side) =>
    rows.map((y) => /** @type {const} */ ([MIDDLE + side * half(y) + between(p.random, -4, 4), y]));
  const deck = paint.polygon(...edge(-1), ...edge(1).reverse());
  p.stroke(deck, veil(tone("#4c3c20"), 0.3), 9);
  p.fill(deck, paint.down(mix(stone, BLACK, 0.04), mix(stone, WHITE, 0.16)));
  let joints = "";
  for (const [k, y] of rows.entries()) {
    const next = rows[k + 1] ?? HEIGHT;
    joints += `M${MIDDLE - half(y) + 5} ${y}H${MIDDLE + half(y) - 5}`;
    for (let x = -0.9 + (k % 2) * 0.1; x < 0.95; x += 0.2)
      joints += `M${MIDDLE + x * half(y)} ${y}L${MIDDLE + x * half(next)} ${next}`;
  }
  p.stroke(joints, veil(mix(stone, BLACK, 0.5), 0.32), 1.6);
  const [left, right] = [MIDDLE - half(DECK) - 8, MIDDLE + half(DECK) + 8];
  p.fill(
    `M${left} ${DECK + 3}V${DECK - 9}Q${MIDDLE} ${DECK - 20} ${right} ${DECK - 9}V${DECK + 3}Z`,
    paint.down(mix(stone, WHITE, 0.3), [0.3, stone], mix(stone, BLACK, 0.3)),
  );
  const stones = { x: left + 3, y: DECK - 9, width: right - left - 6, height: 10 };
  paint.paintStones(p, { ...stones, tone: stone, size: 6 });
}

/** A patchwork of fields in the valley. @param {Painter} p */
function fields(p) {
  const crops = [
    tone("#d9c35e"),
    tone("#8aa84c"),
    tone("#c79f56"),
    tone("#bccf78"),
    tone("#6f9a4a"),
  ];
  for (let k = 0; k < 22; k++) {
    const t = ((k * 0.618034) % 1) ** 1.3;
    const [x, y] = [((k * 0.754878) % 1) * (WIDTH + 200) - 150, HORIZON + 10 + t * 190];
    const [wide, high] = [between(p.random, 70, 120) * (0.6 + 1.4 * t), 7 + 26 * t];
    const slant = (x / 600 - 1) * high * 1.6;
    const corners = /** @type {const} */ ([
      [x, y],
      [x + wide, y - 2],
      [x + wide * 1.12 + slant, y + high],
      [x - wide * 0.06 + slant, y + high + 2],
    ]);
    const crop = mix(crops[k % 5], mix(LOOK.far, HAZE, 0.3 * (1 - t)), 0.5);
    p.fill(paint.polygon(...corners), paint.down(mix(crop, WHITE, 0.1), crop));
    let furrows = "";
    for (let j = 1; j < 6; j++) {
      const at = (
        /** @type {readonly [number, number]} */ m,
        /** @type {readonly [number, number]} */ n,
      ) => /** @type {const} */ ([m[0] + ((n[0] - m[0]) * j) / 6, m[1] + ((n[1] - m[1]) * j) / 6]);
      furrows += paint.line([at(corners[0], corners[1]), at(corners[3], corners[2])]);
    }
    p.stroke(furrows, veil(mix(crop, BLACK, 0.5), 0.25), 0.6 + t);
  }
}
