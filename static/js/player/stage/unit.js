// @ts-check
import { h, icon, pictureOf, s } from "../../lib/dom.js";
import { t } from "../../lib/text.js";
import { SIDES } from "../engine/sides.js";
import { MICRO, SMALL, TINY, UNSEEN, unitHeight } from "./layout.js";
import { createRandom } from "./scenery/random.js";

/** @import { Child } from "../../lib/dom" */
/** @import { SideId, StageUnit } from "../types" */
/** @import { Slot } from "./layout" */

/** The sides differ in shape as well as in colour: a shield, and a six-cornered plate. */
export const PLATES = {
  a: "M6 4H94V54Q94 84 50 98Q6 84 6 54Z",
  b: "M28 3H72L97 50L72 97H28L3 50Z",
};

/** The breath of a unit: duration of a pose, and width and height of each. */
export const BREATH_MS = 420;
const BREATHS = [
  [1, 1],
  [1, 1.018],
  [0.994, 1.03],
  [1, 1.018],
];
/** Where a unit is narrower, in px, a breath is too small to be seen. */
const BREATHING = 60;
/** How much larger than it stands there a fighter is seen where the view is nearest. */
const PUSH = 0.07;

/** How many stages have paints of their own: each names them for itself. */
let painted = 0;

/**
 * Puts the gradients of bases and plates into a stage, under ids that no other stage has: each side's colour, lit from
 * the upper left.
 *
 * @param {HTMLElement} stage
 */
export function createPaints(stage) {
  const prefix = `paint${++painted}-`;
  const rim = (/** @type {SideId} */ side) => {
    stage.style.setProperty(`--rim-${side}`, `url(#${prefix}${side})`);
    return s(
      "linearGradient",
      { id: prefix + side, y2: 1, "data-side": side },
      ...["lit", "own", "shaded"].map((kind, k) => s("stop", { offset: k * 0.4, class: kind })),
    );
  };
  stage.prepend(
    s("svg", { class: "paints", width: 0, height: 0, "aria-hidden": "true" }, ...SIDES.map(rim)),
  );
}

/**
 * One unit on the stage, a figure on a stand: its plate with picture and number, what its ruleset adds
 * to it, and its name. It writes to the page only what has changed.
 *
 * @param {StageUnit} unit
 * @param {string} iconsUrl
 * @param {object} looks
 * @param {[name: string, words?: string]} [looks.picture] a figure, or an icon on a plate; without it the unit's icon
 * @param {Child[]} looks.badges on the plate
 * @param {Child[]} looks.foot at its foot
 * @param {Record<string, HTMLElement | SVGElement>} [looks.parts] that a choreography moves, by name, in
 *   addition to `root`, `name` and `worn`
 */
export function createUnit(unit, iconsUrl, { picture = pictureOf({}, unit), badges, foot, parts }) {
  const d = PLATES[unit.side];
  const plate = (/** @type {string} */ kind) => s("path", { class: kind, d });
  let drawn = icon(iconsUrl, ...picture);
  const figure = h(
    "div",
    { class: "figure" },
    s(
      "svg",
      { class: "plate", viewBox: "0 0 100 100", "aria-hidden": "true" },
      ...[plate("edge"), plate("rim"), plate("face")],
    ),
    drawn,
  );
  const number = unit.id.slice(1);
  const name = h(
    "div",
    { class: "name" },
    h("span", {}, t(unit.name)),
    h("span", { class: "nth", "aria-hidden": "true" }, ` ${number}`),
  );
  const worn = h(
    "div",
    { class: "worn" },
    ...badges,
    h("span", { class: "number", "aria-hidden": "true" }, number),
    ...foot,
  );
  const body = h(
    "div",
    { class: "body" },
    h("div", { class: "shadow" }),
    s(
      "svg",
      { class: "stand", viewBox: "0 0 100 20", "aria-hidden": "true" },
      s("ellipse", { class: "edge", cx: 50, cy: 11, rx: 36, ry: 8 }),
      s("ellipse", { class: "rim", cx: 50, cy: 8, rx: 36, ry: 7.5 }),
    ),
    figure,
    worn,
  );
  // A class instead of :has(), which has the style of all units calculated anew at each change on the stage.
  const standOnBase = () => body.classList.toggle("stands", drawn.classList.contains("cutout"));
  standOnBase();
  const root = h(
    "div",
    {
      class: "unit",
      role: "button",
      tabindex: "-1",
      "data-unit": unit.id,
      "data-side": unit.side,
    },
    body,
    name,
  );
  /** @type {Slot | null} */
  let slot = null;
  let sized = 0;
  let isLeader = false;
  let gone = true;
  /** Whether it stands where its slot is. */
  let rests = true;
  let label = "";
  let condition = "";
  let pose = NaN;
  /** How far in front it is, from 0 to 1. */
  let front = 0;
  // Many change their pose in one frame, and most frames paint none of them anew.
  const phase = Math.floor(createRandom(unit.id)() * BREATHS.length * 2) / 2;

  /**
   * Puts the unit between two slots, `share` of the way, lifted by `lift` px.
   *
   * @param {Slot} from
   * @param {Slot} to
   * @param {number} share
   * @param {number} lift
   */
  function between(from, to, share, lift = 0) {
    const x = from.x + (to.x - from.x) * share;
    const y = from.y + (to.y - from.y) * share - lift;
    const size = from.size + (to.size - from.size) * share;
    rests = from === to;
    front = frontOf(from) + (frontOf(to) - frontOf(from)) * share;
    if (sized !== to.size) {
      sized = to.size;
      root.style.setProperty("--size", `${sized}px`);
      root.style.setProperty("--height", `${unitHeight(sized)}px`);
      root.classList.toggle("small", sized < SMALL);
      root.classList.toggle("tiny", sized < TINY);
      root.classList.toggle("micro", sized < MICRO);
      root.classList.toggle("beside", Boolean(to.beside));
      root.style.visibility = sized < UNSEEN ? "hidden" : "";
    }
    // A unit that has not set out yet keeps its badges in place.
    if (isLeader !== to.leads) {
      isLeader = to.leads;
      root.classList.toggle("leads", isLeader);
    }
    // Who passes others, or comes to the front, has nothing to read on it meanwhile; nor has one whose values change from
    // its side to its foot, where the next may stand.
    const isUnderWay = share > 0 && share < 1;
    const turns = share < 1 && to.beside !== from.beside;
    const passes = isUnderWay && (lift !== 0 || to.leads !== from.leads);
    root.classList.toggle("passing", turns || passes);
    // A composited layer is sharp only at whole px.
    const px = (/** @type {number} */ at) => `${isUnderWay ? at : Math.round(at)}px`;
    root.style.translate = `${px(x - to.size / 2)} ${px(y - unitHeight(to.size) / 2)}`;
    root.style.scale = size === to.size ? "" : String(size / to.size);
  }

  /**
   * Take the unit off the stage, or back. It waits outside, since a change of `display` makes
   * the browser restyle the whole unit, which is visible when a seek moves eighty of them.
   *
   * @param {boolean} leaves
   */
  function leave(leaves) {
    gone = leaves;
    root.setAttribute("aria-hidden", String(leaves));
    root.toggleAttribute("data-gone", leaves);
    if (leaves) {
      root.style.translate = "-999px -999px";
      root.tabIndex = -1;
    }
  }

  // It begins off the stage: a viewer who joins late may never see it.
  leave(true);
  return {
    root,
    /** Goes where the unit goes. */
    body,
    /** The plate with its picture, which leans and is squashed; the texts at its foot are not. */
    figure,
    name,
    /** Everything on the plate and at its foot. */
    worn,
    parts: /** @type {Record<string, HTMLElement | SVGElement>} */ ({ root, name, worn, ...parts }),
    unit,
    between,
    /** Shows another picture. @param {[name: string, words?: string]} next */
    dress(next) {
      const old = drawn;
      drawn = icon(iconsUrl, ...next);
      old.replaceWith(drawn);
      standOnBase();
    },
    /**
     * Draw the unit's breath at a time, in a pose of its phase, and its closeness: fighters are
     * nearest. Its texts do not move.
     *
     * @param {number} ms
     * @param {number} closeness of the view, from 0 to 1
     */
    breathe(ms, closeness) {
      const nth = sized < BREATHING ? 0 : Math.floor(ms / BREATH_MS + phase) % BREATHS.length;
      // In whole px, so that it is painted anew only now and then.
      const near = 1 + Math.round(PUSH * closeness * front * sized) / (sized || 1);
      if (pose === nth + near) return;
      pose = nth + near;
      const scales = BREATHS[nth].map((scale) => (scale * near).toFixed(3));
      figure.style.scale = pose === 1 ? "" : scales.join(" ");
    },
    /** Puts it back into its slot. */
    settle: () => slot && between(slot, slot, 1),
    /** @param {Slot | null} next null when it has left */
    stand(next) {
      if (next === slot && rests) return;
      if (next) {
        root.style.zIndex = next.leads ? "" : String(Math.round(next.y));
        if (slot?.leads !== next.leads) root.tabIndex = next.leads ? 0 : -1;
        between(next, next, 1);
      }
      if (gone === Boolean(next)) leave(!next);
      slot = next;
    },
    /**
     * Says how the unit is: to the style sheet in a word, to a screen reader in full.
     *
     * @param {string} word
     * @param {string} words
     */
    describe(word, words) {
      if (word !== condition) {
        condition = word;
        root.dataset.state = word;
      }
      if (words !== label) {
        label = words;
        root.setAttribute("aria-label", words);
      }
    },
  };
}

/** Whether a unit fights where it stands. @param {Slot} slot */
const frontOf = ({ leads, fights = leads }) => Number(fights);

/** @typedef {ReturnType<typeof createUnit>} UnitDrawing */
