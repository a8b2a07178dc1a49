// @ts-check
import { glyph, h, icon } from "../../lib/dom.js";
import { isComposing } from "../../lib/keys.js";
import { t } from "../../lib/text.js";
import { barredList, GLYPHS, inside } from "../pieces.js";

/** @import { Field, Option } from "../types" */
/** @import { Control } from "./index" */

/** Beyond this many options, they are behind a search. */
const SHOWN_MOST = 12;

/**
 * A field for several options: chosen ones as chips that a click removes, above a picker.
 *
 * @param {Field} field
 * @param {string} id
 * @param {(value: string[]) => void} change
 * @param {Option[]} options
 * @param {string} iconsUrl
 * @returns {Control}
 */
export function createMany(field, id, change, options, iconsUrl) {
  const known = new Map(options.map((option) => [option.id, option]));
  /** @type {string[]} */
  let held = [];
  const chosen = h("span", {
    class: "chosen",
    role: "group",
    "aria-label": t("{name}: chosen", { name: field.label }),
  });
  const allowed = options.filter(({ barred }) => !barred);
  const banned = options.filter(({ barred }) => barred);
  const picker = createPicker(allowed, id, {
    label: field.label,
    iconsUrl,
    pick,
    note: (option) => (held.includes(option.id) && !field.repeatable ? "chosen" : ""),
  });

  /** @param {string} option */
  function pick(option) {
    if (!field.repeatable && held.includes(option))
      return change(held.filter((one) => one !== option));
    return change([...held, option]);
  }

  /** @param {number} place */
  function drop(place) {
    change(held.toSpliced(place, 1));
    const chips = chosen.querySelectorAll("button");
    (chips[Math.min(place, chips.length - 1)] ?? picker.first())?.focus();
  }

  /**
   * @param {string} name
   * @param {number} place
   */
  const chip = (name, place) =>
    h(
      "button",
      {
        type: "button",
        class: "chip chip-held",
        "aria-label": t("Remove {name}", { name }),
        onclick: () => drop(place),
      },
      name,
      glyph(GLYPHS.cross),
    );

  return {
    root: h("div", { class: "many" }, chosen, picker.root, barredList(banned)),
    input: picker.root,
    isGroup: true,
    show(value) {
      held = Array.isArray(value) ? value.map(String) : [];
      const focused = [...chosen.children].indexOf(/** @type {Element} */ (document.activeElement));
      chosen.replaceChildren(...held.map((one, place) => chip(known.get(one)?.name ?? one, place)));
      if (focused >= 0) /** @type {HTMLElement} */ (chosen.children[focused])?.focus();
      chosen.hidden = held.length === 0;
      picker.draw();
    },
  };
}

/**
 * A picker of options; long lists are collapsed behind a search.
 *
 * @param {Option[]} options
 * @param {string} id
 * @param {object} how
 * @param {string} how.label
 * @param {string} how.iconsUrl
 * @param {(id: string) => void} how.pick
 * @param {(option: Option) => string} how.note state of an option, such as `chosen`
 * @param {(option: Option) => boolean} [how.offers] whether an option can be picked
 */
export function createPicker(options, id, { label, iconsUrl, pick, note, offers = () => true }) {
  const few = options.length <= SHOWN_MOST;
  const search = h("input", {
    type: "search",
    id: `${id}-search`,
    class: "picker-search",
    placeholder: t("Search {count}…", { count: options.length }),
    "aria-label": t("Search {what}", { what: inside(label) }),
    autocomplete: "off",
    oninput: filter,
    onkeydown: walk,
  });
  const buttons = new Map(options.map((option) => [option.id, buttonOf(option)]));
  const list = h(
    "div",
    { class: few ? "options" : "options long", onkeydown: walk },
    ...buttons.values(),
  );
  const opener = h(
    "details",
    { class: "picker" },
    h("summary", {}, t("Add {what}…", { what: inside(label) })),
    search,
    list,
  );
  opener.addEventListener("toggle", () => opener.open && search.focus());

  /** @param {Option} option */
  function buttonOf(option) {
    const cost = option.cost ?? null;
    return h(
      "button",
      { type: "button", class: "option", "data-option": option.id, onclick: () => pick(option.id) },
      option.icon ? icon(iconsUrl, option.icon) : null,
      h("span", { class: "option-name" }, option.name),
      cost === null ? null : h("span", { class: "cost" }, h("b", {}, String(cost))),
      option.text ? h("span", { class: "option-text" }, option.text) : null,
    );
  }

  function filter() {
    const words = search.value.toLowerCase().split(/\s+/);
    for (const option of options) {
      const text = `${option.name} ${option.text ?? ""}`.toLowerCase();
      const button = /** @type {HTMLElement} */ (buttons.get(option.id));
      button.hidden = !offers(option) || !words.every((word) => text.includes(word));
    }
  }

  const shown = () => [...buttons.values()].filter((button) => !button.hidden);

  /** @param {KeyboardEvent} event */
  function walk(event) {
    if (isComposing(event)) return;
    const all = shown();
    const at = all.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    if (event.key === "ArrowDown") all[Math.min(at + 1, all.length - 1)]?.focus();
    else if (event.key === "ArrowUp") (all[at - 1] ?? (few ? all[0] : search)).focus();
    else if (event.key === "Enter" && event.target === search) all[0]?.click();
    else if (event.key === "Escape" && opener.open) {
      opener.open = false;
      opener.querySelector("summary")?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return {
    root: few ? list : opener,
    first: () => (few ? shown()[0] : opener.querySelector("summary")),
    draw() {
      filter();
      for (const option of options) {
        const button = buttons.get(option.id);
        const word = note(option);
        button?.classList.toggle("picked", word !== "");
        if (word === "chosen") button?.setAttribute("aria-pressed", "true");
        else button?.removeAttribute("aria-pressed");
      }
    },
  };
}
