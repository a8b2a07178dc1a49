// @ts-check
import Sortable from "sortablejs";
import { h } from "../lib/dom.js";
import { letterOf } from "../lib/keys.js";
import { t } from "../lib/text.js";
import { createRow } from "./row.js";

/** @import { Workbench } from "./actions" */

/**
 * The army's units in order: selected by click or arrow keys, moved by drag, buttons or Alt with an arrow.
 * Rows keep their elements, so that redrawing does not move the focus.
 *
 * @param {Workbench} bench
 * @param {{ edit: () => void, look: () => void }} page edit: focuses the fields of the selected unit;
 *   look: shows them where there is room next to the army
 */
export function createRoster(bench, page) {
  const { session, acts } = bench;
  const { form, shelf } = session;
  /** @type {Map<string, ReturnType<typeof createRow>>} */
  const rows = new Map();
  const list = h("ol", { class: "rows", id: "rows", "aria-label": form.list_name });
  const empty = h(
    "p",
    { class: "empty" },
    t("No units yet. Add one from the list, or start with a sample."),
  );
  const hint = form.fixed
    ? t("Enter goes to its fields.")
    : t(
        "Enter goes to its fields, Alt with an arrow moves it, Delete removes it, D duplicates it.",
      );

  /** Key of the row that is pressed: an element replaced between press and release gets no click. */
  let pressed = "";
  list.addEventListener("pointerdown", ({ target }) => {
    const row = /** @type {Element} */ (target).closest("[data-key]");
    pressed = row?.getAttribute("data-key") ?? "";
  });
  for (const type of ["pointerup", "pointercancel"])
    addEventListener(type, () => {
      if (!pressed) return;
      pressed = "";
      setTimeout(draw); // after the click
    });

  if (!form.fixed) {
    Sortable.create(list, {
      group: { name: "army", pull: false, put: ["shelf"] },
      filter: ".row-tools",
      preventOnFilter: false,
      forceFallback: true,
      fallbackOnBody: false,
      fallbackTolerance: 5,
      delay: 180,
      delayOnTouchOnly: true,
      animation: matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 140,
      ghostClass: "drop-place",
      fallbackClass: "dragged",
      onAdd: drop,
      onEnd: () => queueMicrotask(draw),
      onUpdate: ({ item, newIndex }) => acts.move(item.dataset.key ?? "", newIndex ?? 0),
    });
  }

  /** @param {import("sortablejs").SortableEvent} event a drop of a card from the shelf */
  function drop({ item, clone, newIndex }) {
    const card = shelf.find(({ key, id }) => item.dataset.card === `${key} ${id}`);
    clone.replaceWith(item);
    if (card) acts.add(card, newIndex);
    // Sortable still holds the list during this event.
    queueMicrotask(draw);
  }

  function draw() {
    const { keys, selected } = session.moment;
    for (const [key, row] of rows) {
      if (keys.includes(key)) continue;
      row.root.remove();
      rows.delete(key);
    }
    keys.forEach((key, place) => {
      let row = rows.get(key);
      if (!row) {
        row = createRow(bench, key, {
          choose: () => {
            choose(key);
            page.look();
          },
          open: () => open(key),
          remove: () => remove(key),
          press: (event) => press(event, key),
        });
        rows.set(key, row);
      }
      // During a drag Sortable owns the order of the elements.
      if (!Sortable.active && list.children[place] !== row.root) moveTo(row.root, place);
      if (key !== pressed) row.draw(session.rows[place], place, key === selected);
    });
    const stop = selected ?? keys[0];
    for (const [key, row] of rows) row.main.tabIndex = key === stop ? 0 : -1;
    empty.hidden = keys.length > 0;
  }

  /**
   * Move an element to its place, keeping the focus inside it.
   *
   * @param {Element} element
   * @param {number} place
   */
  function moveTo(element, place) {
    const focused = element.contains(document.activeElement) ? document.activeElement : null;
    list.insertBefore(element, list.children[place] ?? null);
    if (focused instanceof HTMLElement) focused.focus();
  }

  /** @param {string | null} [key] */
  function focus(key = session.moment.selected) {
    const row = rows.get(key ?? session.moment.keys[0] ?? "");
    if (row) row.main.focus();
    return Boolean(row);
  }

  /** @param {string} key */
  function choose(key) {
    session.select(key);
    focus(key);
  }

  /** @param {string} key */
  function open(key) {
    session.select(key);
    page.edit();
  }

  /** @param {string} key */
  function remove(key) {
    acts.remove(key);
    focus();
  }

  /**
   * @param {KeyboardEvent} event
   * @param {string} key
   */
  function press(event, key) {
    if (event.ctrlKey || event.metaKey) return;
    const { keys } = session.moment;
    const at = keys.indexOf(key);
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: keys.length - 1 }[event.key];
    if (to !== undefined && event.altKey) acts.move(key, to);
    else if (to !== undefined) choose(keys[Math.min(Math.max(to, 0), keys.length - 1)]);
    else if (event.key === "Enter") open(key);
    else if (form.fixed || event.altKey) return;
    else if (event.key === "Delete" || event.key === "Backspace") remove(key);
    else if (letterOf(event) === "d") {
      acts.duplicate(key);
      focus();
    } else return;
    event.preventDefault();
  }

  session.subscribe((change) => ["army", "choice", "check"].includes(change) && draw());
  draw();
  return {
    root: h(
      "div",
      { class: "roster side-a" },
      h("p", { class: "visually-hidden", id: "rows-hint" }, hint),
      empty,
      list,
    ),
    focus,
  };
}
