// @ts-check
import { h, icon, s } from "../dom.js";
import { SMALL, unitHeight } from "./layout.js";

/** @import { Child } from "../dom" */
/** @import { StageUnit } from "../types" */
/** @import { Slot } from "./layout" */

/** The sides differ in shape as well as in colour: a shield, and a six-cornered plate. */
const PLATES = {
  a: "M6 4H94V54Q94 84 50 98Q6 84 6 54Z",
  b: "M28 3H72L97 50L72 97H28L3 50Z",
};

/** Stands for a unit without a picture of its own, which is a custom one. */
const CUSTOM_ICON = "overlord-helm";

/**
 * One unit on the stage: its plate with picture and number, what its ruleset adds to it, and its
 * name. It writes to the page only what has changed.
 *
 * @param {StageUnit} unit
 * @param {string} iconsUrl
 * @param {{ face?: Child, badges: Child[], foot: Child[] }} parts on the plate, and below it; its
 *   `face` is the unit's picture if nothing else is given
 */
export function createUnit(unit, iconsUrl, { face, badges, foot }) {
  const body = h(
    "div",
    { class: "body" },
    s("svg", { class: "plate", viewBox: "0 0 100 100" }, s("path", { d: PLATES[unit.side] })),
    face ?? icon(iconsUrl, unit.icon ?? CUSTOM_ICON),
    ...badges,
    h("span", { class: "number", "aria-hidden": "true" }, unit.id.slice(1)),
  );
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
    ...foot,
    h("div", { class: "name" }, unit.name),
  );
  /** @type {Slot | null} */
  let slot = null;
  let sized = 0;
  let gone = true;
  let label = "";
  let condition = "";

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
    if (sized !== to.size) {
      sized = to.size;
      root.style.setProperty("--size", `${sized}px`);
      root.style.setProperty("--height", `${unitHeight(sized)}px`);
      root.classList.toggle("small", sized < SMALL);
    }
    root.style.translate = `${x - to.size / 2}px ${y - unitHeight(to.size) / 2}px`;
    root.style.scale = size === to.size ? "" : String(size / to.size);
  }

  /**
   * Takes the unit off the stage, or back. It waits outside, since changing what is displayed makes
   * the browser style the whole unit anew, which shows when a seek moves eighty of them.
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

  // Whoever comes late may never see it stand.
  leave(true);
  return {
    root,
    body,
    unit,
    between,
    /** @param {Slot | null} next null when it has left */
    stand(next) {
      if (next) {
        if (slot?.leads !== next.leads) {
          root.classList.toggle("leads", next.leads);
          root.tabIndex = next.leads ? 0 : -1;
        }
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

/** @typedef {ReturnType<typeof createUnit>} UnitDrawing */
