// @ts-check
import { h } from "../lib/dom.js";
import { focusOn, isComposing } from "../lib/keys.js";
import { kindOf } from "./document.js";
import { createField } from "./fields/index.js";
import { valueAt } from "./paths.js";
import { meter, shield } from "./pieces.js";

/** @import { Row } from "./types" */
/** @import { Workbench } from "./actions" */

/**
 * The units of an army with fixed rows, one line per unit with all its fields. Up and Down change a
 * number; Enter, or Alt with an arrow, moves to the same field of the next or previous unit.
 *
 * @param {Workbench} bench
 */
export function createAllotment({ session, acts }) {
  const { form, data } = session;
  const lines = session.moment.keys.map(createLine);
  const list = h(
    "ol",
    { class: "rows", id: "rows", "aria-label": form.list_name },
    ...lines.map(({ root }) => root),
  );

  /**
   * @param {string} key
   * @param {number} place
   */
  function createLine(key, place) {
    const row = session.rows[place];
    const fields = (kindOf(form, session.shelf, row)?.fields ?? []).map((field) =>
      createField(field, {
        document: row,
        change: (changed, value) => acts.change(key, changed, value),
        iconsUrl: data.icons_url,
        explains: false, // the pools above explain the labels
      }),
    );
    const picture = h("span", { class: "row-picture" });
    const total = h("span", { class: "row-total" });
    const wrong = h("p", { class: "row-problem", hidden: true });
    const name = session.nameOf(key);
    const root = h(
      "li",
      { class: "row fixed-row", "data-key": key, onfocusin: () => session.select(key) },
      h(
        "div",
        {
          class: "fixed-fields",
          role: "group",
          "aria-label": `${kindOf(form, session.shelf, row)?.name ?? form.unit_word} ${name}`,
        },
        h(
          "span",
          { class: "fixed-name" },
          picture,
          h("b", { class: "row-name", "aria-hidden": "true" }, name),
        ),
        ...fields.map((field) => field.root),
        total,
      ),
      wrong,
    );
    for (const [column, field] of fields.entries()) {
      field.root.addEventListener("keydown", (event) => press(event, place, column));
    }

    /** @param {Row} held */
    function drawTotal(held) {
      const budget = session.figures(key)?.budget;
      const spent = fields
        .map(({ field }) => Number(valueAt(held, field.path) ?? 0))
        .reduce((sum, value) => sum + (Number.isFinite(value) ? value : 0), 0);
      total.replaceChildren(budget ? meter(form.points_name, spent, budget) : "");
    }

    return {
      root,
      fields,
      draw() {
        const held = session.rows[place];
        const problems = session.problems.filter((problem) => problem.key === key);
        const others = problems.filter(
          ({ field }) => !fields.some((view) => view.field.path === field),
        );
        root.classList.toggle("chosen", session.moment.selected === key);
        root.classList.toggle("wrong", problems.length > 0);
        picture.replaceChildren(shield(data.icons_url, session.figures(key)?.icon));
        for (const view of fields) {
          const own = problems.filter(({ field }) => field === view.field.path);
          view.show(
            held,
            own.map(({ message }) => message),
          );
        }
        wrong.hidden = others.length === 0;
        wrong.textContent = others.map(({ message }) => message).join(" · ");
        drawTotal(held);
      },
    };
  }

  /**
   * @param {KeyboardEvent} event
   * @param {number} place
   * @param {number} column
   */
  function press(event, place, column) {
    if (isComposing(event)) return;
    const by =
      event.key === "Enter" && event.target instanceof HTMLInputElement
        ? event.shiftKey
          ? -1
          : 1
        : event.altKey && { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    lines[place + by]?.fields[column]?.focus();
  }

  function draw() {
    for (const line of lines) line.draw();
  }

  session.subscribe((change) => ["army", "choice", "check"].includes(change) && draw());
  draw();
  return {
    root: h("div", { class: "roster side-a" }, list),
    /** @param {string | null} [path] of the field to focus in the selected unit */
    focus(path = null) {
      const at = Math.max(session.moment.keys.indexOf(session.moment.selected ?? ""), 0);
      const field = lines[at].fields.find((view) => view.field.path === path);
      focusOn(lines[at].root.querySelector("input"));
      field?.focus();
    },
  };
}
