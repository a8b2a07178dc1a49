// @ts-check
import * as paint from "../../player/stage/scenery/scenery.js";
import {
  BLACK,
  battlements,
  between,
  box,
  mix,
  tone,
  veil,
  WHITE,
} from "../../player/stage/scenery/scenery.js";

/** @import { SideId } from "../../player/types" */
/** @import { Painter, Tone } from "../../player/stage/scenery/scenery" */

/** Heights of the wall's walk and foot; layout-plans.js uses the same proportions. */
const [WALK, FOOT] = [160, 320];

/** The sides differ in shape as well as colour: spires and a swallowtail, battlements and a square flag. */
export const LIVERIES = {
  a: {
    stone: tone("#b7b2a8", "#525c7c"),
    roof: tone("#2f67b0", "#244a8c"),
    flag: "M0 0q14 -5 29 0t29 0L46 15L58 30q-14 5 -29 0t-29 0Z",
    crest: "M12 6H32V16Q32 23 22 27Q12 23 12 16Z",
  },
  b: {
    stone: tone("#bfae97", "#5d5870"),
    roof: tone("#b8601c", "#8d4a1e"),
    flag: "M0 0q13 -5 26 0t26 0V30q-13 5 -26 0t-26 0Z",
    crest: "M18 5H34L42 15L34 25H18L10 15Z",
  },
};

export const GRASS = tone("#7fa650");
export const DARK = tone("#352e28", "#12141f");

/**
 * The folded flag of a side.
 *
 * @param {Painter} p
 * @param {SideId} side
 */
export function paintCloth(p, side) {
  const { flag, crest } = LIVERIES[side];
  p.fill(flag, WHITE, { class: "cloth", fill: `var(--side-${side})` });
  const fold = [0.12, 0, 0.2, 0, 0.26].map((dark) => veil(BLACK, dark));
  p.fill(flag, paint.across(...fold));
  p.fill(crest, veil(WHITE, 0.92));
}

/**
 * @param {Painter} p
 * @param {SideId} side
 * @param {SVGElement} pole stands on the keep
 */
export function paintStanding(p, side, pole) {
  const { stone, roof } = LIVERIES[side];
  const home = side === "a";
  const ground = { class: "mound" };
  p.fill(
    "M-20 332Q8 300 60 302T170 300T296 302Q322 312 322 332Z",
    paint.down(mix(GRASS, WHITE, 0.1), veil(GRASS, 0.2)),
    ground,
  );
  const distant = mix(stone, tone("#cfd6d6", "#3f4a70"), 0.3);
  for (const [x, height] of home
    ? [
        [84, 92],
        [190, 104],
      ]
    : [
        [80, 84],
        [196, 84],
      ]) {
    const far = { x, foot: 180, width: 26, height, stone: distant, windows: 1 };
    paint.paintTower(p, { ...far, roof: home ? mix(roof, WHITE, 0.14) : undefined });
  }
  // The keep, with the pole on its top.
  paint.paintTower(p, {
    x: 118,
    foot: 200,
    width: 64,
    height: home ? 146 : 152,
    stone,
    windows: 0,
  });
  p.place(pole);
  if (home) paint.paintSpire(p, { x: 126, y: 46, width: 48, height: 44, tone: roof });
  else hip(p, 121, 48, 58, 30, roof);
  for (const x of [134, 150, 166]) paint.paintWindow(p, x, 104, 7);
  for (const x of [140, 160]) paint.paintWindow(p, x, 138, 8);
  for (const x of [22, 228]) {
    const tower = { x, foot: 316, width: 50, height: home ? 230 : 238, stone, windows: 1 };
    paint.paintTower(p, { ...tower, roof: home ? roof : undefined });
    if (!home) hip(p, x + 2, 78, 46, 28, roof);
  }
  paintFront(p, side);
}

/** A low roof between battlements. @param {Painter} p @param {number} x @param {number} y @param {number} width @param {number} high @param {Tone} roof */
function hip(p, x, y, width, high, roof) {
  p.fill(
    paint.polygon(
      [x, y],
      [x + width * 0.24, y - high],
      [x + width * 0.76, y - high],
      [x + width, y],
    ),
    paint.across(mix(roof, WHITE, 0.28), [0.4, roof], mix(roof, BLACK, 0.4)),
  );
  p.fill(box(x, y - 1, width, 4), veil(BLACK, 0.3));
}

/**
 * The front wall with its gate.
 *
 * @param {Painter} p
 * @param {SideId} side
 */
function paintFront(p, side) {
  const { stone, crest } = LIVERIES[side];
  const pale = mix(stone, WHITE, 0.16);
  p.fill(battlements(2, WALK, 296, 13), paint.down(mix(pale, WHITE, 0.2), pale), { class: "walk" });
  p.fill(box(2, WALK, 296, FOOT - WALK), paint.down(pale, [0.2, stone], mix(stone, BLACK, 0.3)));
  paint.paintStones(p, { x: 3, y: 182, width: 294, height: 128, tone: stone, size: 11 });
  // Light from the left.
  p.fill(
    box(2, WALK, 296, FOOT - WALK),
    paint.across(veil(WHITE, 0.16, 0.1), [0.3, veil(BLACK, 0)], veil(BLACK, 0.28)),
  );
  for (const x of [2, 252]) bastion(p, x, stone);
  // The walk rests on corbels.
  p.fill(box(0, WALK - 2, 300, 10), paint.down(mix(pale, WHITE, 0.3), stone), { class: "ledge" });
  let arches = "";
  for (let x = 4; x < 296; x += 12) arches += `M${x} 168v5a4 4 0 0 1 8 0v-5Z`;
  p.fill(arches, veil(DARK, 0.55));
  p.fill(box(0, 176, 300, 8), paint.down(veil(BLACK, 0.3), veil(BLACK, 0)));
  let slits = "";
  for (const x of [23, 273]) slits += `${box(x, 202, 4, 22)}${box(x - 4, 210, 12, 4)}`;
  p.fill(slits, DARK);
  for (const x of [62, 218]) {
    const hanging = `M${x} 188h22v58l-11 12l-11 -12Z`;
    p.fill(hanging, WHITE, { fill: `var(--side-${side})` });
    p.fill(hanging, paint.across(veil(WHITE, 0.2), veil(BLACK, 0), veil(BLACK, 0.3)));
    p.fill(crest, veil(WHITE, 0.9), {
      transform: `translate(${x + (side === "a" ? -1 : -2)} 204) scale(.5 .62)`,
    });
    p.fill(box(x - 2, 186, 26, 3), tone("#5b4632", "#3d3026"));
  }
  gatehouse(p, side);
  // The spreading foot, with grass.
  p.fill("M-4 320L2 296H298L304 320Z", paint.down(mix(stone, BLACK, 0.12), mix(stone, BLACK, 0.4)));
  paint.paintStones(p, { x: 2, y: 298, width: 296, height: 22, tone: stone, size: 10 });
  p.fill("M112 324L118 296H182L188 324Z", paint.down(tone("#a58c62"), tone("#d3ba88")));
  let [grass, lit] = ["", ""];
  for (let k = 0; k < 70; k++) {
    const x = between(p.random, -8, 308);
    if (Math.abs(x - 150) < 40) continue;
    const tuft = paint.tuft(x, 323, between(p.random, 0.5, 1.1));
    if (k % 3) grass += tuft;
    else lit += tuft;
  }
  p.stroke(grass, mix(GRASS, BLACK, 0.35), 1.4);
  p.stroke(lit, mix(GRASS, WHITE, 0.2), 1.2);
}

/** A round end of the wall. @param {Painter} p @param {number} x @param {Tone} stone */
function bastion(p, x, stone) {
  p.fill(
    `M${x} ${WALK + 4}h46V318h-46Z`,
    paint.across(
      veil(WHITE, 0.26, 0.14),
      [0.3, veil(WHITE, 0)],
      [0.62, veil(BLACK, 0.06)],
      veil(BLACK, 0.34),
    ),
  );
  p.fill(
    box(x + 46, WALK + 4, 7, 150),
    paint.across(veil(mix(stone, BLACK, 0.8), 0.34), veil(BLACK, 0)),
  );
}

/** @param {Painter} p @param {SideId} side */
function gatehouse(p, side) {
  const { stone } = LIVERIES[side];
  p.fill(box(186, 178, 12, 120), paint.across(veil(BLACK, 0.34), veil(BLACK, 0)));
  p.fill(box(102, 166, 86, 134), paint.litFromLeft(mix(stone, WHITE, 0.06)));
  paint.paintStones(p, { x: 104, y: 186, width: 82, height: 110, tone: stone, size: 9 });
  p.fill(box(98, 164, 94, 12), paint.litFromLeft(mix(stone, WHITE, 0.14)));
  p.fill(box(98, 176, 94, 3), veil(BLACK, 0.3));
  const arch = (/** @type {number} */ w, /** @type {number} */ top) =>
    `M${150 - w} 320V${top + w}A${w} ${w} 0 0 1 ${150 + w} ${top + w}V320Z`;
  p.fill(arch(37, 204), mix(stone, BLACK, 0.34));
  let joints = "";
  for (let k = 1; k < 8; k++) {
    const turn = Math.PI + (k / 8) * Math.PI;
    const at = (/** @type {number} */ r) =>
      `${150 + Math.cos(turn) * r} ${241 + Math.sin(turn) * r}`;
    joints += `M${at(30)}L${at(37)}`;
  }
  p.stroke(joints, veil(BLACK, 0.35), 1.2);
  p.fill(arch(30, 211), paint.down(DARK, tone("#5a4028", "#2b2019")));
  p.fill(arch(30, 211), paint.across(veil(BLACK, 0.5), [0.3, veil(BLACK, 0)], veil(BLACK, 0.1)));
  let planks = "";
  for (let x = 126; x < 180; x += 9) planks += `M${x} 318V222`;
  p.stroke(planks, veil(BLACK, 0.4), 1.4);
  p.stroke("M121 246H179M121 282H179", tone("#2c2622", "#14141b"), 3.4);
  const studs = [126, 138, 150, 162, 174].flatMap((x) => [
    paint.oval(x, 246, 1.5),
    paint.oval(x, 282, 1.5),
  ]);
  p.fill(studs.join(""), tone("#9b8b74", "#6b6272"));
  // Two torches, lit at night.
  for (const x of [110, 190]) {
    p.fill(
      paint.oval(x, 236, 30),
      paint.glow(veil(tone("#ffb648", "#ffb648"), 0, 0.6), veil(tone("#ffb648", "#ffb648"), 0)),
    );
    p.stroke(`M${x} 250v-10`, tone("#4a3524", "#2b1f18"), 3);
    p.fill(
      `M${x - 3.4} 241q-1 -8 3.4 -13q4.4 5 3.4 13Z`,
      veil(tone("#ff9d2e", "#ffc45c"), 0.75, 1),
    );
  }
}
