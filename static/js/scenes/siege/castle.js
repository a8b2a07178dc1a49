// @ts-check
import { h, s } from "../../core/dom.js";

/** @import { SideId } from "../../core/types" */
/** @import { Box } from "./layout" */
/** @import { State } from "./reduce" */

/** Battlements from x to x + width, their feet at y: teeth as wide as the gaps between them. */
function battlements(
  /** @type {number} */ x,
  /** @type {number} */ y,
  /** @type {number} */ width,
  count = 5,
) {
  const tooth = width / (2 * count - 1);
  let d = `M${x} ${y}`;
  for (let k = 0; k < count; k++) {
    const left = x + 2 * k * tooth;
    d += `H${left}v${-tooth * 1.1}h${tooth}V${y}`;
  }
  return `${d}Z`;
}

/** A few courses of stone, so that a wall is not a plain surface. */
function stones(
  /** @type {number} */ x,
  /** @type {number} */ y,
  /** @type {number} */ width,
  /** @type {number} */ height,
) {
  let d = "";
  for (let row = 0; row * 18 + 14 < height; row++) {
    // Spread by the golden ratio: irregular, and the same at every drawing.
    const shift = ((row * 0.618034) % 1) * 60;
    for (let k = shift; k < width - 26; k += 64) d += `M${x + k} ${y + row * 18 + 12}h20`;
  }
  return d;
}

/** The sides differ in shape as well as in colour: cones and a swallowtail, teeth and a square flag. */
const SHAPES = {
  a: {
    tops: ["M24 104L54 44L84 104Z", "M216 104L246 44L276 104Z", "M112 66L150 8L188 66Z"],
    flag: "M0 0H58L44 15L58 30H0Z",
    crest: "M10 6H30V16Q30 23 20 27Q10 23 10 16Z",
  },
  b: {
    tops: [battlements(24, 104, 60, 4), battlements(216, 104, 60, 4), battlements(110, 66, 80, 4)],
    flag: "M0 0H50V30H0Z",
    crest: "M16 5H32L40 15L32 25H16L8 15Z",
  },
};

const RUIN =
  "M4 320V236L16 226L26 240L40 214L52 232L66 248L84 240L98 262L118 256L132 276L168 278L182 258L198 262L214 236L228 244L242 206L258 228L270 222L284 242L296 236V320Z";
const RUBBLE =
  "M20 320L34 300L54 304L62 320ZM86 320L98 306L116 310L122 320ZM150 320L160 296L184 300L196 320ZM214 320L226 304L250 300L262 320Z";

/**
 * A castle of one side, drawn for the left; the right one is its mirror image.
 *
 * @param {SideId} side
 */
export function createCastle(side) {
  const { tops, flag, crest } = SHAPES[side];
  const path = (/** @type {string} */ kind, /** @type {string} */ d) =>
    s("path", { class: kind, d });
  const banner = s("g", { class: "flag" }, path("cloth", flag), path("crest", crest));
  const pole = s(
    "g",
    { class: "pole" },
    path("staff", side === "a" ? "M150 12V-50" : "M150 58V-50"),
    s("g", { transform: "translate(151 -48)" }, banner, path("white-flag", flag)),
  );
  const standing = s(
    "g",
    { class: "standing" },
    path("keep", "M114 66H186V200H114Z"),
    path("tower", "M30 104H78V320H30ZM222 104H270V320H222Z"),
    path(side === "a" ? "roof" : "tower", tops.slice(0, 2).join("")),
    path(side === "a" ? "roof" : "keep", tops[2]),
    path(
      "light",
      "M143 92q7 -12 14 0v18h-14ZM48 124q6 -11 12 0v16h-12ZM240 124q6 -11 12 0v16h-12Z",
    ),
    pole,
    path("mound", "M-14 330Q20 296 70 304T170 306T300 300Q320 312 318 336H-14Z"),
    path("walk", battlements(2, 160, 296, 13)),
    path("wall", "M2 160H298V320H2Z"),
    path("ledge", "M0 158H300V166H0Z"),
    path("stones", stones(4, 172, 292, 140)),
    path("slit", "M40 196h6v26h-6ZM88 196h6v26h-6ZM206 196h6v26h-6ZM254 196h6v26h-6Z"),
    path("arch", "M110 320V256Q150 206 190 256V320Z"),
    path("door", "M118 320V260Q150 220 182 260V320Z"),
    path("bars", "M118 272H182M118 296H182M134 320V246M150 320V240M166 320V246"),
  );
  const ruin = s(
    "g",
    { class: "ruin" },
    path("tower", "M30 320V188L42 176L52 196L64 182L78 204V320Z"),
    path("wall", RUIN),
    path("stones", stones(10, 250, 280, 60)),
    path("rubble", RUBBLE),
    s(
      "g",
      { class: "victor", transform: "translate(150 130)" },
      path("staff", "M0 130V0"),
      path("victor-cloth", SHAPES[side === "a" ? "b" : "a"].flag),
    ),
    path("smoke", "M70 216q-18 -24 0 -46q18 -22 2 -46M232 200q-16 -26 2 -48q16 -22 0 -44"),
  );
  const picture = s(
    "svg",
    { viewBox: "0 -56 300 376", preserveAspectRatio: "none", "aria-hidden": "true" },
    s("g", side === "a" ? {} : { transform: "translate(300 0) scale(-1 1)" }, ruin, standing),
  );
  const root = h("div", { class: "castle", "data-side": side, role: "img" }, picture);
  let shown = "";
  return {
    root,
    standing,
    ruin,
    pole,
    /** @param {Box} box that the castle fills from its flag to its foot */
    place({ x, y, width, height }) {
      root.style.translate = `${x}px ${y}px`;
      root.style.width = `${width}px`;
      root.style.height = `${height}px`;
    },
    /**
     * @param {State} state
     * @param {string} name of its side
     */
    show(state, name) {
      const besieged = state.assault?.castle === side && !state.ended;
      const condition =
        state.fallen === side
          ? "fallen"
          : state.resigned === side
            ? "yielded"
            : besieged
              ? "besieged"
              : "standing";
      const label = `The castle of ${name}: ${condition === "yielded" ? "a white flag" : condition}`;
      if (label === shown) return;
      shown = label;
      root.dataset.castle = condition;
      root.setAttribute("aria-label", label);
    },
  };
}

/** @typedef {ReturnType<typeof createCastle>} Castle */

/** Trees along the hills, as shares of the width, with their sizes. */
const TREES = [
  [0.37, 15],
  [0.395, 20],
  [0.43, 13],
  [0.55, 14],
  [0.6, 21],
  [0.622, 15],
];

/** The country between the castles: hills under the sky, a meadow, and the road from gate to gate. */
export function drawGround() {
  const trees = TREES.map(([x, size]) => {
    const [left, foot] = [x * 1000, 128 + size * 0.3];
    return `M${left - size * 0.4} ${foot}L${left} ${foot - size * 2}L${left + size * 0.4} ${foot}Z`;
  });
  const path = (/** @type {string} */ kind, /** @type {string} */ d) =>
    s("path", { class: kind, d });
  return h(
    "div",
    { class: "country" },
    h("div", { class: "orb" }),
    s(
      "svg",
      {
        ...{ class: "landscape", viewBox: "0 0 1000 400" },
        ...{ preserveAspectRatio: "none", "aria-hidden": "true" },
      },
      path(
        "far",
        "M0 130L90 74L170 112L260 52L360 116L450 66L540 118L640 58L740 114L850 62L1000 130V400H0Z",
      ),
      path("near", "M0 140Q150 92 320 126T620 118T1000 132V400H0Z"),
      path("trees", trees.join("")),
      path("ground", "M0 150Q250 122 500 134T1000 146V400H0Z"),
      path("meadow", "M0 236Q300 190 520 214T1000 206V400H0Z"),
      path("road", "M120 400Q330 250 500 250T880 400L800 400Q650 282 500 282T200 400Z"),
      path("trodden", "M360 262a140 46 0 1 0 280 0a140 46 0 1 0 -280 0"),
    ),
  );
}
