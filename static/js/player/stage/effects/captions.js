// @ts-check
import { h } from "../../../lib/dom.js";
import { SIDES } from "../../engine/sides.js";
import { ROOMY, TINY, UNSEEN } from "../layout.js";
import { comeAndGo, SHORT_MS } from "../tracks.js";
import { drawDice, SMALL_DIE } from "./dice.js";
import { stackNumbers } from "./numbers.js";
import { widthOf, wrap } from "./text-width.js";

/** @import { SideId, StageText } from "../../types" */
/** @import { Roll } from "./dice" */
/** @import { EffectsSetup } from "./effects" */
/** @import { StageLayout } from "../layout" */

/** Sizes of captions in px: letters on a queued unit, on a low, small and large stage; margins and gaps. */
const LETTERS = { label: 11, low: 12, small: 13, large: 14 };
const MARGIN = 9;
const GAP = 3;

const FADE_MS = 90;

/** Time for which a number rises. */
const RISE_MS = 900;

/**
 * The words, numbers and dice of a beat. Numbers appear on their unit, dice above it, captions above the
 * dice and announcements at the top of the stage, so that none covers another. Numbers and words on a unit that stays
 * where it is outlast the beat.
 *
 * @param {EffectsSetup} setup
 */
export function createCaptions(setup) {
  const { show, tracks, layout, length, room, still, at: slotOf, body, sideOf, stays } = setup;
  /** @type {Map<string, { element: HTMLElement, text: string, isCost: boolean, start: number, shown: number, one: Lasting }[]>} */
  const numbers = new Map();
  /** @type {Record<SideId, { text: string, at: number }[]>} */
  const captions = { a: [], b: [] };
  /** @type {{ text: string, at: number }[]} */
  const outcomes = [];
  /** @type {Record<SideId, boolean>} whether the leader has dice above it */
  const leaderDice = { a: false, b: false };
  /** @type {Set<string>} units with dice */
  const diceUnits = new Set();
  /** @type {Announcement[]} */
  const heralds = [];
  /** @type {Lasting[]} */
  const lasting = [];
  /** @type {Map<string, number>} when the first text of a unit appears */
  const firstTexts = new Map();
  let ceiling = 0;

  /**
   * Show an element from `at` on, for `most` ms and not after `end`.
   *
   * @param {HTMLElement} element
   * @param {number} at
   * @param {string} [id] of the unit that it is text on
   * @param {number} [most]
   * @param {number} [end]
   */
  function appear(element, at, id = "", most = length, end = length) {
    show(element);
    let [start, shown] = [Math.max(0, at), end];
    if (end < SHORT_MS && most >= end) start = 0;
    else {
      shown = Math.max(120, Math.min(most, end - start - 10));
      tracks.add(element, comeAndGo(shown, FADE_MS), start);
    }
    firstTexts.set(id, Math.min(start, firstTexts.get(id) ?? Infinity));
    return { start, shown };
  }

  /**
   * Show text on a unit that is left there when the beat is over.
   *
   * @param {HTMLElement} element
   * @param {number} at
   * @param {string} id
   */
  function appearAndLast(element, at, id) {
    const seen = appear(element, at, id, RISE_MS, stays(id) ? room : length);
    const one = { id, element, top: 0 };
    if (seen.start + seen.shown > length) lasting.push(one);
    return { ...seen, one };
  }

  const effects = {
    /**
     * A number that rises on a unit: a `loss`, a `gain`, or the `cost` of its action.
     *
     * @param {string} id
     * @param {string} text
     * @param {string} kind
     * @param {number} at
     */
    number(id, text, kind, at) {
      const slot = slotOf(id);
      if (diceUnits.has(id) && slot.size < ROOMY) return;
      const isCost = kind === "cost";
      if (slot.size < (isCost ? TINY : UNSEEN)) return;
      const element = h("div", { class: `pop ${kind}` });
      const number = { element, text, isCost, ...appearAndLast(element, at, id) };
      numbers.set(id, [...(numbers.get(id) ?? []), number]);
    },

    /**
     * A word next to a unit; the caller finds the room for it.
     *
     * @param {string} id
     * @param {string} text
     * @param {string} kind
     * @param {number} at
     * @param {{ x: number, y: number, size: number }} where offset from the unit's middle, and the letters' size
     */
    word(id, text, kind, at, { x, y, size }) {
      const slot = slotOf(id);
      const element = h("div", { class: `pop ${kind}` }, text);
      element.style.fontSize = `${size}px`;
      tracks.place(element, slot.x + x, slot.y + y, body(id));
      const { start, shown, one } = appearAndLast(element, at, id);
      one.top = slot.y + y - size;
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
     * An explanation above a side's leader.
     *
     * @param {string} id of the unit that it concerns
     * @param {string} text
     * @param {number} at
     */
    caption(id, text, at) {
      const side = sideOf(id);
      if (captions[side].some((one) => one.text === text)) return;
      captions[side].push({ text, at });
    },

    /**
     * A result between and above both leaders, about both.
     *
     * @param {string} text
     * @param {number} at
     */
    outcome(text, at) {
      outcomes.push({ text, at });
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
      if (slot.size < TINY) return;
      const { element, dice } = drawDice(roll, slot, sideOf(id), layout.die);
      if (slot.leads) leaderDice[sideOf(id)] = true;
      diceUnits.add(id);
      const y = slot.y - slot.size * (slot.leads ? 0.66 : 0.42);
      tracks.place(element, slot.x, y, body(id));
      const { start } = appear(element, at, id);
      const spin = Math.min(260, length * 0.3);
      for (const die of dice) {
        tracks.add(die, { rotate: { from: -200, to: 0, duration: spin, ease: "outBack" } }, start);
      }
    },

    /**
     * Announce something at the top of the stage, together with other announcements of the beat.
     *
     * @param {string} text
     * @param {string} kind `plain`, `side-a` or `side-b`
     * @param {string} [more] a line below it
     * @param {number} [at] start time in ms
     */
    herald(text, kind, more = "", at = 0) {
      heralds.push({ text, kind, more, at });
    },

    /**
     * A coin that spins and lands on its result; each side's letter is on one face.
     *
     * @param {SideId} result
     * @param {Record<SideId, string>} letters
     */
    coin(result, letters) {
      const faces = SIDES.map((side) => h("b", { "data-side": side }, letters[side]));
      const element = h("div", { class: "coin" }, ...faces);
      // Fits between two leaders.
      element.style.setProperty("--die", `${layout.die * 1.4}px`);
      tracks.place(element, layout.herald.x, layout.herald.y + 112 * layout.grown);
      appear(element, 0);
      const translateY = [
        { from: 60, to: -10, duration: length * 0.25, ease: /** @type {const} */ ("outQuad") },
        { to: 0, duration: length * 0.3, ease: /** @type {const} */ ("inQuad") },
      ];
      tracks.add(element, { translateY }, 0);
      for (const [k, face] of faces.entries()) {
        // It starts with the other face up.
        const up = SIDES[k] === result ? 180 : 0;
        if (still) face.hidden = !up;
        const turns = { from: up, to: up + 900, duration: length * 0.55 };
        tracks.add(face, { rotateY: turns, ease: "outCubic" }, 0);
      }
    },
  };

  /**
   * Place a caption between two edges, as near to `x` as possible; return the y of its upper edge.
   *
   * @param {{ text: string, at: number }} caption
   * @param {{ x: number, left: number, right: number, foot: number, ceiling: number }} room a caption that
   *   would reach above the ceiling has smaller letters, or is left out
   */
  function putCaption({ text, at }, { x, left, right, foot, ceiling }) {
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
      Object.assign(element.style, {
        ...{ width: `${width}px`, fontSize: `${letters}px`, lineHeight: `${line}px` },
      });
      tracks.place(element, Math.max(left, Math.min(right - width, x - width / 2)), top);
      appear(element, at);
      return top - GAP;
    }
    return foot;
  }

  /** Lower edge of the captions above a leader and its dice. @param {SideId} side */
  const footOf = (side) =>
    layout.note(side).y - (leaderDice[side] ? layout.die + (layout.die < SMALL_DIE ? 24 : 28) : 0);

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

  /** Show the announcements; return the y of their lower edge. */
  function putHerald() {
    if (heralds.length === 0) return 0;
    const { element, rows } = drawHerald(heralds, layout);
    const [[, first]] = rows;
    rows.forEach(([row, at], k) => {
      if (at <= first) return;
      // It replaces the previous row at once: sentences that fade into each other cannot be read.
      [rows[k - 1][0], row].forEach((one, to) => {
        one.style.gridArea = "1/1";
        tracks.add(one, { opacity: { from: 1 - to, to, duration: 1 } }, at);
      });
    });
    appear(element, first);
    if (!still) {
      const spring = Math.min(240, length * 0.3);
      tracks.add(element, { scale: { from: 0.85, to: 1, duration: spring, ease: "outBack" } }, 0);
    }
    // Without room above leaders and their dice, announcements overlap them in small letters.
    const foot = Math.min(footOf("a"), footOf("b"));
    if (layout.herald.y + element.offsetHeight < foot) {
      return layout.herald.y + element.offsetHeight;
    }
    element.classList.add("low");
    element.style.top = `${foot - element.offsetHeight}px`;
    return foot;
  }

  /** Place the numbers on their units; a leader's stay below the ceiling. */
  function putNumbers() {
    for (const [id, own] of numbers) {
      const slot = slotOf(id);
      const stacked = stackNumbers(slot, own, { hasDie: diceUnits.has(id), ceiling });
      for (const { element, one, isCost, said, letters, y, start, shown, rise, swell } of stacked) {
        one.top = slot.y + y - rise - letters;
        element.textContent = said;
        element.style.fontSize = `${letters}px`;
        // A queued unit may fly over captions: what it pays stays at its place.
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
    /** What outlasts the beat. */
    lasting,
    /** Place everything where there is room. */
    arrange() {
      ceiling = putHerald();
      putNumbers();
      arrangeCaptions(Math.max(ceiling, layout.ceiling));
    },
    /**
     * When text of this beat comes where one of an earlier beat may be; Infinity if none does.
     *
     * @param {StageText} earlier
     */
    claims: ({ id, top }) => Math.min(firstTexts.get(id) ?? Infinity, top < ceiling ? 0 : Infinity),
  };
}

/** @typedef {{ text: string, kind: string, more: string, at: number }} Announcement `more` is a second line */

/**
 * Text that outlasts its beat.
 *
 * @typedef {StageText & { element: HTMLElement }} Lasting
 */

/**
 * Draw the announcements of a beat, one row each; return the rows with their start times in ms.
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
