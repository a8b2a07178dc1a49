// @ts-check
import { h } from "../lib/dom.js";
import { focusOn, isComposing } from "../lib/keys.js";
import { oneStopEach } from "../lib/terms.js";
import { t } from "../lib/text.js";
import { cardOf, kindOf, optionsOf } from "./document.js";
import { createField } from "./fields/index.js";
import { meter, shield, statTable, tagList, tool } from "./pieces.js";

/** @import { FieldView } from "./fields/index" */
/** @import { Workbench } from "./actions" */

/**
 * The selected unit: its numbers in battle and their parts, its fields and its abilities. Field elements
 * are kept while the same unit is shown, so that redrawing does not lose the caret.
 *
 * @param {Workbench} bench
 * @param {{ leave: () => void }} page leave: returns to the unit's row
 */
export function createDetails({ session, acts }, page) {
  const { form, shelf, data } = session;
  const root = h("section", {
    class: "pane pane-details side-a",
    "aria-label": t("The chosen unit"),
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Escape" || isComposing(event)) return;
      event.preventDefault();
      page.leave();
    },
  });
  const head = h("header", { class: "details-head" });
  const numbers = h("div", { class: "numbers", "aria-live": "off" });
  const budget = h("p", { class: "budget", role: "status" });
  const general = h("p", { class: "form-errors", hidden: true });
  const fieldList = h("div", { class: "field-list" });
  const lines = h("ul");
  const does = h("details", { class: "does" }, h("summary", {}, t("Everything it can do")), lines);
  /** @type {FieldView[]} */
  let fields = [];
  /** Identity of what the fields edit: unit, kind, and members that their options depend on. */
  let about = "";

  function draw() {
    const key = session.moment.selected;
    const row = key === null ? undefined : session.row(key);
    if (key === null || row === undefined) {
      about = "";
      fields = [];
      root.replaceChildren(
        h(
          "p",
          { class: "empty" },
          t("Choose a unit of the army to see and change everything about it."),
        ),
      );
      return;
    }
    const kind = kindOf(form, shelf, row);
    const depending = (kind?.fields ?? []).map(({ options_by: by }) => (by ? row[by.member] : ""));
    const subject = JSON.stringify([key, kind?.id, ...depending]);
    if (subject !== about) {
      about = subject;
      fields = (kind?.fields ?? [])
        .filter((field) => !isEmptyChoice(field, row))
        .map((field) =>
          createField(field, {
            document: row,
            change: (changed, value) => acts.change(key, changed, value),
            iconsUrl: data.icons_url,
          }),
        );
      fieldList.replaceChildren(...fields.map((field) => field.root));
      root.replaceChildren(head, numbers, general, budget, fieldList, does);
    }
    drawHead(key, row);
    drawNumbers(key, row);
    const problems = session.problems.filter((problem) => problem.key === key);
    for (const view of fields) {
      const own = problems.filter(({ field }) => field === view.field.path);
      view.show(
        row,
        own.map(({ message }) => message),
      );
    }
    const others = problems.filter(
      ({ field }) => !fields.some((view) => view.field.path === field),
    );
    oneStopEach(root);
    general.hidden = others.length === 0;
    general.textContent = others.map(({ message }) => message).join(" · ");
  }

  /**
   * @param {string} key
   * @param {import("./types").Row} row
   */
  function drawHead(key, row) {
    const place = session.moment.keys.indexOf(key) + 1;
    const card = cardOf(shelf, row);
    const called = session.nameOf(key);
    const kind = card && card.name !== called ? card.name : (kindOf(form, shelf, row)?.name ?? "");
    const focused = head.contains(document.activeElement);
    head.replaceChildren(
      shield(data.icons_url, session.figures(key)?.icon ?? card?.icon),
      h(
        "div",
        {},
        h("h2", {}, called),
        h(
          "p",
          {},
          kind,
          " · ",
          t("{place} of {count}", { place, count: session.moment.keys.length }),
        ),
      ),
      tool("cross", t("Back to the army"), { class: "tool quiet back", onclick: page.leave }),
    );
    if (focused) focusOn(head.querySelector(".back"));
  }

  /**
   * @param {string} key
   * @param {import("./types").Row} row
   */
  function drawNumbers(key, row) {
    const card = cardOf(shelf, row);
    const figures = session.figures(key);
    numbers.replaceChildren(
      statTable(figures?.stats ?? card?.stats ?? []),
      session.stale
        ? h("p", { class: "hint" }, t("Without the army's bonuses, which need a connection."))
        : "",
      tagList(figures?.tags ?? card?.tags ?? []),
    );
    const { spent, budget: most } = figures ?? {};
    const has = spent !== null && spent !== undefined && most !== null && most !== undefined;
    budget.hidden = !has;
    if (has) budget.replaceChildren(meter(form.points_name, spent, most));
    does.hidden = !card || card.lines.length === 0;
    lines.replaceChildren(...(card?.lines ?? []).map((line) => h("li", {}, line)));
  }

  session.subscribe((change) => ["army", "choice", "check"].includes(change) && draw());
  draw();
  return {
    root,
    /** @param {string | null} [path] of the field to focus */
    focus(path = null) {
      const field = fields.find((view) => view.field.path === path) ?? fields[0];
      if (field) field.focus();
      else focusOn(root.querySelector(".back"));
    },
  };
}

/**
 * Whether a field has no options in this row, such as spells for a class without any.
 *
 * @param {import("./types").Field} field
 * @param {import("./types").Row} row
 */
function isEmptyChoice(field, row) {
  return ["many", "choice", "counts"].includes(field.type) && optionsOf(field, row).length === 0;
}
