// @ts-check
import Sortable from "sortablejs";
import { h } from "../core/dom.js";
import { cardOf, kindOf, optionsOf } from "./document.js";
import { grouped } from "./lists.js";
import { valueAt } from "./paths.js";
import { shield, statLine, statWords, tool } from "./pieces.js";

/** @import { Row } from "./types" */
/** @import { Workbench } from "./acts" */

/**
 * The army's units in order: chosen by click or arrow keys, moved by drag, buttons or Alt and arrow
 * keys. A row keeps its element as long as it is there, so that focus stays where it is.
 *
 * @param {Workbench} bench
 * @param {{ edit: () => void }} page edit: goes to the fields of the chosen unit
 */
export function createRoster({ session, acts }, page) {
  const { form, shelf, data } = session;
  /** @type {Map<string, ReturnType<typeof createRow>>} */
  const rows = new Map();
  const list = h("ol", { class: "rows", id: "rows", "aria-label": form.list_name });
  const empty = h(
    "p",
    { class: "empty" },
    `No ${form.unit_word} yet. Click one on the shelf or drag it here, or begin with a sample.`,
  );
  const hint = form.fixed
    ? "Enter goes to its fields."
    : "Enter goes to its fields, Alt with an arrow moves it, Delete removes it, D duplicates it.";

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

  /** @param {import("sortablejs").SortableEvent} event a card of the shelf that was dropped here */
  function drop({ item, clone, newIndex }) {
    const card = shelf.find(({ key, id }) => item.dataset.card === `${key} ${id}`);
    clone.replaceWith(item);
    if (card) acts.add(card, newIndex);
    draw();
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
        row = createRow(key);
        rows.set(key, row);
      }
      // While something is dragged, the order of the elements is not ours.
      if (!Sortable.active && list.children[place] !== row.root) moveTo(row.root, place);
      row.draw(session.rows[place], place, key === selected);
    });
    const stop = selected ?? keys[0];
    for (const [key, row] of rows) row.main.tabIndex = key === stop ? 0 : -1;
    empty.hidden = keys.length > 0;
  }

  /**
   * Puts an element at its place; what is focused within stays so.
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
  function createRow(key) {
    const place = () => session.moment.keys.indexOf(key);
    const shift = (/** @type {number} */ by) => () => acts.move(key, place() + by);
    const number = h("span", { class: "row-number", "aria-hidden": "true" });
    const picture = h("span", { class: "row-picture" });
    const name = h("span", { class: "row-name" });
    const badges = h("span", { class: "badges" });
    const stats = h("span", { class: "row-stats" });
    const wrong = h("p", { class: "row-problem", hidden: true });
    const main = h(
      "button",
      {
        type: "button",
        class: "row-main",
        "aria-describedby": "rows-hint",
        onclick: () => choose(key),
        ondblclick: () => open(key),
        onkeydown: (/** @type {KeyboardEvent} */ event) => press(event, key),
      },
      number,
      picture,
      h("span", { class: "row-text" }, h("span", { class: "row-title" }, name, badges), stats),
    );
    const up = tool("up", "Up", { onclick: shift(-1), "data-act": "up" });
    const down = tool("down", "Down", { onclick: shift(1), "data-act": "down" });
    const copy = tool("copy", "Duplicate", {
      onclick: () => acts.duplicate(key),
      "data-act": "copy",
    });
    const away = tool("remove", "Remove", { onclick: () => remove(key), "data-act": "remove" });
    const edit = tool("edit", "Details", { onclick: () => open(key), "data-act": "edit" });
    const tools = form.fixed ? [edit] : [edit, up, down, copy, away];
    const root = h(
      "li",
      { class: "row", "data-key": key },
      main,
      h("span", { class: "row-tools" }, ...tools),
      wrong,
    );

    return {
      root,
      main,
      /**
       * @param {Row} row
       * @param {number} at
       * @param {boolean} chosen
       */
      draw(row, at, chosen) {
        const card = cardOf(shelf, row);
        const figures = session.figures(key);
        const called = session.nameOf(key);
        const shown = figures?.stats ?? card?.stats ?? [];
        const worn = badgesOf(row);
        const problems = session.problems.filter((problem) => problem.key === key);
        root.classList.toggle("chosen", chosen);
        root.classList.toggle("wrong", problems.length > 0);
        number.textContent = String(at + 1);
        picture.replaceChildren(shield(data.icons_url, card?.icon ?? figures?.icon));
        name.textContent = called;
        badges.replaceChildren(...worn.map((badge) => h("span", { class: "badge" }, badge)));
        stats.replaceChildren(...statLine(shown));
        wrong.hidden = problems.length === 0;
        wrong.textContent = problems.map(({ message }) => message).join(" · ");
        const told = [`${at + 1}. ${called}`, statWords(shown), ...worn];
        if (problems.length > 0) told.push(`wrong: ${wrong.textContent}`);
        main.setAttribute("aria-label", told.filter(Boolean).join(", "));
        main.setAttribute("aria-current", String(chosen));
        for (const button of tools) {
          button.tabIndex = chosen ? 0 : -1;
          button.setAttribute("aria-label", `${button.title}: ${called}, ${at + 1}`);
        }
        up.setAttribute("aria-disabled", String(at === 0));
        down.setAttribute("aria-disabled", String(at === session.moment.keys.length - 1));
        copy.setAttribute("aria-disabled", String(session.full));
      },
    };
  }

  /**
   * What a unit has on it, in a word or two each.
   *
   * @param {Row} row
   */
  function badgesOf(row) {
    const fields = kindOf(form, shelf, row)?.fields ?? [];
    return fields.flatMap((field) => {
      const value = valueAt(row, field.path);
      const named = (/** @type {string} */ id) =>
        optionsOf(field, row).find((option) => option.id === id)?.name ?? id;
      if (field.path.startsWith("custom.") || value === undefined || value === field.default)
        return [];
      if (field.type === "flag") return value ? [field.label.toLowerCase()] : [];
      if (field.type === "number") return [`${field.label.toLowerCase()} ${value}`];
      if (field.type === "many" && Array.isArray(value)) return counted(value.map(named));
      if (field.type === "counts" && typeof value === "object") {
        return Object.entries(value ?? {}).map(([id, times]) =>
          times === 1 ? named(id) : `${times} × ${named(id)}`,
        );
      }
      return [];
    });
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
    else if (event.key.toLowerCase() === "d") {
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

/**
 * The same names together: `2 × Parawings`.
 *
 * @param {string[]} names
 */
function counted(names) {
  const times = grouped(names, (name) => name);
  return [...times].map(([name, all]) => (all.length > 1 ? `${all.length} × ${name}` : name));
}
