// @ts-check
import { h } from "../../../lib/dom.js";
import { SIDES } from "../../engine/sides.js";
import { ROOMY, TINY } from "../layout.js";
import { READ_MS } from "../tracks.js";
import { drawDice, SMALL_DIE } from "./dice.js";
import { leastWidth, placeNumbers } from "./numbers.js";
import { widthOf, wrap } from "./text-width.js";

/** @import { SideId } from "../../types" */
/** @import { Roll } from "./dice" */
/** @import { EffectsSetup } from "./effects" */
/** @import { Shown } from "./numbers" */
/** @import { Texts } from "./texts" */

/** Sizes of captions in px: letters on a queued unit, on a low, small and large stage; margins and gaps. */
const LETTERS = { label: 11, low: 12, small: 13, large: 14 };
const MARGIN = 9;
const GAP = 3;

/** @typedef {{ text: string, at: number, until: number }} Caption */
/** @typedef {NonNullable<ReturnType<Texts["appearAndLast"]>>} Appeared */

/**
 * The numbers, dice and explanations of two lineups. Numbers appear next to their unit, dice above it and captions
 * above the dice, below announcements.
 *
 * @param {EffectsSetup} setup
 * @param {Texts} texts
 */
export function createCaptions(setup, { appear, appearAndLast, putHerald }) {
  const { tracks, layout, length, at: slotOf, body, sideOf } = setup;
  const isTooShort = length < READ_MS;
  /** @type {Map<string, Shown[]>} */
  const numbers = new Map();
  /** @type {Record<SideId, Caption[]>} */
  const captions = { a: [], b: [] };
  /** @type {Caption[]} */
  const outcomes = [];
  /** @type {Record<SideId, boolean>} whether the leader has dice above it */
  const leaderDice = { a: false, b: false };
  /** @type {Set<string>} units with dice */
  const diceUnits = new Set();

  const effects = {
    /**
     * A number of a unit: a `loss`, a `gain`, or the `cost` of its action.
     *
     * @param {string} id
     * @param {string} text
     * @param {string} kind
     * @param {number} at
     */
    number(id, text, kind, at) {
      const { size, leads } = slotOf(id);
      if (isTooShort || (diceUnits.has(id) && size < ROOMY)) return;
      if (!leads && size < (kind === "cost" ? TINY : leastWidth(text))) return;
      const element = h("div", { class: `pop ${kind}` });
      const seen = /** @type {Appeared} */ (appearAndLast(element, at, id));
      numbers.set(id, [...(numbers.get(id) ?? []), { element, text, kind, ...seen }]);
    },

    /**
     * An explanation above a side's leader.
     *
     * @param {string} id of the unit that it concerns
     * @param {string} text
     * @param {number} at
     * @param {number} [until] the beat's next action
     */
    caption(id, text, at, until = length) {
      const own = captions[sideOf(id)];
      const same = own.find((one) => one.text === text);
      if (same) same.until = until;
      else own.push({ text, at, until: Math.max(until, at + READ_MS) });
    },

    /**
     * A result between and above both leaders, about both.
     *
     * @param {string} text
     * @param {number} at
     */
    outcome(text, at) {
      outcomes.push({ text, at, until: length });
    },

    /**
     * A word on a queued unit, if it fits.
     *
     * @param {string} id
     * @param {string} text
     * @param {number} at
     */
    label(id, text, at) {
      const { x, y, size } = slotOf(id);
      const width = widthOf(text, LETTERS.label) + 8;
      if (width > size * 1.1) return;
      const element = h("div", { class: "caption label" }, text);
      element.style.width = `${width}px`;
      tracks.place(element, x - width / 2, y - size * 0.4, body(id));
      appear(element, at, id);
    },

    /**
     * Dice above a leader, with the target in words; on a queued unit a single die.
     *
     * @param {string} id
     * @param {Roll} roll
     * @param {number} at
     */
    dice(id, roll, at) {
      const slot = slotOf(id);
      if (isTooShort || slot.size < TINY) return;
      const { element, dice } = drawDice(roll, slot, sideOf(id), layout.die);
      const { start } = /** @type {{ start: number }} */ (appear(element, at, id));
      if (slot.leads) leaderDice[sideOf(id)] = true;
      diceUnits.add(id);
      const y = slot.y - slot.size * (slot.leads ? 0.66 : 0.42);
      tracks.place(element, slot.x, y, body(id));
      const spin = Math.min(260, length * 0.3);
      for (const die of dice) {
        tracks.add(
          die,
          {
            rotate: { from: -200, to: 0, duration: spin, ease: "outBack" },
            // Its corners stay below captions.
            scale: { from: 0.7, to: 1, duration: spin, ease: "inQuad" },
          },
          start,
        );
      }
    },

    /** Show an element of a scene's own above the stage. @param {HTMLElement} element @param {number} at */
    put: (element, at) => appear(element, at),
  };

  /**
   * Place a caption between two edges, as near to `x` as possible; return the y of its upper edge.
   *
   * @param {Caption} caption
   * @param {{ x: number, left: number, right: number, foot: number, ceiling: number }} room a caption that
   *   would reach above the ceiling has smaller letters, or is left out
   */
  function putCaption({ text, at, until }, { x, left, right, foot, ceiling }) {
    const kind = layout.low ? "low" : layout.die < SMALL_DIE ? "small" : "large";
    const edges = 2 * MARGIN + 2;
    for (const size of [LETTERS[kind], LETTERS.label]) {
      const letters = size * layout.grown;
      const { width: wide, lines } = wrap(text, letters, right - left - edges);
      const width = Math.min(right - left, wide + edges);
      const line = letters + 5;
      const top = foot - lines * line - 4;
      if (top < ceiling) continue;
      const element = h("div", { class: "caption" }, text);
      if (!appear(element, at, "", Math.min(until, length))) return foot;
      Object.assign(element.style, {
        width: `${width}px`,
        fontSize: `${letters}px`,
        lineHeight: `${line}px`,
      });
      tracks.place(element, Math.max(left, Math.min(right - width, x - width / 2)), top);
      return top - GAP;
    }
    return foot;
  }

  /** Lower edge of the captions above a leader's head, or its dice. @param {SideId} side */
  const footOf = (side) =>
    layout.note(side).y -
    (leaderDice[side] ? layout.die + (layout.die < SMALL_DIE ? 24 : 28) : layout.die * 0.6);

  /** @param {number} ceiling */
  function arrangeCaptions(ceiling) {
    const notes = { a: layout.note("a"), b: layout.note("b") };
    const feet = { a: footOf("a"), b: footOf("b") };
    for (const outcome of outcomes) {
      const foot = Math.min(feet.a, feet.b);
      const [left, right] = [notes.a.left, notes.b.right];
      const x = (notes.a.right + notes.b.left) / 2;
      feet.a = feet.b = putCaption(outcome, { x, left, right, foot, ceiling });
    }
    for (const side of SIDES) {
      let foot = feet[side];
      let until = 0;
      for (const caption of captions[side]) {
        const end = Math.min(caption.until, length);
        // Those before it are gone; a late one comes earlier, to be read.
        if (Math.min(caption.at, end - READ_MS) >= until) foot = feet[side];
        foot = putCaption(caption, { ...notes[side], foot, ceiling });
        until = Math.max(until, end);
      }
    }
  }

  return {
    effects,
    /** Place everything where there is room. */
    arrange() {
      const ceiling = putHerald(Math.min(footOf("a"), footOf("b")));
      for (const [id, own] of numbers) {
        placeNumbers(setup, id, own, { hasDie: diceUnits.has(id), ceiling });
      }
      arrangeCaptions(Math.max(ceiling, layout.ceiling));
    },
  };
}
