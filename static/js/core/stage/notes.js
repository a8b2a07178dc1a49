// @ts-check
import { h } from "../dom.js";

/** @import { EffectsSetup } from "./effects" */
/** @import { SideId } from "../types" */

/** Sizes of captions in px: a line, the margin left and right, the gap between two. */
const LINE = 18;
const MARGIN = 9;
const GAP = 3;

const FADE_MS = 90;

/** A number rises for so long. */
const RISE_MS = 900;

/** A number narrower than this is not worth reading. */
const NUMBER_LEAST = 15;

const pen = /** @type {CanvasRenderingContext2D} */ (
  document.createElement("canvas").getContext("2d")
);

/** How wide a caption is, in px. @param {string} text */
function widthOf(text) {
  pen.font = `600 13px ${getComputedStyle(document.body).fontFamily}`;
  return Math.ceil(pen.measureText(text).width) + 2 * MARGIN + 2;
}

/**
 * The words, numbers and dice of a beat. Numbers stand on their unit, dice above it, captions above
 * the dice, announcements over the stage, so that none covers another.
 *
 * @param {EffectsSetup} setup
 */
export function createNotes({ layer, tracks, layout, length, still, at: slotOf, body, sideOf }) {
  /** @type {Map<string, number>} */
  const numbers = new Map();
  /** @type {Record<SideId, { text: string, at: number }[]>} */
  const captions = { a: [], b: [] };
  /** @type {Record<SideId, boolean>} whether dice are above the leader */
  const thrown = { a: false, b: false };
  /** @type {{ text: string, kind: string, more?: string }[]} */
  const heralds = [];
  let heraldAt = Number.POSITIVE_INFINITY;

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
    const shown = Math.max(120, Math.min(lasting, length - start - 10));
    const fade = Math.min(FADE_MS, shown / 4);
    tracks.add(
      element,
      {
        opacity: [
          { from: 0, to: 1, duration: fade },
          { to: 1, duration: shown - 2 * fade },
          { to: 0, duration: fade },
        ],
      },
      start,
    );
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
     * @param {{ x: number, y: number, size: number } | null} [where] from the unit's middle, and the
     *   letters' size; on the unit's plate if it is left out
     */
    number(id, text, kind, at, where = null) {
      const slot = slotOf(id);
      const nth = where ? 0 : (numbers.get(id) ?? 0);
      if (!where) numbers.set(id, nth + 1);
      const size = Math.max(NUMBER_LEAST, slot.size * (slot.leads ? 0.24 : 0.4));
      const letters = Math.max(2, text.length);
      const fits =
        where?.size ?? Math.min(size, Math.max(NUMBER_LEAST, (slot.size * 1.5) / letters));
      const element = h("div", { class: `pop ${kind}` }, text);
      element.style.fontSize = `${fits}px`;
      // The next number stands below the last one.
      const below = nth * fits * 1.05;
      const { x, y } = where ?? { x: 0, y: below - slot.size * 0.26 };
      tracks.place(element, slot.x + x, slot.y + y, body(id));
      const { start, shown } = appear(element, at, RISE_MS);
      tracks.add(
        element,
        {
          translateY: {
            from: 0,
            to: where ? -4 : -slot.size * 0.2,
            duration: shown,
            ease: "outCubic",
          },
          scale: [
            {
              from: where ? 1.15 : 1.5,
              to: 0.94,
              duration: Math.min(110, shown / 3),
              ease: "outQuad",
            },
            { to: 1, duration: 60 },
          ],
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
     * Dice above a leader, with what they had to reach in words; on a unit in the queue there is room
     * for a die alone.
     *
     * @param {string} id
     * @param {{ results: number[], won: boolean, needed?: number | null, verdict?: string }} roll
     *   without results no die was needed
     * @param {number} at
     */
    dice(id, { results, won, needed = null, verdict = "" }, at) {
      const slot = slotOf(id);
      const faces = results.length ? results.map(String) : ["✓"];
      const dice = faces.map((face) => h("b", {}, face));
      // On a small stage two of these have to stand beside each other.
      const goal = needed === null ? "" : layout.die < 40 ? `≤ ${needed}` : `${needed} or less`;
      const text = [goal, verdict].filter(Boolean).join(": ");
      const fate = won ? "won" : "lost";
      const element = slot.leads
        ? h(
            "div",
            { class: `dice big ${fate}` },
            h("span", {}, ...dice),
            text ? h("small", {}, text) : null,
          )
        : h("div", { class: `dice ${fate}` }, ...dice.slice(0, 1));
      element.style.setProperty(
        "--die",
        `${slot.leads ? layout.die : Math.min(24, slot.size * 0.5)}px`,
      );
      if (slot.leads) thrown[sideOf(id)] = true;
      const y = slot.y - slot.size * (slot.leads ? 0.66 : 0.42);
      tracks.place(element, slot.x, y, body(id));
      const { start } = appear(element, at, length);
      for (const die of dice) {
        tracks.add(die, { rotate: { from: -200, to: 0, duration: 260, ease: "outBack" } }, start);
      }
    },

    /**
     * Announces something over the stage, beside whatever else is announced in this beat.
     *
     * @param {string} text
     * @param {string} kind `plain`, `side-a` or `side-b`
     * @param {string} [more] a line below it
     * @param {number} [at]
     */
    herald(text, kind, more, at = 0) {
      heralds.push({ text, kind, more });
      heraldAt = Math.min(heraldAt, at);
    },

    /** A coin that turns and comes to rest on its result. @param {string} result */
    coin(result) {
      const element = h("div", { class: "coin" }, result);
      tracks.place(element, layout.herald.x, layout.herald.y + 96);
      appear(element, 0, length);
      tracks.add(
        element,
        {
          rotateY: { from: 0, to: 1080, duration: length * 0.55, ease: "outCubic" },
          translateY: [
            { from: 30, to: -30, duration: length * 0.25, ease: "outQuad" },
            { to: 0, duration: length * 0.3, ease: "inQuad" },
          ],
        },
        0,
      );
    },
  };

  /** @param {SideId} side */
  function arrangeCaptions(side) {
    const { x, y, left, right } = layout.note(side);
    let foot = y - (thrown[side] ? (layout.die < 40 ? layout.die + 24 : layout.die + 28) : 0);
    for (const { text, at } of captions[side]) {
      const wide = widthOf(text);
      const room = right - left;
      const width = Math.min(wide, room);
      const lines = Math.ceil((wide - 2 * MARGIN) / (room - 2 * MARGIN));
      const height = lines * LINE + 4;
      const element = h("div", { class: "caption" }, text);
      element.style.width = `${width}px`;
      const start = Math.max(left, Math.min(right - width, x - width / 2));
      tracks.place(element, start, foot - height);
      appear(element, at, length);
      foot -= height + GAP;
    }
  }

  return {
    effects,
    /** Puts captions and announcements where they have room, once all are known. */
    arrange() {
      arrangeCaptions("a");
      arrangeCaptions("b");
      if (heralds.length === 0) return;
      const rows = heralds.map(({ text, kind, more }) =>
        h("div", { class: kind }, text, more ? h("small", {}, more) : null),
      );
      const element = h("div", { class: "herald" }, ...rows);
      element.style.top = `${layout.herald.y}px`;
      const { start } = appear(element, heraldAt, length);
      const grow = {
        scale: { from: 0.85, to: 1, duration: 240, ease: /** @type {const} */ ("outBack") },
      };
      if (!still) tracks.add(element, grow, start);
    },
  };
}
