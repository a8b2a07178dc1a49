// @ts-check
import { createChange, h, icon, placeNextTo } from "../../lib/dom.js";
import { focused, focusOn, keepFocus } from "../../lib/keys.js";
import { t } from "../../lib/text.js";

/** @import { Side } from "../../lib/dom" */
/** @import { Dossier, Fact, RulesetView } from "../types" */
/** @import { Store } from "../engine/store" */
/** @import { Timeline } from "../engine/timeline" */

/** Between a card and its unit, and between a card and the edge. */
const GAP_PX = 12;
const EDGE_PX = 8;

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
    { type: "button", class: "close", "aria-label": t("Close"), onclick: () => pin(null) },
    "×",
  );
  const root = h(
    "section",
    { class: "inspector", "aria-label": t("Unit"), hidden: true },
    close,
    body,
  );
  /** @type {string | null} */
  let pinned = null;
  /** @type {string | null} */
  let hovered = null;
  const isNew = createChange("");

  /** @param {string | null} unit */
  function pin(unit) {
    // Before the card goes: the focus on its unit would open it again.
    if (root.contains(focused())) focusOn(drawn(pinned), { preventScroll: true });
    pinned = unit === pinned ? null : unit;
    hovered = null;
    draw();
  }

  /** @param {string | null} unit */
  function drawn(unit) {
    return unit ? root.parentElement?.querySelector(`[data-unit="${CSS.escape(unit)}"]`) : null;
  }

  function draw() {
    const unit = pinned ?? hovered;
    const landed = store.landed(timeline.position);
    const key = unit ? `${unit} ${landed} ${pinned !== null}` : "";
    if (!isNew(key)) return;
    const dossier = unit ? view.dossier(store.states[landed], unit) : null;
    const hide = () => {
      root.hidden = !dossier;
    };
    keepFocus(hide, root.parentElement, { preventScroll: true });
    root.classList.toggle("pinned", pinned !== null);
    if (!dossier) return;
    root.dataset.side = dossier.side;
    body.replaceChildren(...sheet(dossier, iconsUrl));
    place(dossier.id);
  }

  /**
   * Place the card next to its unit, on the side with more room; where there is none it is a sheet at the
   * lower edge, or at the upper one if it would cover the unit there.
   *
   * @param {string} unit
   */
  function place(unit) {
    const around = root.parentElement;
    const about = drawn(unit);
    root.classList.remove("beside-unit", "above-unit");
    root.style.translate = root.style.maxHeight = "";
    if (!around || !about) return;
    const [whole, it] = [around.getBoundingClientRect(), about.getBoundingClientRect()];
    root.classList.add("beside-unit");
    const size = { width: root.offsetWidth, height: root.offsetHeight };
    // It may touch the left and right edges.
    const { top, bottom } = whole;
    const room = { left: whole.left - EDGE_PX, top, right: whole.right + EDGE_PX, bottom };
    const isRight = it.left - whole.left < whole.right - it.right;
    const sides = /** @type {Side[]} */ (isRight ? ["right", "left"] : ["left", "right"]);
    const found = placeNextTo(it, size, room, { sides, gap: GAP_PX, edge: EDGE_PX });
    if (found.fits) {
      const [x, y] = [found.left - whole.left, found.top - top].map(Math.round);
      root.style.translate = `${x}px ${y}px`;
      return;
    }
    root.classList.remove("beside-unit");
    const [above, below] = [it.top - top - GAP_PX, bottom - it.bottom - GAP_PX];
    const high = root.offsetHeight;
    if (high <= below) return;
    root.classList.toggle("above-unit", above > below);
    root.style.maxHeight = `${Math.floor(Math.min(high, Math.max(above, below)))}px`;
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

/** @typedef {ReturnType<typeof createInspector>} Inspector */

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
      "h2",
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
