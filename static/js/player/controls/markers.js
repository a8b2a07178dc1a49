// @ts-check
import { createChange, h } from "../../lib/dom.js";
import { t } from "../../lib/text.js";

/** @import { ReelMarker } from "../types" */
/** @import { Timeline } from "../engine/timeline" */

/** Which marker a key leads to, from the number of one and the number of all. */
const KEYS = /** @type {Record<string, (k: number, count: number) => number>} */ ({
  ArrowLeft: (k) => Math.max(0, k - 1),
  ArrowRight: (k, count) => Math.min(count - 1, k + 1),
  Home: () => 0,
  End: (_, count) => count - 1,
});

/**
 * Labelled markers on the film, as buttons that seek: one tab stop, from which the arrow keys lead on.
 *
 * @param {{ root: HTMLElement, axis: number }} film
 * @param {Timeline} timeline
 */
export function createMarkers(film, timeline) {
  const root = h("div", { class: "markers", role: "group", "aria-label": t("Moments") });
  film.root.append(root);
  let axis = 0;
  const isNew = createChange("");

  function measure() {
    if (axis === film.axis) return;
    axis = film.axis;
    root.style.setProperty("--axis", String(axis));
  }

  /** @param {ReelMarker} marker */
  function draw({ kind, ms, label, side }) {
    const button = h(
      "button",
      { type: "button", class: "marker", "data-kind": kind, "data-side": side, tabindex: "-1" },
      h("span", {}, label),
    );
    button.addEventListener("click", () => {
      timeline.pause();
      timeline.seek(ms);
    });
    button.style.setProperty("--ms", String(ms));
    return button;
  }

  root.addEventListener("keydown", (event) => {
    const all = /** @type {HTMLElement[]} */ ([...root.children]);
    const from = all.findIndex((one) => one.contains(/** @type {Node} */ (event.target)));
    const next = KEYS[event.key]?.(from, all.length);
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    for (const one of all) one.tabIndex = one === all[next] ? 0 : -1;
    all[next].focus();
  });
  timeline.subscribe(measure);

  return {
    /** @param {ReelMarker[]} markers in the order of time */
    show(markers) {
      measure();
      const next = JSON.stringify(markers);
      if (!isNew(next)) return;
      root.replaceChildren(...markers.map(draw));
      root.hidden = markers.length === 0;
      if (root.firstElementChild instanceof HTMLElement) root.firstElementChild.tabIndex = 0;
    },
  };
}
