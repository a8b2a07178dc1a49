// @ts-check
import { h } from "../../../lib/dom.js";
import { t } from "../../../lib/text.js";
import { CONTACT } from "../layout.js";
import { widthOf } from "./text-width.js";

/** @import { SideId } from "../../types" */
/** @import { Slot } from "../layout" */

/**
 * A dice roll as shown on the stage.
 *
 * @typedef {object} Roll
 * @property {number[]} results empty if no die was needed
 * @property {boolean} won
 * @property {number | null} [needed] highest result that succeeds
 * @property {string} [outcome] the result in a word
 * @property {boolean[]} [idle] by die, whether it does not count
 * @property {string} [second] why there is a second die
 */

/** Below this size of a leader's die, two of them barely fit next to each other on the stage. */
export const SMALL_DIE = 40;

/** Smallest letters of the words, in px: where longer words would have smaller ones, they are shorter. */
const LEAST = 12;

/** Half the gap between the words of two leaders, including the letters' outline, in px. */
const EDGE = 4;

/** How much wider a space is than in other text, in px, as in effects.css. */
const SPACE = 1.5;

/**
 * Draw dice: all of a leader's with the target in words, a single die for other units. Return the element
 * and each die in it.
 *
 * @param {Roll} roll
 * @param {Slot} slot
 * @param {SideId} side
 * @param {number} die width of a leader's die in px
 */
export function drawDice(roll, slot, side, die) {
  const { results, won, needed = null, outcome = "", idle = [], second } = roll;
  const faces = results.length ? results.map(String) : ["✓"];
  const dice = faces.map((face, k) =>
    h("b", { class: idle[k] && "idle" }, face, k > 0 && die >= SMALL_DIE && h("i", {}, second)),
  );
  const fate = won ? "won" : "lost";
  if (!slot.leads) {
    const element = h("div", { class: `dice ${fate}` }, dice[0]);
    element.style.setProperty("--die", `${Math.min(24, slot.size * 0.5)}px`);
    return { element, dice };
  }
  const goals = needed
    ? [t("needs {needed} or lower", { needed }), t("{needed} or lower", { needed }), `≤ ${needed}`]
    : [""];
  let text = "";
  let gaps = 0;
  let fits = 0;
  for (const goal of goals) {
    text = [goal, outcome].filter(Boolean).join(": ");
    gaps = SPACE * (text.split(" ").length - 1);
    // Next to each other, two leaders leave room for words as wide as the leader; longer ones extend outwards.
    fits = ((slot.size * 0.78 - gaps) / widthOf(text, 100)) * 100;
    if (fits >= LEAST) break;
  }
  const words = text ? h("small", {}, text) : null;
  if (words) {
    const letters = Math.max(LEAST, Math.min(fits, die * 0.31));
    const over = Math.max(0, (widthOf(text, letters) + gaps) / 2 + EDGE - slot.size * CONTACT);
    words.style.fontSize = `${letters}px`;
    words.style.translate = `${side === "a" ? -over : over}px`;
  }
  const element = h("div", { class: `dice big ${fate}` }, words, h("span", {}, ...dice));
  element.style.setProperty("--die", `${die}px`);
  return { element, dice };
}
