// @ts-check
import { h } from "../../../lib/dom.js";
import { widthOf } from "./text-width.js";

/** @import { EffectsSetup } from "./effects" */
/** @import { Lasting } from "./texts" */

/** @typedef {{ element: HTMLElement, text: string, kind: string, start: number, shown: number, one: Lasting }} Shown a number on the stage */

/** Smallest letters of a number. */
const LEAST = 12;

/** Size of what a leader's number counts, as a share of the number's. */
const UNIT = 0.55;

/** Width of the shortest form of a number in its smallest letters. @param {string} text */
export const leastWidth = (text) => widthOf(text.split(" ")[0], LEAST);

/** How long a number flies to its place. */
const FLIGHT_MS = 260;

/** Rows of numbers next to a unit, and their height in shares of its width: its values are below. */
const ROWS = 4;
const HEIGHT = 0.38;

/**
 * Place the numbers of a unit; a leader's keep up with its lunge. What it loses or gains flies up behind its back, away from its face; a unit in the queue
 * has it on itself, for want of room. What an action costs leaves the unit's values as a small chip, above where they
 * are when it lunges. Numbers that are there together have rows of their own.
 *
 * @param {EffectsSetup} setup
 * @param {string} id
 * @param {Shown[]} numbers
 * @param {{ hasDie: boolean, ceiling: number }} how numbers stay below the ceiling
 */
export function placeNumbers(
  { tracks, at, body, sideOf, layout },
  id,
  numbers,
  { hasDie, ceiling },
) {
  const { x, y: middle, size, leads } = at(id);
  const away = sideOf(id) === "a" ? -1 : 1;
  const counts = { hit: 0, cost: 0 };
  const hits = Math.min(ROWS, numbers.filter(({ kind }) => kind !== "cost").length);
  for (const { element, text, kind, start, shown, one } of numbers) {
    const isCost = kind === "cost";
    const row = counts[isCost ? "cost" : "hit"]++ % ROWS;
    const said = leads || size >= widthOf(text, LEAST) ? text : text.split(" ")[0];
    const [number] = leads && !isCost ? said.split(" ") : [said];
    const unit = said.slice(number.length);
    const smaller = (/** @type {number} */ letters) => Math.max(LEAST, letters * UNIT);
    const widthIn = (/** @type {number} */ letters) =>
      widthOf(number, letters) + widthOf(unit, smaller(letters));
    const wide = (leads ? 0.62 : 0.9) * size;
    const most = wide / (widthIn(100) / 100);
    const own = size * (isCost ? 0.13 : leads ? Math.min(0.24, HEIGHT / hits) : 0.34);
    const letters = Math.max(LEAST, Math.min(own, most));
    const half = (widthIn(letters) * 1.1) / 2;
    // A leader's stay off the queue.
    const edge = layout.note(sideOf(id))[away < 0 ? "left" : "right"];
    const out = x + away * size * (isCost ? 0.3 : 0.44);
    const inside = away < 0 ? Math.max(edge + half, out) : Math.min(edge - half, out);
    const back = Math.abs(edge - inside) - half;
    const goal = {
      x: leads ? inside - x : 0,
      y: isCost
        ? size * (hits > 1 ? 0.18 : 0.1) - letters * 0.62 - row * letters * 1.1
        : leads
          ? -size * 0.335 + row * letters * 1.05
          : size * (hasDie ? 0.08 : -0.25) + row * letters,
    };
    if (leads) goal.y = Math.max(goal.y, ceiling + letters - middle);
    one.top = middle + goal.y - letters;
    const counted = h("small", {}, unit);
    counted.style.fontSize = `${smaller(letters)}px`;
    element.replaceChildren(number, counted);
    element.style.fontSize = `${letters}px`;
    tracks.place(element, x + goal.x, middle + goal.y, leads ? body(id) : null, -away, back);
    const flight = Math.min(FLIGHT_MS, shown / 2);
    const from = isCost
      ? { x: -goal.x * 0.5, y: 0 }
      : { x: 0, y: leads && hits === 1 ? size * 0.16 : 0 };
    // Of several numbers only the first has room for an arc.
    const top = leads && !isCost && row === 0 ? -size * 0.04 : 0;
    tracks.add(
      element,
      {
        translateX: { from: from.x, to: 0, duration: flight, ease: "outQuad" },
        translateY: [
          { from: from.y, to: top, duration: flight * 0.55, ease: "outQuad" },
          { to: 0, duration: flight * 0.45, ease: "inQuad" },
          { to: -size * 0.03, duration: shown - flight },
        ],
        scale: [
          { from: 0.7, to: 1.04, duration: flight },
          { to: 1, duration: 80 },
        ],
      },
      start,
    );
  }
}
