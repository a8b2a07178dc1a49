// @ts-check
import * as paint from "../../player/stage/scenery/scenery.js";
import { BLACK, HORIZON, mix, tone, veil, WHITE } from "../../player/stage/scenery/scenery.js";

/** @import { Painter } from "../../player/stage/scenery/scenery" */
/** @import { Look } from "./palettes" */

const FOOT = HORIZON + 7;

/**
 * Cities that a stack can defend, in the colours of their terrain.
 *
 * @type {Record<string, (p: Painter, look: Look) => void>}
 */
export const CITIES = {
  village(p, look) {
    const wall = mix(tone("#e0cfa8"), look.haze, 0.12);
    rise(p, look, 620, 1120, 7);
    const at = /** @type {const} */ ([
      [640, 52, -5],
      [716, 66, -6],
      [868, 60, -6],
      [946, 70, -4],
      [1040, 54, -5],
      [668, 80, 3],
      [896, 86, 3],
    ]);
    for (const [k, [x, width, dy]] of at.entries()) {
      if (k === 3) chapel(p, look, 796, wall);
      const roof = mix(k % 2 ? look.roof : tone("#b08a4c"), look.haze, 0.1);
      paint.paintHouse(p, { x, foot: FOOT + dy, width, wall, roof });
    }
    fence(p, 596, 660);
    fence(p, 990, 1130);
    smoke(p, 762, FOOT - 66);
    smoke(p, 992, FOOT - 66);
  },
  town(p, look) {
    const stone = mix(tone("#b3a68f"), look.haze, 0.14);
    const roof = mix(look.roof, look.haze, 0.08);
    const wall = mix(tone("#e0cfa8"), look.haze, 0.15);
    rise(p, look, 580, 1110, 12);
    for (let k = 0; k < 9; k++) {
      const x = 640 + ((k * 0.618034) % 1) * 330;
      paint.paintHouse(p, {
        x,
        foot: FOOT - 34 + k * 1.5,
        width: 48 + (k % 3) * 8,
        wall,
        roof: k % 2 ? roof : mix(roof, BLACK, 0.2),
      });
    }
    paint.paintTower(p, {
      x: 842,
      foot: FOOT - 20,
      width: 36,
      height: 100,
      stone,
      roof,
      windows: 2,
    });
    flag(p, 860, FOOT - 165);
    paint.paintWall(p, { x: 612, foot: FOOT, width: 440, height: 40, stone });
    for (const x of [600, 762, 826, 930, 1032]) {
      const gate = x === 762 || x === 826;
      paint.paintTower(p, {
        x,
        foot: FOOT + 2,
        width: 26,
        height: gate ? 62 : 54,
        stone,
        roof: gate ? roof : undefined,
      });
    }
    paint.paintGate(p, 807, FOOT + 1, 24, stone);
  },
  citadel(p, look) {
    const stone = mix(tone("#a9a39b"), look.haze, 0.1);
    const back = mix(stone, look.haze, 0.28);
    const roof = mix(tone("#4d5f86"), look.haze, 0.08);
    rise(p, look, 520, 1160, 20);
    for (const [x, height, width] of /** @type {const} */ ([
      [706, 92, 24],
      [932, 98, 26],
      [758, 108, 26],
      [880, 116, 26],
    ])) {
      paint.paintTower(p, {
        x,
        foot: FOOT - 14,
        width,
        height,
        stone: back,
        roof: mix(roof, look.haze, 0.2),
        windows: 2,
      });
    }
    paint.paintTower(p, { x: 802, foot: FOOT - 12, width: 54, height: 124, stone, windows: 2 });
    paint.paintTower(p, {
      x: 819,
      foot: FOOT - 136,
      width: 20,
      height: 24,
      stone,
      roof,
      windows: 0,
    });
    flag(p, 829, FOOT - 186);
    paint.paintWall(p, {
      x: 668,
      foot: FOOT - 14,
      width: 326,
      height: 54,
      stone: mix(stone, look.haze, 0.1),
    });
    for (const x of [650, 978]) {
      paint.paintTower(p, { x, foot: FOOT - 8, width: 32, height: 80, stone, roof });
    }
    paint.paintWall(p, { x: 586, foot: FOOT, width: 490, height: 38, stone });
    for (const x of [570, 690, 944, 1058]) {
      paint.paintTower(p, { x, foot: FOOT + 3, width: 30, height: 54, stone });
    }
    for (const x of [756, 826]) {
      paint.paintTower(p, { x, foot: FOOT + 3, width: 32, height: 64, stone, roof });
    }
    paint.paintGate(p, 808, FOOT + 2, 28, stone);
  },
};

/** The rise below a city. @param {Painter} p @param {Look} look @param {number} from @param {number} to @param {number} high */
function rise(p, { far, haze, near }, from, to, high) {
  const middle = (from + to) / 2;
  p.fill(
    `M${from - 90} ${HORIZON + 16}Q${from} ${HORIZON - high} ${middle} ${HORIZON - high}T${to + 90} ${HORIZON + 16}Z`,
    paint.across(mix(far, haze, 0.2), mix(mix(far, near, 0.7), haze, 0.1)),
  );
}

/** @param {Painter} p @param {Look} look @param {number} x @param {import("../../player/stage/scenery/scenery").Tone} wall */
function chapel(p, look, x, wall) {
  paint.paintHouse(p, {
    x,
    foot: FOOT - 5,
    width: 72,
    wall: mix(wall, WHITE, 0.3),
    roof: look.roof,
  });
  p.fill(paint.box(x - 6, FOOT - 82, 26, 78), paint.litFromLeft(mix(wall, WHITE, 0.25)));
  paint.paintSpire(p, { x: x - 10, y: FOOT - 81, width: 34, height: 50, tone: look.roof });
  paint.paintWindow(p, x + 7, FOOT - 56, 7);
}

/** @param {Painter} p @param {number} from @param {number} to */
function fence(p, from, to) {
  let d = `M${from} ${FOOT - 5}H${to}M${from} ${FOOT - 1}H${to}`;
  for (let x = from; x <= to; x += 9) d += `M${x} ${FOOT + 3}v-11`;
  p.stroke(d, tone("#7a5c3c"), 1.6);
}

/** @param {Painter} p @param {number} x @param {number} y */
function smoke(p, x, y) {
  for (let k = 0; k < 4; k++) {
    const r = 4 + k * 3;
    p.fill(
      paint.oval(x + k * 7 + Math.sin(k * 2) * 4, y - k * 13, r * 1.2, r),
      veil(tone("#f2ece6", "#8c93ad"), 0.34 - k * 0.07),
    );
  }
}

/** The defender's flag. @param {Painter} p @param {number} x @param {number} y */
function flag(p, x, y) {
  p.stroke(`M${x} ${y}v-24`, tone("#4a4038", "#2a2a36"), 1.6);
  p.fill(
    `M${x} ${y - 24}q8 -4 14 0t14 0v11q-7 4 -14 0t-14 0Z`,
    paint.across(tone("#f09030", "#e08a38"), tone("#b85f10", "#a55a1c")),
  );
}
