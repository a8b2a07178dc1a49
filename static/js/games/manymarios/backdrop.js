// @ts-check
import { s } from "../../lib/dom.js";
import { recordedNames } from "../../player/engine/sides.js";
import * as paint from "../../player/stage/scenery/scenery.js";
import {
  BLACK,
  between,
  down,
  HEIGHT,
  HORIZON,
  MARGIN,
  mix,
  tone,
  veil,
  WHITE,
  WIDTH,
} from "../../player/stage/scenery/scenery.js";

/** @import { Backdrop, Painter, Tone, Wash } from "../../player/stage/scenery/scenery" */
/** @import { State } from "./reduce" */

/** The position of the sun: on the left, as the units' plates are lit. */
const SUN = /** @type {const} */ ([500, 132]);

const GREENS = [tone("#a9d97a"), tone("#86c765"), tone("#63b25c"), tone("#479a58")];
const CREAM = tone("#fbeccb", "#747cb0");

/**
 * A landscape of cut paper: striped hills, floating islands and a checkered path. It differs for each pair of
 * armies.
 *
 * @param {Pick<State, "armies">} state
 * @returns {Backdrop}
 */
export function paintBackdrop({ armies }) {
  const p = paint.createPainter(armies ? recordedNames(armies) : "");
  p.layer(0);
  paintPaperSky(p);
  p.layer(0.25);
  const far = [
    [110, 150, 120, tone("#9fd8c6"), tone("#b9e6cf")],
    [395, 170, 92, tone("#b4dfb4"), tone("#cdebc0")],
    [700, 185, 128, tone("#93d0bf"), tone("#aee0c9")],
    [1020, 190, 104, tone("#aadcb2"), tone("#c4e9bf")],
  ];
  for (const hill of far) domes(p, .../** @type {[number, number, number, Tone, Tone]} */ (hill));
  const islands = s("g", { class: "islands" });
  p.place(islands);
  p.into(islands);
  for (const [x, y, k] of /** @type {const} */ ([
    [150, 128, 0.72],
    [610, 158, 0.62],
    [912, 130, 0.85],
    [1085, 148, 0.75],
  ])) {
    island(p, x, y, k);
  }
  p.layer(0.6);
  const near = [
    [-10, 150, 84, tone("#7cc46a"), tone("#93d27c")],
    [255, 120, 60, tone("#8bcd6e"), tone("#a3da83")],
    [880, 130, 66, tone("#86ca6c"), tone("#9dd781")],
    [1180, 165, 92, tone("#74be66"), tone("#8ccd79")],
  ];
  for (const hill of near) domes(p, .../** @type {[number, number, number, Tone, Tone]} */ (hill));
  const ridge = paint.createRidge(p.random, { y: 257, rise: 5, waves: 2 });
  cut(p, paint.land(ridge, HORIZON + 30), GREENS[0]);
  for (let k = 0; k < 15; k++) {
    const x = ((k * 0.618034 + 0.06) % 1) * WIDTH;
    tree(p, x, ridge(x) + 6, between(p.random, 24, 42) + 26 * Math.abs(x / 600 - 1) ** 2, k % 3);
  }
  p.layer(1);
  paintLawn(p);
  paint.paintVignette(p, 0.22);
  return { layers: p.layers, horizon: HORIZON / HEIGHT, weather: paint.PETALS };
}

/**
 * A shape cut from paper, with its shadow and its lit edge.
 *
 * @param {Painter} p
 * @param {string} d
 * @param {Tone | Wash} colour
 * @param {number} [lift] height above the layer below
 */
function cut(p, d, colour, lift = 4) {
  p.fill(d, veil(BLACK, 0.07, 0.16), { transform: `translate(${lift * 0.9} ${lift * 1.4})` });
  p.fill(d, veil(BLACK, 0.1, 0.2), { transform: `translate(${lift * 0.4} ${lift * 0.6})` });
  p.fill(d, veil(WHITE, 0.6, 0.22), { transform: "translate(-0.8 -1.2)" });
  p.fill(d, colour);
}

/** @param {Painter} p */
function paintPaperSky(p) {
  const everywhere = paint.box(-MARGIN, -MARGIN, WIDTH + 2 * MARGIN, HEIGHT + 2 * MARGIN);
  p.fill(
    everywhere,
    down(
      [0.1, tone("#4fa8ea", "#131a44")],
      [0.35, tone("#93d0f4", "#293468")],
      [0.55, tone("#e6f6f4", "#56639b")],
    ),
  );
  const [x, y] = SUN;
  for (let k = 7; k > 0; k--) {
    p.fill(paint.oval(x, y, 34 + k * k * 8), veil(tone("#fff6cf", "#aab8ff"), 0.13, 0.055));
  }
  let stars = "";
  for (let k = 0; k < 46; k++) {
    const [sx, sy, r] = [p.random() * WIDTH, p.random() ** 1.3 * 225, between(p.random, 1.6, 4.6)];
    stars += `M${sx} ${sy - r}Q${sx} ${sy} ${sx + r} ${sy}Q${sx} ${sy} ${sx} ${sy + r}Q${sx} ${sy} ${sx - r} ${sy}Q${sx} ${sy} ${sx} ${sy - r}Z`;
  }
  p.fill(stars, veil(tone("#ffffff", "#fff2c2"), 0, 0.9));
  let rays = "";
  for (let k = 0; k < 16; k++) {
    const [a, b, c] = [-0.09, 0, 0.09].map((out) => (k / 16) * Math.PI * 2 + out);
    const at = (/** @type {number} */ turn, /** @type {number} */ r) =>
      /** @type {const} */ ([x + Math.cos(turn) * r, y + Math.sin(turn) * r]);
    rays += paint.polygon(at(a, 40), at(b, k % 2 ? 54 : 62), at(c, 40));
  }
  p.fill(rays, veil(tone("#ffd75e", "#ffffff"), 1, 0));
  cut(p, paint.oval(x, y, 33), tone("#ffdc6a", "#f4f0dc"), 3);
  p.fill(paint.oval(x, y, 24), tone("#ffe78f", "#fffbe9"));
  // By night a part is covered, which leaves a crescent.
  p.fill(paint.oval(x + 13, y - 8, 28), veil(tone("#ffffff", "#1d2654"), 0, 1));
  for (let k = 0; k < 7; k++) {
    const cx = ((k * 0.618034 + 0.47) % 1) * WIDTH;
    const size = between(p.random, 0.6, 1.15);
    if (Math.abs(cx - x) > 130) cloud(p, cx, 84 + ((k * 0.45) % 1) * 110, size);
  }
}

/** @param {Painter} p @param {number} x @param {number} y @param {number} k */
function cloud(p, x, y, k) {
  const puffs = [
    [-40, 0, 18],
    [-18, -13, 24],
    [14, -17, 28],
    [42, -3, 20],
  ];
  const shape = puffs.map(([dx, dy, r]) => paint.oval(x + dx * k, y + dy * k, r * k)).join("");
  cut(p, shape + paint.box(x - 40 * k, y, 82 * k, 18 * k), tone("#ffffff", "#5c6aa6"), 4 * k);
  const curl = (/** @type {number} */ dx, /** @type {number} */ dy, /** @type {number} */ r) =>
    `M${x + (dx - r) * k} ${y + dy * k}a${r * k} ${r * k} 0 1 1 ${r * 1.6 * k} ${r * 0.8 * k}a${r * 0.55 * k} ${r * 0.55 * k} 0 1 1 ${-r * 0.8 * k} ${-r * 0.7 * k}`;
  p.stroke(curl(16, -10, 13) + curl(-20, -4, 8), tone("#cfe6f6", "#7482bd"), 2.2 * k);
}

/**
 * A round hill of concentric paper sheets.
 *
 * @param {Painter} p
 * @param {number} x middle
 * @param {number} wide
 * @param {number} high
 * @param {Tone} one
 * @param {Tone} other
 */
function domes(p, x, wide, high, one, other) {
  const foot = HORIZON + 14;
  for (let k = 0; k < 5; k++) {
    const share = 1 - k * 0.2;
    const [rx, ry] = [wide * share, (high + 14) * share];
    const arch = `M${x - rx} ${foot}a${rx} ${ry} 0 0 1 ${2 * rx} 0Z`;
    if (k) p.fill(arch, k % 2 ? other : one);
    else cut(p, arch, one, 5);
  }
  // The shaded side.
  p.fill(
    `M${x} ${foot - high - 14}a${wide} ${high + 14} 0 0 1 ${wide} ${high + 14}h${-wide * 0.3}a${wide * 0.8} ${high + 14} 0 0 0 ${-wide * 0.7} ${-high - 14}Z`,
    veil(tone("#0d4a55"), 0.1),
  );
}

/** A floating island with trees. @param {Painter} p @param {number} x @param {number} y @param {number} k */
function island(p, x, y, k) {
  const [w, h] = [64 * k, 58 * k];
  cut(
    p,
    `M${x - w} ${y}Q${x - w * 0.7} ${y + h * 0.5} ${x - w * 0.35} ${y + h * 0.55}Q${x - w * 0.2} ${y + h} ${x} ${y + h}Q${x + w * 0.24} ${y + h * 0.9} ${x + w * 0.34} ${y + h * 0.5}Q${x + w * 0.75} ${y + h * 0.5} ${x + w} ${y}Z`,
    paint.across(tone("#dba06c"), tone("#a96f4c")),
    5 * k,
  );
  p.stroke(
    `M${x - w * 0.72} ${y + h * 0.3}h${w * 1.4}M${x - w * 0.3} ${y + h * 0.56}h${w * 0.56}`,
    veil(tone("#7d4a30"), 0.4),
    2.4 * k,
  );
  let fringe = `M${x - w * 1.08} ${y - 6 * k}`;
  for (let j = 0; j < 9; j++)
    fringe += `q${(w * 2.16) / 18} ${(j % 2 ? 16 : 26) * k} ${(w * 2.16) / 9} 0`;
  cut(
    p,
    `${fringe}q${-w * 0.2} ${-15 * k} ${-w * 1.08} ${-15 * k}t${-w * 1.08} ${15 * k}Z`,
    GREENS[1],
    3 * k,
  );
  tree(p, x - w * 0.36, y - 16 * k, 42 * k, 0);
  tree(p, x + w * 0.3, y - 15 * k, 34 * k, 1);
}

/**
 * A paper tree: a disc, a cone of three sheets, or a drop.
 *
 * @param {Painter} p
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {number} kind
 */
function tree(p, x, y, size, kind) {
  p.fill(paint.box(x - size * 0.05, y - size * 0.5, size * 0.1, size * 0.5), tone("#9a6644"));
  if (kind === 1) {
    for (let k = 0; k < 3; k++) {
      const [w, foot] = [size * (0.36 - k * 0.08), y - size * (0.16 + k * 0.24)];
      cut(
        p,
        `M${x - w} ${foot}Q${x} ${foot + w * 0.5} ${x + w} ${foot}L${x} ${foot - size * 0.42}Z`,
        mix(tone("#2f9a80"), GREENS[0], k * 0.2),
        2,
      );
    }
    return;
  }
  const [cy, r] = [y - size * 0.66, size * 0.34];
  const shape = kind
    ? `M${x} ${cy - r * 1.3}C${x + r * 1.3} ${cy - r * 0.2} ${x + r} ${cy + r} ${x} ${cy + r}S${x - r * 1.3} ${cy - r * 0.2} ${x} ${cy - r * 1.3}Z`
    : paint.oval(x, cy, r);
  cut(p, shape, kind ? tone("#f08f5f") : tone("#4bae74"), 2.4);
  p.stroke(
    `M${x - r * 0.5} ${cy}a${r * 0.5} ${r * 0.5} 0 0 1 ${r * 0.6} ${-r * 0.46}`,
    veil(WHITE, 0.5, 0.25),
    size * 0.05,
  );
}

/** Sheets of lawn with scalloped edges, the path, and flowers. @param {Painter} p */
function paintLawn(p) {
  const course = (/** @type {number} */ t) => ({
    x:
      640 -
      60 * t +
      Math.sin(Math.log(t + 0.06) * 3.1 + 0.9) * 130 * Math.min(1, t * 5) * (0.4 + t),
    half: 5 + 190 * t,
  });
  for (const [k, y] of [HORIZON + 2, 318, 396, 494].entries()) {
    const fold = paint.createRidge(p.random, { y, rise: 5 + k * 4, waves: 1.2 });
    const r = 7 + k * 4;
    let d = `M${-MARGIN} ${fold(-MARGIN)}`;
    for (let x = -MARGIN; x < WIDTH + MARGIN; x += 2 * r) {
      d += `Q${x + r} ${fold(x + r) - r * 0.9} ${x + 2 * r} ${fold(x + 2 * r)}`;
    }
    const sheet = mix(GREENS[1], GREENS[3], k / 3);
    cut(
      p,
      `${d}V${HEIGHT + MARGIN}H${-MARGIN}Z`,
      down(mix(sheet, GREENS[0], 0.5), [0.4, sheet]),
      3 + k,
    );
  }
  paintChecks(p, course);
  const colours = [tone("#ff8fa3"), CREAM, tone("#ffd166"), tone("#9d8df1")];
  for (let k = 0; k < 46; k++) {
    const t = (k + p.random()) / 46;
    const [x, y] = [between(p.random, -30, WIDTH + 30), HORIZON + 16 + t ** 1.4 * 320];
    const at = course((y - HORIZON) / (HEIGHT + MARGIN - HORIZON));
    if (Math.abs(x - at.x) > at.half * 1.25 + 10) flower(p, x, y, 1.8 + 4.4 * t, colours[k % 4]);
  }
  let blades = "";
  for (let k = 0; k < 150; k++) {
    const t = (k + p.random()) / 150;
    const [x, y] = [between(p.random, -40, WIDTH + 40), HORIZON + 12 + t ** 1.4 * 325];
    const at = course((y - HORIZON) / (HEIGHT + MARGIN - HORIZON));
    if (Math.abs(x - at.x) > at.half * 1.15 + 6) blades += paint.tuft(x, y, 0.4 + t);
  }
  p.stroke(blades, mix(GREENS[3], tone("#1d6b52"), 0.5), 1.6);
}

/** The checkered path, in rows towards the viewer. @param {Painter} p @param {(t: number) => { x: number, half: number }} course */
function paintChecks(p, course) {
  const [rows, columns] = [26, 6];
  const at = (/** @type {number} */ row, /** @type {number} */ column) => {
    const t = (row / rows) ** 1.9;
    const { x, half } = course(t);
    return /** @type {const} */ ([
      x + (column / columns - 0.5) * 2 * half,
      HORIZON + 1 + (HEIGHT + MARGIN - HORIZON) * t,
    ]);
  };
  const rim = (/** @type {number} */ out) => Array.from({ length: rows + 1 }, (_, k) => at(k, out));
  cut(
    p,
    paint.polygon(...rim(-0.3), ...rim(columns + 0.3).reverse()),
    tone("#dca76c", "#454c80"),
    3,
  );
  p.fill(paint.polygon(...rim(0), ...rim(columns).reverse()), CREAM);
  let checks = "";
  for (let row = 0; row < rows; row++) {
    for (let k = row % 2; k < columns; k += 2) {
      checks += paint.polygon(at(row, k), at(row, k + 1), at(row + 1, k + 1), at(row + 1, k));
    }
  }
  p.fill(checks, tone("#f4d6a4", "#5a629a"));
}

/** @param {Painter} p @param {number} x @param {number} y @param {number} r @param {Tone} colour */
function flower(p, x, y, r, colour) {
  let petals = "";
  for (let k = 0; k < 5; k++) {
    const turn = (k / 5) * Math.PI * 2;
    petals += paint.oval(
      x + Math.cos(turn) * r * 0.8,
      y + Math.sin(turn) * r * 0.6,
      r * 0.62,
      r * 0.5,
    );
  }
  p.fill(petals, veil(BLACK, 0.16), { transform: "translate(1 2)" });
  p.fill(petals, colour);
  p.fill(paint.oval(x, y, r * 0.42, r * 0.34), tone("#ffe9a0"));
}
