// @ts-check
import { h, icon, s } from "../dom.js";
import { createConfetti } from "./confetti.js";
import { NARROW } from "./layout.js";

/** @import { Timeline } from "animejs" */
/** @import { Slot } from "./layout" */

/** A number with more characters than this has a word with it. */
const WIDE = 3;

/** The height of such a line, and half the width of a letter in it, in px. */
const LINE = 19;
const HALF_LETTER = 5;

/**
 * Things that fly over the stage for a moment: numbers, captions, projectiles, rings. All of them
 * are drawn into `layer` and moved by `motion`, which can be sought to any time.
 *
 * @param {HTMLElement} layer
 * @param {Timeline} motion
 * @param {{ length: number, iconsUrl: string, width: number }} setting length of the beat in ms
 */
export function createEffects(layer, motion, { length, iconsUrl, width }) {
  /** @type {Map<string, number>} how many captions each unit has in this beat */
  const captions = new Map();
  /** @type {Map<string, number>} how many numbers of a kind rise from a slot in this beat */
  const numbers = new Map();

  /**
   * @param {HTMLElement | SVGElement} element
   * @param {number} x
   * @param {number} y
   */
  function put(element, x, y) {
    element.style.translate = `${x}px ${y}px`;
    element.style.opacity = "0";
    layer.append(element);
    return element;
  }

  /**
   * Shows an element from a time on, for some ms, fading in and out.
   *
   * @param {HTMLElement | SVGElement} element
   * @param {number} at
   * @param {number} lasting
   * @param {Record<string, any>} [how] further properties to animate
   */
  function appear(element, at, lasting, how = {}) {
    const fade = Math.min(120, lasting / 4);
    const start = Math.max(0, at);
    motion.add(
      element,
      {
        opacity: [
          { from: 0, to: 1, duration: fade },
          { to: 1, duration: Math.max(1, lasting - 2 * fade) },
          { to: 0, duration: fade },
        ],
        ...how,
      },
      start,
    );
  }

  const rest = (/** @type {number} */ at) => Math.max(120, length - at - 10);

  return {
    /**
     * A number that rises from a unit: a `loss`, or beside it the `cost` of what it did.
     *
     * @param {Slot} slot
     * @param {string} text
     * @param {string} kind
     * @param {number} at
     */
    number(slot, text, kind, at) {
      const element = h("div", { class: `pop ${kind}${slot.leads ? " big" : ""}` }, text);
      const isWide = text.length > WIDE;
      const key = `${isWide ? "" : kind} ${slot.x} ${slot.y}`;
      const nth = numbers.get(key) ?? 0;
      numbers.set(key, nth + 1);
      // The next number stands beside the last one: right, left, further right … A word stands above.
      const beside = isWide ? 0 : Math.ceil(nth / 2) * (nth % 2 ? 1 : -1) * slot.size * 0.34;
      const above = isWide ? nth * LINE : 0;
      const sideways = beside + (kind === "cost" ? slot.size * 0.32 : 0);
      const half = text.length * HALF_LETTER;
      const x = Math.max(half, Math.min(width - half, slot.x + sideways));
      put(element, x, slot.y - slot.size * 0.25 - above);
      const rise = slot.size * 0.55;
      appear(element, at - 60, Math.max(240, rest(at - 60)), {
        translateY: { from: 0, to: -rise, duration: rest(at - 60), ease: "outCubic" },
      });
    },

    /**
     * A word above a unit that says why.
     *
     * @param {string} unit
     * @param {Slot} slot
     * @param {string} text
     * @param {number} at
     */
    caption(unit, slot, text, at) {
      const nth = captions.get(unit) ?? 0;
      captions.set(unit, nth + 1);
      const element = h("div", { class: "caption" }, text);
      const x = Math.max(100, Math.min(width - 100, slot.x));
      put(element, x, slot.y - slot.size * (slot.leads ? 0.82 : 0.78) - nth * 22);
      appear(element, at, Math.max(300, rest(at)));
    },

    /**
     * A picture that flies in an arc from one place to another and is gone.
     *
     * @param {string} picture
     * @param {Slot} from
     * @param {Slot} to
     * @param {{ at: number, flight: number, height: number, size: number, kind: string }} how
     */
    projectile(picture, from, to, { at, flight, height, size, kind }) {
      const element = h("div", { class: `projectile ${kind}` }, icon(iconsUrl, picture));
      element.style.setProperty("--size", `${size}px`);
      put(element, from.x, from.y - from.size * 0.2);
      const start = Math.max(0, at - flight);
      const real = Math.max(1, at - start);
      const fall = to.y - to.size * 0.2 - (from.y - from.size * 0.2);
      const peak = Math.min(fall, 0) - height;
      motion
        .add(
          element,
          { translateX: { from: 0, to: to.x - from.x }, duration: real, ease: "linear" },
          start,
        )
        .add(
          element,
          {
            translateY: [
              { from: 0, to: peak, duration: real / 2, ease: "outQuad" },
              { to: fall, duration: real / 2, ease: "inQuad" },
            ],
          },
          start,
        )
        .add(
          element,
          {
            opacity: [
              { from: 0, to: 1, duration: Math.min(60, real / 4) },
              { to: 1, duration: real * 0.7 },
              { to: 0, duration: Math.min(60, real / 4) },
            ],
          },
          start,
        );
    },

    /**
     * A ring that opens around a unit: a hit, a blast, a shield.
     *
     * @param {Slot} slot
     * @param {string} kind
     * @param {number} at
     * @param {number} [lasting]
     */
    ring(slot, kind, at, lasting = 320) {
      const element = h("div", { class: `ring ${kind}` });
      element.style.setProperty("--size", `${slot.size}px`);
      put(element, slot.x, slot.y - slot.size * 0.18);
      const holds = kind === "dome";
      appear(element, at, Math.min(lasting, rest(at)), {
        scale: {
          from: holds ? 0.9 : 0.3,
          to: holds ? 1.06 : 1.15,
          duration: lasting,
          ease: "outCubic",
        },
      });
    },

    /**
     * Dice over a unit: what came up, and the number to reach.
     *
     * @param {Slot} slot
     * @param {number[]} results none when no die was needed
     * @param {number | null} needed
     * @param {boolean} won
     * @param {number} at
     */
    dice(slot, results, needed, won, at) {
      const faces = results.length ? results.map((n) => h("b", {}, String(n))) : [h("b", {}, "✓")];
      // In the queue there is room for the face alone.
      const goal = needed !== null && slot.leads && h("small", {}, `≤ ${needed}`);
      const kind = `dice ${won ? "won" : "lost"} ${slot.leads ? "big" : ""}`;
      const element = h("div", { class: kind }, ...faces, goal);
      // On a narrow stage the queue begins right below the leaders.
      const below = width < NARROW ? 0.35 : 0.98;
      put(element, slot.x, slot.y + slot.size * (slot.leads ? below : -0.1));
      const start = Math.max(0, at);
      appear(element, start, rest(start), {
        rotate: { from: -25, to: 0, duration: 260, ease: "outBack" },
        scale: { from: 0.5, to: 1, duration: 260, ease: "outBack" },
      });
    },

    /**
     * A cloud that sweeps over one side's half of the stage.
     *
     * @param {"a" | "b"} side
     * @param {string} kind
     * @param {number} height
     */
    sweep(side, kind, height) {
      const element = h("div", { class: `sweep ${kind}` });
      const cloud = width * 0.34;
      element.style.width = `${cloud}px`;
      element.style.height = `${height}px`;
      put(element, width / 2 - cloud / 2, 0);
      appear(element, 0, length - 20, {
        translateX: { from: 0, to: (side === "a" ? -1 : 1) * width * 0.42, duration: length - 20 },
      });
    },

    /**
     * Lightning from the sky.
     *
     * @param {Slot} slot
     * @param {number} at
     */
    bolt(slot, at) {
      const foot = slot.y - slot.size * 0.1;
      const path = `M18 0L34 ${foot * 0.3}L20 ${foot * 0.34}L40 ${foot * 0.66}L24 ${foot * 0.7}L36 ${foot}`;
      const element = s("svg", { class: "bolt", width: 60, height: foot }, s("path", { d: path }));
      put(element, slot.x - 36, 0);
      appear(element, at - 70, 260);
    },

    /**
     * The whole stage flashes up.
     *
     * @param {number} at
     */
    flash(at) {
      const element = put(h("div", { class: "flash" }), 0, 0);
      appear(element, at - 30, 200);
    },

    /**
     * A large word over the stage.
     *
     * @param {{ x: number, y: number }} place
     * @param {string} text
     * @param {string} kind
     * @param {string} [more] a line below it
     */
    herald(place, text, kind, more) {
      const element = h("div", { class: `herald ${kind}` }, text, more && h("small", {}, more));
      put(element, place.x, place.y);
      appear(element, 0, length - 20, {
        scale: { from: 0.8, to: 1, duration: 260, ease: "outBack" },
      });
    },

    /**
     * A die or coin that tumbles and comes to rest on its result.
     *
     * @param {{ x: number, y: number }} place
     * @param {string} result
     */
    coin(place, result) {
      const element = h("div", { class: "coin" }, result);
      put(element, place.x, place.y + 44);
      appear(element, 0, length - 20, {
        rotateY: { from: 0, to: 1080, duration: length * 0.6, ease: "outCubic" },
        translateY: [
          { from: 30, to: -30, duration: length * 0.25, ease: "outQuad" },
          { to: 0, duration: length * 0.35, ease: "outBounce" },
        ],
      });
    },

    /**
     * Paper that rains for the winner.
     *
     * @param {number} height
     * @param {"a" | "b"} side
     */
    confetti(height, side) {
      const drawing = put(createConfetti(motion, { width, height, length }, side), 0, 0);
      drawing.style.opacity = "1";
    },
  };
}

/** @typedef {ReturnType<typeof createEffects>} Effects */
