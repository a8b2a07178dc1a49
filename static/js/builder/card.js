// @ts-check
import { h, placeNextTo, windowBox } from "../lib/dom.js";
import { term } from "../lib/terms.js";
import { t } from "../lib/text.js";
import { shield, statLine, tagList } from "./pieces.js";

/** @import { Side } from "../lib/dom" */
/** @import { ShelfItem } from "./types" */

const LEAVE_MS = 160;
const PLACES = { sides: /** @type {Side[]} */ (["right", "left"]), gap: 8, edge: 8, isLevel: true };

/**
 * A tooltip with a unit's full card next to its shelf entry. It stays open while the pointer is over it;
 * when pinned by a touch, until it is closed, with a button that adds the unit.
 *
 * @param {string} iconsUrl
 * @param {(card: ShelfItem) => void} add
 */
export function createCardView(iconsUrl, add) {
  const root = h("div", {
    class: "card-view",
    role: "tooltip",
    id: "shelf-card",
    hidden: true,
    onpointerenter: () => clearTimeout(leaving),
    onpointerleave: leave,
  });
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let leaving;
  let pinned = false;
  /** @type {Element | null} */
  let described = null;

  /**
   * @param {ShelfItem} card
   * @param {Element} anchor
   */
  function show(card, anchor) {
    clearTimeout(leaving);
    pinned = false;
    describe(anchor);
    root.classList.remove("pinned");
    root.replaceChildren(...contentOf(card));
    // A screen reader reads the whole card as description: its terms are no tab stops.
    for (const word of root.querySelectorAll(".term")) word.setAttribute("tabindex", "-1");
    root.hidden = false;
    place(anchor);
  }

  /**
   * @param {ShelfItem} card
   * @param {Element} anchor
   */
  function pin(card, anchor) {
    show(card, anchor);
    pinned = true;
    root.classList.add("pinned");
    const finish = () => {
      add(card);
      hide();
    };
    root.append(
      h(
        "div",
        { class: "card-acts" },
        h(
          "button",
          { type: "button", class: "button", onclick: finish },
          t("Add {name}", { name: card.name }),
        ),
        h("button", { type: "button", class: "button button-quiet", onclick: hide }, t("Close")),
      ),
    );
  }

  /** @param {ShelfItem} card */
  function contentOf(card) {
    return [
      h("h3", {}, shield(iconsUrl, card.icon), card.name),
      h(
        "p",
        { class: "card-stats" },
        ...statLine(card.stats, [], term),
        card.cost === null
          ? null
          : h("span", { class: "stat" }, t("costs"), " ", h("b", {}, String(card.cost))),
      ),
      tagList(card.tags),
      h("ul", {}, ...card.lines.map((line) => h("li", {}, line))),
    ];
  }

  /**
   * Place the card next to the shelf, level with the entry, inside the window.
   *
   * @param {Element} anchor
   */
  function place(anchor) {
    const [at, own] = [anchor, root].map((element) => element.getBoundingClientRect());
    const { left, top } = placeNextTo(at, own, windowBox(), PLACES);
    root.style.setProperty("--left", `${left}px`);
    root.style.setProperty("--top", `${top}px`);
  }

  /** @param {Element | null} next */
  function describe(next) {
    described?.removeAttribute("aria-describedby");
    next?.setAttribute("aria-describedby", root.id);
    described = next;
  }

  function hide() {
    clearTimeout(leaving);
    pinned = false;
    root.hidden = true;
    describe(null);
  }

  function leave() {
    if (pinned) return;
    clearTimeout(leaving);
    leaving = setTimeout(hide, LEAVE_MS);
  }

  return { root, show, pin, hide, leave };
}
