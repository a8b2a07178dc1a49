// @ts-check
import Sortable from "sortablejs";
import { glyph, h } from "../lib/dom.js";
import { wantIcons } from "../lib/icons.js";
import { isComposing } from "../lib/keys.js";
import { t } from "../lib/text.js";
import { createCardView } from "./card.js";
import { createChips } from "./chips.js";
import { barredList, GLYPHS, groupBy, shield, statLine, statWords } from "./pieces.js";
import { countTags, find, matchContext } from "./search.js";
import { correctQuery } from "./spelling.js";

/** @import { ShelfItem } from "./types" */
/** @import { Workbench } from "./actions" */

/**
 * The shelf of units that can be added: a search, filter chips and the matching cards. A click, Enter or
 * a drag adds a card; hover, focus or touch opens its details.
 *
 * @param {Workbench} bench
 */
export function createShelf({ session, acts, say }) {
  const { data } = session;
  const shelf = session.shelf.filter(({ barred }) => !barred);
  const banned = session.shelf.filter(({ barred }) => barred);
  /** Groups by size, largest first, regardless of the search. */
  const order = [...groupBy(shelf, ({ group }) => group)]
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([name]) => name);
  /** @type {Set<string>} */
  const chosen = new Set();
  const cardView = createCardView(data.icons_url, (card) => acts.add(card));
  const search = h("input", {
    type: "search",
    id: "shelf-search",
    placeholder: hintOf(shelf),
    autocomplete: "off",
    spellcheck: "false",
    "aria-describedby": "shelf-found",
    oninput: draw,
    onkeydown: fromSearch,
  });
  const found = h("p", { class: "found", id: "shelf-found", role: "status" });
  const list = h("div", { class: "shelf-list" });
  const chips = h(
    "div",
    { class: "chip-groups" },
    ...data.filters.map((filter) => createChips(filter, countTags(shelf), toggle)),
  );

  // A hundred figures are 100 kB: only those of entries that come near are loaded.
  const sight = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        const { icon } = /** @type {HTMLElement} */ (target).dataset;
        if (isIntersecting && icon) wantIcons(data.icons_url, [icon]);
      }
    },
    { rootMargin: "400px" },
  );

  /** @param {string} tag */
  function toggle(tag) {
    if (!chosen.delete(tag)) chosen.add(tag);
    draw();
  }

  function clear() {
    chosen.clear();
    search.value = "";
    draw();
    search.focus();
  }

  function draw() {
    cardView.hide();
    const cards = find(shelf, search.value, chosen);
    for (const chip of chips.querySelectorAll("[data-tag]")) {
      const tag = /** @type {HTMLElement} */ (chip).dataset.tag ?? "";
      chip.setAttribute("aria-pressed", String(chosen.has(tag)));
    }
    const groups = groupBy(cards, ({ group }) => group);
    list.replaceChildren(
      ...order
        .filter((name) => groups.has(name))
        .map((name) => groupOf(name, groups.get(name) ?? [])),
      // Open where a search finds nothing else, to say why.
      barredList(find(banned, search.value, chosen), cards.length === 0) ?? "",
    );
    sight.disconnect();
    for (const entry of list.querySelectorAll("[data-icon]")) sight.observe(entry);
    const first = entries()[0];
    if (first) first.tabIndex = 0;
    const narrowed = search.value.trim() !== "" || chosen.size > 0;
    found.replaceChildren(
      cards.length === 0 ? t("No unit matches.") : t("{count} found", { count: cards.length }),
      " ",
      cards.length === 0 ? suggestion() : "",
      narrowed
        ? h("button", { type: "button", class: "linkish", onclick: clear }, t("show all"))
        : "",
    );
    found.classList.toggle("none", cards.length === 0);
  }

  /** A button with a corrected search, after a likely typo; "" otherwise. */
  function suggestion() {
    const corrected = correctQuery(shelf, search.value, chosen);
    if (corrected === null) return "";
    const onclick = () => {
      search.value = corrected;
      draw();
      search.focus();
    };
    return h(
      "span",
      {},
      t("Did you mean"),
      " ",
      h("button", { type: "button", class: "linkish", onclick }, corrected),
      "? ",
    );
  }

  /**
   * @param {string} name
   * @param {ShelfItem[]} cards
   */
  function groupOf(name, cards) {
    const items = h("ul", { "aria-label": name }, ...cards.map(entryOf));
    Sortable.create(items, {
      group: { name: "shelf", pull: "clone", put: false },
      sort: false,
      forceFallback: true,
      fallbackOnBody: false,
      fallbackTolerance: 5,
      delay: 180,
      delayOnTouchOnly: true,
      ghostClass: "drop-place",
      fallbackClass: "dragged",
      onStart: cardView.hide,
      // Put the original, which has the listeners, back in place of Sortable's clone.
      onEnd: ({ item, clone }) => clone.isConnected && clone.replaceWith(item),
    });
    return h("section", {}, h("h3", {}, name), items);
  }

  /** @param {ShelfItem} card */
  function entryOf(card) {
    const cost = card.cost === null ? "" : `, ${card.cost} ${costWord()}`;
    const stats = card.stats.length > 0 ? `, ${statWords(card.stats)}` : "";
    const context = matchContext(card, search.value);
    return h(
      "li",
      { "data-card": `${card.key} ${card.id}`, "data-icon": card.icon },
      h(
        "button",
        {
          type: "button",
          class: "entry",
          tabindex: "-1",
          "aria-label": t("Add {name}", {
            name: `${card.name}${cost}${stats}${context && `, ${context}`}`,
          }),
          onclick: (/** @type {PointerEvent} */ event) => press(card, event),
          onkeydown: walk,
          onpointerenter: (/** @type {PointerEvent} */ { pointerType, currentTarget }) =>
            pointerType === "mouse" &&
            !Sortable.active &&
            cardView.show(card, /** @type {Element} */ (currentTarget)),
          onpointerleave: cardView.leave,
          onfocus: (/** @type {FocusEvent} */ { currentTarget }) =>
            /** @type {Element} */ (currentTarget).matches(":focus-visible") &&
            cardView.show(card, /** @type {Element} */ (currentTarget)),
          onblur: cardView.leave,
        },
        shield("", card.icon),
        h("span", { class: "entry-name" }, card.name),
        h("span", { class: "entry-stats" }, ...statLine(card.stats)),
        context === "" ? null : h("span", { class: "entry-why" }, context),
        card.cost === null
          ? null
          : h("span", { class: "cost" }, h("b", {}, String(card.cost)), ` ${costWord()}`),
      ),
      h(
        "button",
        {
          type: "button",
          class: "entry-add",
          tabindex: "-1",
          "aria-hidden": "true",
          title: t("Add {name}", { name: card.name }),
          onclick: () => acts.add(card),
        },
        glyph(GLYPHS.plus),
      ),
    );
  }

  /** The unit of costs, as the check labels it. */
  const costWord = () =>
    session.checked?.meters.find(({ value }) => value === session.checked?.cost)?.label ?? t("AP");

  /**
   * Touch opens the card first, as there is no hover; a mouse adds immediately.
   *
   * @param {ShelfItem} card
   * @param {PointerEvent} event
   */
  function press(card, { pointerType, currentTarget }) {
    if (pointerType === "touch") cardView.pin(card, /** @type {Element} */ (currentTarget));
    else acts.add(card);
  }

  /** @returns {HTMLButtonElement[]} */
  const entries = () =>
    [...list.querySelectorAll("button.entry")].map((entry) => /** @type {any} */ (entry));

  /** @param {HTMLButtonElement | undefined} entry */
  function reach(entry) {
    if (!entry) return;
    for (const other of entries()) other.tabIndex = -1;
    entry.tabIndex = 0;
    entry.focus();
  }

  /** @param {KeyboardEvent} event in the search */
  function fromSearch(event) {
    if (isComposing(event)) return;
    if (event.key === "ArrowDown") reach(entries()[0]);
    else if (event.key === "Enter") {
      const [first] = find(shelf, search.value, chosen);
      if (first) acts.add(first);
      else say(t("No unit matches."));
    } else if (event.key === "Escape" && search.value !== "") clear();
    else return;
    event.preventDefault();
  }

  /** @param {KeyboardEvent} event on an entry */
  function walk(event) {
    const all = entries();
    const at = all.indexOf(/** @type {HTMLButtonElement} */ (event.currentTarget));
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (to !== undefined) {
      if (to < 0) search.focus();
      else reach(all[Math.min(to, all.length - 1)]);
    } else if (event.key === "Escape") cardView.hide();
    else return;
    event.preventDefault();
  }

  draw();
  return {
    root: h(
      "section",
      { class: "pane pane-shelf", "aria-label": t("What you can add") },
      h("h2", { class: "visually-hidden" }, t("What you can add")),
      h("label", { class: "visually-hidden", for: "shelf-search" }, t("Search what you can add")),
      search,
      chips,
      found,
      list,
    ),
    card: cardView.root,
    focus: () => search.focus(),
  };
}

/**
 * Return the search's placeholder, with an example that matches something on this shelf.
 *
 * @param {ShelfItem[]} shelf
 */
function hintOf(shelf) {
  const number = shelf.some(({ cost }) => cost !== null)
    ? "cost<=8"
    : `${shelf[0]?.stats[0]?.label.toLowerCase() ?? "cost"}>=6`;
  const flying = t("flying");
  const tag = shelf.some(({ tags }) => tags.includes(flying)) ? `${flying} ` : "";
  return t("Name, ability, {example}", { example: `${tag}${number}` });
}
