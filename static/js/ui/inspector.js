// @ts-check
import { h, icon } from "../core/dom.js";

/** @import { Dossier, Fact, RulesetView } from "../core/types" */
/** @import { Store } from "../core/store" */
/** @import { Timeline } from "../core/timeline" */

/**
 * Where every point of a unit comes from: shown for the unit under the pointer or the focus, kept
 * open by a click.
 *
 * @param {Store} store
 * @param {Timeline} timeline
 * @param {RulesetView} view
 * @param {string} iconsUrl
 */
export function createInspector(store, timeline, view, iconsUrl) {
  const body = h("div", { class: "inspector-body" });
  const close = h(
    "button",
    { type: "button", class: "close", "aria-label": "Close", onclick: () => pin(null) },
    "×",
  );
  const root = h(
    "section",
    { class: "inspector", "aria-label": "Unit", hidden: true },
    close,
    body,
  );
  /** @type {string | null} */
  let pinned = null;
  /** @type {string | null} */
  let hovered = null;
  let shown = "";

  /** @param {string | null} unit */
  function pin(unit) {
    pinned = unit === pinned ? null : unit;
    hovered = null;
    draw();
  }

  function draw() {
    const unit = pinned ?? hovered;
    const landed = store.landed(timeline.position);
    const key = unit ? `${unit} ${landed} ${pinned !== null}` : "";
    if (key === shown) return;
    shown = key;
    const dossier = unit ? view.dossier(store.states[landed], unit) : null;
    root.hidden = !dossier;
    root.classList.toggle("pinned", pinned !== null);
    if (dossier) {
      root.dataset.side = dossier.side;
      body.replaceChildren(...sheet(dossier, iconsUrl));
    }
  }

  timeline.subscribe(draw);
  return {
    root,
    get isPinned() {
      return pinned !== null;
    },
    unpin: () => pin(null),
    /**
     * @param {string | null} unit
     * @param {boolean} keep
     */
    inspect(unit, keep) {
      if (keep) pin(unit);
      else {
        hovered = unit;
        draw();
      }
    },
  };
}

/**
 * @param {Dossier} dossier
 * @param {string} iconsUrl
 */
function sheet(dossier, iconsUrl) {
  const row = (/** @type {Fact} */ { label, value, detail }) => [
    h("dt", {}, label),
    h("dd", {}, value, detail ? h("small", {}, detail) : null),
  ];
  return [
    h(
      "h3",
      {},
      dossier.icon ? icon(iconsUrl, dossier.icon) : null,
      h("span", {}, dossier.name),
      h("small", {}, dossier.id),
    ),
    h("p", { class: "tags" }, ...dossier.tags.map((tag) => h("span", {}, tag))),
    h("dl", {}, ...dossier.facts.flatMap(row)),
    h("dl", { class: "notes" }, ...dossier.notes.flatMap(row)),
  ];
}
