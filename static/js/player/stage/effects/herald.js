// @ts-check
import { h } from "../../../lib/dom.js";

/** @import { StageLayout } from "../layout" */

/** @typedef {{ text: string, kind: string, more: string, at: number }} Announcement `more` is a line below it */

/**
 * Draws what is announced in a beat, a row for each; gives the rows with the time from which each is
 * seen, in ms.
 *
 * @param {Announcement[]} announcements
 * @param {StageLayout} layout
 */
export function drawHerald(announcements, layout) {
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
