// @ts-check
import { h } from "../../../lib/dom.js";
import { comeAndGo, READ_MS } from "../tracks.js";

/** @import { StageText } from "../../types" */
/** @import { EffectsSetup } from "./effects" */
/** @import { StageLayout } from "../layout" */

const FADE_MS = 90;

/** Time for which a number or a word stays. */
const RISE_MS = 900;

/**
 * The words that every stage has: announcements at its top, and words next to a unit, which outlast the beat. A text
 * that cannot stay long enough to be read is left out.
 *
 * @param {EffectsSetup} setup
 */
export function createTexts({ show, tracks, layout, length, room, at: slotOf, body }) {
  /** @type {Announcement[]} */
  const heralds = [];
  /** @type {Lasting[]} */
  const lasting = [];
  /** @type {Map<string, number>} when the first text at a place appears */
  const firstTexts = new Map();
  let ceiling = 0;

  /** A key for where a unit stands: the next leader takes the place of the last. @param {string} id */
  const placeOf = (id) => id && `${slotOf(id).x} ${slotOf(id).y}`;

  /**
   * Show an element from `at` on, for `most` ms and not after `end`. Return when it appears and for how long it stays.
   *
   * @param {HTMLElement} element
   * @param {number} at
   * @param {string} [id] of the unit that it is text on
   * @param {number} [end]
   * @param {number} [most]
   */
  function appear(element, at, id = "", end = length, most = end) {
    if (end < READ_MS) return null;
    const start = Math.max(0, Math.min(at, end - READ_MS - FADE_MS));
    const shown = Math.min(most, end - start);
    // What flies is seen in front of captions.
    show(element, element.className === "caption");
    // More than half of it is seen for READ_MS.
    tracks.add(element, comeAndGo(shown, Math.min(FADE_MS, shown - READ_MS)), start);
    const place = placeOf(id);
    firstTexts.set(place, Math.min(start, firstTexts.get(place) ?? Infinity));
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
    // The next one would come before it is read.
    if (length < READ_MS) return null;
    const seen = appear(element, at, id, room, RISE_MS);
    if (!seen) return null;
    const end = seen.start + seen.shown;
    const one = { id, place: placeOf(id), element, top: 0, start: seen.start, end };
    if (end > length) lasting.push(one);
    return { ...seen, one };
  }

  return {
    appear,
    appearAndLast,
    /** What outlasts the beat. */
    lasting,
    /**
     * When text of this beat comes where one of an earlier beat may be; Infinity if none does.
     *
     * @param {StageText} earlier
     */
    claims: ({ place, top }) =>
      Math.min(firstTexts.get(place) ?? Infinity, top < ceiling ? 0 : Infinity),

    /**
     * Show the announcements; return the y of their lower edge.
     *
     * @param {number} [foot] lower edge of their room; without it they can overlap the texts below
     */
    putHerald(foot = Infinity) {
      if (heralds.length === 0 || length < READ_MS) return 0;
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
      const spring = Math.min(240, length * 0.3);
      tracks.add(element, { scale: { from: 0.85, to: 1, duration: spring, ease: "outBack" } }, 0);
      ceiling = layout.herald.y + element.offsetHeight;
      if (ceiling >= foot) {
        element.classList.add("low");
        element.style.top = `${foot - element.offsetHeight}px`;
        ceiling = foot;
      }
      return ceiling;
    },
    effects: {
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
        const element = h("div", { class: `pop ${kind}` }, h("span", {}, text));
        const seen = appearAndLast(element, at, id);
        if (!seen) return;
        const { start, shown, one } = seen;
        element.style.fontSize = `${size}px`;
        tracks.place(element, slot.x + x, slot.y + y, body(id));
        one.top = slot.y + y - size;
        tracks.add(
          element,
          {
            translateY: { to: -4, duration: shown, ease: "outCubic" },
            scale: { from: 0.85, to: 1, duration: Math.min(150, shown / 3) },
          },
          start,
        );
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
    },
  };
}

/** @typedef {ReturnType<typeof createTexts>} Texts */

/** @typedef {{ text: string, kind: string, more: string, at: number }} Announcement `more` is a second line */

/**
 * Text that outlasts its beat.
 *
 * @typedef {StageText & { element: HTMLElement, end: number }} Lasting
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
