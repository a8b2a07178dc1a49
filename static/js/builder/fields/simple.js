// @ts-check
import { h, icon } from "../../lib/dom.js";
import { isComposing } from "../../lib/keys.js";
import { t } from "../../lib/text.js";
import { tool } from "../pieces.js";

/** @import { Field, Option } from "../types" */
/** @import { Control } from "./index" */

/**
 * @param {Field} field
 * @param {string} id
 * @param {(value: any) => void} change
 * @returns {Control}
 */
export function createText(field, id, change) {
  const input = h("input", {
    type: "text",
    id,
    maxlength: field.most,
    autocomplete: "off",
    oninput: () => change(input.value),
  });
  return { root: input, input, show: (value) => put(input, value ?? "") };
}

/**
 * A number input with a stepper. Values out of bounds are kept and reported by the check, so that
 * typing is never overwritten.
 *
 * @param {Field} field
 * @param {string} id
 * @param {(value: any) => void} change
 * @returns {Control}
 */
export function createNumber(field, id, change) {
  const least = field.least ?? Number.NEGATIVE_INFINITY;
  const most = field.most ?? Number.POSITIVE_INFINITY;
  const size = field.step ?? 1;
  const input = h("input", {
    type: "text",
    id,
    class: "number-input",
    inputmode: "numeric",
    autocomplete: "off",
    oninput: () => change(read(input.value)),
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      const by = { ArrowUp: size, ArrowDown: -size }[event.key];
      if (by === undefined || event.altKey || isComposing(event)) return;
      event.preventDefault();
      step(by);
    },
  });
  const less = tool("minus", t("Less {name}", { name: field.label }), {
    tabindex: "-1",
    onclick: () => step(-size),
  });
  const more = tool("plus", t("More {name}", { name: field.label }), {
    tabindex: "-1",
    onclick: () => step(size),
  });

  /** @param {number} by */
  function step(by) {
    const known = read(input.value);
    const from =
      typeof known === "number" ? known : (field.default ?? field.least ?? 0) - (by > 0 ? by : 0);
    const next = Math.min(Math.max(from + by, least), most);
    if (next !== known) change(next);
  }

  return {
    root: h("span", { class: "stepper" }, less, input, more),
    input,
    show(value) {
      put(input, value === null || value === undefined ? "" : String(value));
      less.setAttribute("aria-disabled", String(typeof value === "number" && value <= least));
      more.setAttribute("aria-disabled", String(typeof value === "number" && value >= most));
    },
  };
}

/**
 * Parse typed text: a number, null when empty, or the text itself, which the check refuses.
 *
 * @param {string} text
 */
function read(text) {
  const plain = text.trim().replace("\u2212", "-");
  if (plain === "") return null;
  return /^-?\d{1,9}$/.test(plain) ? Number(plain) : plain;
}

/**
 * @param {Field} _field
 * @param {string} id
 * @param {(value: any) => void} change
 * @returns {Control}
 */
export function createFlag(_field, id, change) {
  const input = h("input", {
    type: "checkbox",
    role: "switch",
    id,
    class: "switch",
    onchange: () => change(input.checked),
  });
  return {
    root: input,
    input,
    show(value) {
      input.checked = value === true;
    },
  };
}

/**
 * A select of one option; "none" is offered unless an option is the default. Options with pictures are also buttons,
 * for the pointer alone: a screen reader and the keyboard have the select.
 *
 * @param {Field} field
 * @param {string} id
 * @param {(value: any) => void} change
 * @param {Option[]} options
 * @param {string} iconsUrl
 * @returns {Control}
 */
export function createChoice(field, id, change, options, iconsUrl) {
  const input = h(
    "select",
    { id, onchange: () => change(input.value) },
    options.some(({ id: one }) => one === field.default)
      ? ""
      : h("option", { value: "" }, t("none")),
    ...options.map((option) => h("option", { value: option.id }, option.name)),
  );
  if (!options.some((option) => option.icon))
    return { root: input, input, show: (value) => put(input, value ?? "") };
  const pictures = options.map((option) =>
    h(
      "button",
      {
        ...{ type: "button", class: "look", tabindex: "-1", title: option.name },
        onclick: () => change(option.id),
      },
      icon(iconsUrl, option.icon ?? ""),
    ),
  );
  return {
    root: h("span", { class: "looks" }, input, h("span", { "aria-hidden": "true" }, ...pictures)),
    input,
    show(value) {
      put(input, value ?? "");
      for (const [k, { id: one }] of options.entries())
        pictures[k].toggleAttribute("data-chosen", one === (value ?? ""));
    },
  };
}

/**
 * Set a control's value without moving the caret when it is unchanged.
 *
 * @param {HTMLInputElement | HTMLSelectElement} input
 * @param {any} value
 */
function put(input, value) {
  const text = String(value);
  if (input.value === text) return;
  // "-" on the way to "-3" is text in the document; keep it as typed.
  if (input === document.activeElement && input.value.trim() === text) return;
  input.value = text;
}
