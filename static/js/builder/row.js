// @ts-check
import { h } from "../lib/dom.js";
import { t } from "../lib/text.js";
import { cardOf, kindOf, optionsOf } from "./document.js";
import { valueAt } from "./paths.js";
import { explainedLabel, groupBy, inside, shield, statLine, statWords, tool } from "./pieces.js";

/** @import { Field, Row } from "./types" */
/** @import { Workbench } from "./actions" */

/**
 * A row for one unit of the army: picture, numbers, badges, problems and buttons.
 *
 * @param {Workbench} bench
 * @param {string} key
 * @param {{ choose: () => void, open: () => void, remove: () => void, press: (event: KeyboardEvent) => void }} on
 */
export function createRow({ session, acts }, key, on) {
  const { form, shelf, data } = session;
  const place = () => session.moment.keys.indexOf(key);
  const shift = (/** @type {number} */ by) => () => acts.move(key, place() + by);
  const number = h("span", { class: "row-number", "aria-hidden": "true" });
  const picture = h("span", { class: "row-picture" });
  const name = h("span", { class: "row-name" });
  const badges = h("span", { class: "badges" });
  const stats = h("span", { class: "row-stats" });
  const wrong = h("p", { class: "row-problem", hidden: true });
  const notes = h("p", { class: "row-note", hidden: true });
  const main = h(
    "button",
    {
      type: "button",
      class: "row-main",
      "aria-describedby": "rows-hint",
      onclick: on.choose,
      ondblclick: on.open,
      onkeydown: on.press,
    },
    number,
    picture,
    h("span", { class: "row-text" }, h("span", { class: "row-title" }, name, badges), stats),
  );
  const up = tool("up", t("Up"), { onclick: shift(-1), "data-act": "up" });
  const down = tool("down", t("Down"), { onclick: shift(1), "data-act": "down" });
  const copy = tool("copy", t("Duplicate"), {
    onclick: () => acts.duplicate(key),
    "data-act": "copy",
  });
  const discard = tool("remove", t("Remove"), { onclick: on.remove, "data-act": "remove" });
  const edit = tool("edit", t("Details"), { onclick: on.open, "data-act": "edit" });
  const tools = form.fixed ? [edit] : [edit, up, down, copy, discard];
  const root = h(
    "li",
    { class: "row", "data-key": key },
    main,
    h("span", { class: "row-tools" }, ...tools),
    wrong,
    notes,
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
      const worn = badgesOf(row, kindOf(form, shelf, row)?.fields ?? []);
      const problems = session.problems.filter((problem) => problem.key === key);
      root.classList.toggle("chosen", chosen);
      root.classList.toggle("wrong", problems.length > 0);
      number.textContent = String(at + 1);
      picture.replaceChildren(shield(data.icons_url, figures?.icon ?? card?.icon));
      name.textContent = called;
      badges.replaceChildren(...worn.map((badge) => h("span", { class: "badge" }, badge)));
      const alone = card?.stats ?? [];
      stats.replaceChildren(...statLine(shown, alone, explainedLabel));
      wrong.hidden = problems.length === 0;
      wrong.textContent = problems.map(({ message }) => message).join(" · ");
      notes.textContent = (figures?.notes ?? []).join(" ");
      notes.hidden = notes.textContent === "";
      const label = [`${at + 1}. ${called}`, statWords(shown, alone), ...worn];
      if (problems.length > 0) label.push(t("wrong: {what}", { what: wrong.textContent }));
      if (!notes.hidden) label.push(notes.textContent);
      main.setAttribute("aria-label", label.filter(Boolean).join(", "));
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
 * Return the badges of a unit: what its fields add, in a word or two each.
 *
 * @param {Row} row
 * @param {Field[]} fields
 */
function badgesOf(row, fields) {
  return fields.flatMap((field) => {
    const value = valueAt(row, field.path);
    const optionName = (/** @type {string} */ id) =>
      optionsOf(field, row).find((option) => option.id === id)?.name ?? id;
    if (field.path.startsWith("custom.") || value === undefined || value === field.default)
      return [];
    if (field.type === "flag") return value ? [inside(field.label)] : [];
    if (field.type === "number") return [`${inside(field.label)} ${value}`];
    if (field.type === "many" && Array.isArray(value)) return countNames(value.map(optionName));
    if (field.type === "counts" && typeof value === "object") {
      return Object.entries(value ?? {}).map(([id, times]) =>
        times === 1 ? optionName(id) : `${times} × ${optionName(id)}`,
      );
    }
    return [];
  });
}

/**
 * Merge repeated names: `2 × Parawings`.
 *
 * @param {string[]} names
 */
function countNames(names) {
  const times = groupBy(names, (name) => name);
  return [...times].map(([name, all]) => (all.length > 1 ? `${all.length} × ${name}` : name));
}
