// @ts-check
import { h } from "../../../lib/dom.js";
import { SIDES } from "../../engine/sides.js";
import { ROOMY, TINY, UNSEEN } from "../layout.js";
import { comeAndGo, SHORT_MS } from "../tracks.js";
import { drawDice, SMALL_DIE } from "./dice.js";
import { stackNumbers } from "./numbers.js";
import { widthOf, wrap } from "./text-width.js";

/** @import { SideId } from "../../types" */
/** @import { Roll } from "./dice" */
/** @import { EffectsSetup } from "./effects" */
/** @import { StageLayout } from "../layout" */

/** Sizes of captions in px: letters on a unit in the queue, on a small stage and on others, margins, gaps. */
const LETTERS = { label: 11, low: 12, small: 13, large: 14 };
const MARGIN = 9;
const GAP = 3;

const FADE_MS = 90;

/** A number rises for so long. */
const RISE_MS = 900;

/**
 * The words, numbers and dice of a beat. Numbers stand on their unit, dice above it, captions above
 * the dice, announcements over the stage, so that none covers another.
 *
 * @param {EffectsSetup} setup
 */
export function createCaptions({ layer, tracks, layout, length, still, at: slotOf, body, sideOf }) {
  /** @type {Map<string, { element: HTMLElement, text: string, isCost: boolean, start: number, shown: number }[]>} */
  const numbers = new Map();
  /** @type {Record<SideId, { text: string, at: number }[]>} */
  const captions = { a: [], b: [] };
  /** @type {{ text: string, at: number }[]} */
  const outcomes = [];
  /** @type {Record<SideId, boolean>} whether dice are above the leader */
  const thrown = { a: false, b: false };
  /** @type {Set<string>} the units with dice on them */
  const rolled = new Set();
  /** @type {Announcement[]} */
  const heralds = [];

  /**
   * Shows an element from a time on, for some ms.
   *
   * @param {HTMLElement} element
   * @param {number} at
   * @param {number} lasting
   */
  function appear(element, at, lasting) {
    layer.append(element);
    const start = Math.max(0, at);
    if (length < SHORT_MS && lasting >= length) return { start: 0, shown: length };
    const shown = Math.max(120, Math.min(lasting, length - start - 10));
    tracks.add(element, comeAndGo(shown, FADE_MS), start);
    return { start, shown };
  }

  const effects = {
    /**
     * A number that rises on a unit: a `loss`, a `gain`, or the `cost` of what it did.
     *
     * @param {string} id
     * @param {string} text
     * @param {string} kind
     * @param {number} at
     */
    number(id, text, kind, at) {
      const slot = slotOf(id);
      if (rolled.has(id) && slot.size < ROOMY) return;
      const isCost = kind === "cost";
      if (slot.size < (isCost ? TINY : UNSEEN)) return;
      const element = h("div", { class: `pop ${kind}` });
      const number = { element, text, isCost, ...appear(element, at, RISE_MS) };
      numbers.set(id, [...(numbers.get(id) ?? []), number]);
    },

    /**
     * A word about a unit beside it, where there is room as its stage knows.
     *
     * @param {string} id
     * @param {string} text
     * @param {string} kind
     * @param {number} at
     * @param {{ x: number, y: number, size: number }} where from the unit's middle, and the letters' size
     */
    word(id, text, kind, at, { x, y, size }) {
      const slot = slotOf(id);
      const element = h("div", { class: `pop ${kind}` }, text);
      element.style.fontSize = `${size}px`;
      tracks.place(element, slot.x + x, slot.y + y, body(id));
      const { start, shown } = appear(element, at, RISE_MS);
      tracks.add(
        element,
        {
          translateY: { from: 0, to: -4, duration: shown, ease: "outCubic" },
          scale: { from: 1.15, to: 1, duration: Math.min(150, shown / 3) },
        },
        start,
      );
    },

    /**
     * A word above a side's leader that says why.
     *
     * @param {string} id of the unit that it is about
     * @param {string} text
     * @param {number} at
     */
    caption(id, text, at) {
      const side = sideOf(id);
      if (captions[side].some((one) => one.text === text)) return;
      captions[side].push({ text, at });
    },

    /**
     * Words in the middle above both leaders, about both.
     *
     * @param {string} text
     * @param {number} at
     */
    outcome(text, at) {
      outcomes.push({ text, at });
    },

    /**
     * A word on a unit in the queue, if there is room for it.
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
      appear(element, at, length);
    },

    /**
     * Dice above a leader, with what they had to reach in words; on a unit in the queue there is room
     * for a die alone.
     *
     * @param {string} id
     * @param {Roll} roll
     * @param {number} at
     */
    dice(id, roll, at) {
      const slot = slotOf(id);
      if (slot.size < TINY) return;
      const { element, dice } = drawDice(roll, slot, sideOf(id), layout.die);
      if (slot.leads) thrown[sideOf(id)] = true;
      rolled.add(id);
      const y = slot.y - slot.size * (slot.leads ? 0.66 : 0.42);
      tracks.place(element, slot.x, y, body(id));
      const { start } = appear(element, at, length);
      const spin = Math.min(260, length * 0.3);
      for (const die of dice) {
        tracks.add(die, { rotate: { from: -200, to: 0, duration: spin, ease: "outBack" } }, start);
      }
    },

    /**
     * Announces something over the stage, beside whatever else is announced in this beat.
     *
     * @param {string} text
     * @param {string} kind `plain`, `side-a` or `side-b`
     * @param {string} [more] a line below it
     * @param {number} [at] when it is said, if not from the beginning
     */
    herald(text, kind, more = "", at = 0) {
      heralds.push({ text, kind, more, at });
    },

    /**
     * A coin that turns and comes to rest on its result; each side's letter is on one of its faces.
     *
     * @param {SideId} result
     * @param {Record<SideId, string>} letters
     */
    coin(result, letters) {
      const faces = SIDES.map((side) => h("b", { "data-side": side }, letters[side]));
      const element = h("div", { class: "coin" }, ...faces);
      // Between two leaders there is so much room.
      element.style.setProperty("--die", `${layout.die * 1.4}px`);
      tracks.place(element, layout.herald.x, layout.herald.y + 112 * layout.grown);
      appear(element, 0, length);
      const translateY = [
        { from: 60, to: -10, duration: length * 0.25, ease: /** @type {const} */ ("outQuad") },
        { to: 0, duration: length * 0.3, ease: /** @type {const} */ ("inQuad") },
      ];
      tracks.add(element, { translateY }, 0);
      for (const [k, face] of faces.entries()) {
        // It begins with the other one up.
        const up = SIDES[k] === result ? 180 : 0;
        if (still) face.hidden = !up;
        const turns = { from: up, to: up + 900, duration: length * 0.55 };
        tracks.add(face, { rotateY: turns, ease: "outCubic" }, 0);
      }
    },
  };

  /**
   * Puts a caption between two edges, as near as it can to a middle; gives where its upper edge is.
   *
   * @param {{ text: string, at: number }} caption
   * @param {{ x: number, left: number, right: number, foot: number, ceiling: number }} room one that
   *   would reach above the ceiling is left out
   */
  function putCaption({ text, at }, { x, left, right, foot, ceiling }) {
    const kind = layout.low ? "low" : layout.die < SMALL_DIE ? "small" : "large";
    const letters = LETTERS[kind] * layout.grown;
    const edges = 2 * MARGIN + 2;
    const { width: wide, lines } = wrap(text, letters, right - left - edges);
    const width = Math.min(right - left, wide + edges);
    const line = letters + 5;
    const top = foot - lines * line - 4;
    if (top < ceiling) return foot;
    const element = h("div", { class: "caption" }, text);
    Object.assign(element.style, {
      ...{ width: `${width}px`, fontSize: `${letters}px`, lineHeight: `${line}px` },
    });
    tracks.place(element, Math.max(left, Math.min(right - width, x - width / 2)), top);
    appear(element, at, length);
    return top - GAP;
  }

  /** Where the words over the leaders begin: above them, and above their dice. @param {SideId} side */
  const footOf = (side) =>
    layout.note(side).y - (thrown[side] ? layout.die + (layout.die < SMALL_DIE ? 24 : 28) : 0);

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
      for (const caption of captions[side]) {
        feet[side] = putCaption(caption, { ...notes[side], foot: feet[side], ceiling });
      }
    }
  }

  /** Puts up what is announced; gives how far down it reaches. */
  function putHerald() {
    if (heralds.length === 0) return 0;
    const { element, rows } = drawHerald(heralds, layout);
    const [[, first]] = rows;
    rows.forEach(([row, at], k) => {
      if (at <= first) return;
      // It takes the place of the row before, so that none is empty until then.
      [rows[k - 1][0], row].forEach((one, to) => {
        one.style.gridArea = "1/1";
        tracks.add(one, { opacity: { from: 1 - to, to, duration: FADE_MS } }, at);
      });
    });
    appear(element, first, length);
    if (!still) {
      const spring = Math.min(240, length * 0.3);
      tracks.add(element, { scale: { from: 0.85, to: 1, duration: spring, ease: "outBack" } }, 0);
    }
    // Where leaders or their dice need the room, what is announced stands on them, in small letters.
    const foot = Math.min(footOf("a"), footOf("b"));
    if (layout.herald.y + element.offsetHeight < foot) {
      return layout.herald.y + element.offsetHeight;
    }
    element.classList.add("low");
    element.style.top = `${foot - element.offsetHeight}px`;
    return foot;
  }

  /** Puts the numbers on their units, those on leaders below what is announced. @param {number} ceiling */
  function putNumbers(ceiling) {
    for (const [id, own] of numbers) {
      const slot = slotOf(id);
      const stacked = stackNumbers(slot, own, { hasDie: rolled.has(id), ceiling });
      for (const { element, isCost, said, letters, y, start, shown, rise, swell } of stacked) {
        element.textContent = said;
        element.style.fontSize = `${letters}px`;
        // What one in the queue pays stays there: it may be flying, over captions.
        tracks.place(element, slot.x, slot.y + y, isCost && !slot.leads ? null : body(id));
        const landing = { from: swell, to: 0.94, duration: Math.min(110, shown / 3) };
        const translateY = { from: 0, to: -rise, duration: shown };
        const scale = [landing, { to: 1, duration: 60 }];
        tracks.add(element, { translateY, scale, ease: "outCubic" }, start);
      }
    }
  }

  return {
    effects,
    /** Puts all of it where it has room. */
    arrange() {
      const ceiling = putHerald();
      putNumbers(ceiling);
      arrangeCaptions(Math.max(ceiling, layout.ceiling));
    },
  };
}

/** @typedef {{ text: string, kind: string, more: string, at: number }} Announcement `more` is a line below it */

/**
 * Draws what is announced in a beat, a row for each; gives the rows with the time from which each is
 * seen, in ms.
 *
 * @param {Announcement[]} announcements
 * @param {StageLayout} layout
 */
function drawHerald(announcements, layout) {
  const rows = announcements.map(({ text, kind, more, at }) => {
    const row = h("div", { class: kind }, text, more ? h("small", {}, more) : null);
    return /** @type {const} */ ([row, at]);
  });
  const size = layout.low ? " low brief" : "";
  const element = h("div", { class: `herald${size}` }, ...rows.map(([row]) => row));
  element.style.top = `${layout.herald.y}px`;
  element.style.maxWidth = `${layout.herald.width}px`;
  return { element, rows };
}
