// @ts-check
import { h } from "./dom.js";
import { copyText } from "./sharing.js";
import { t } from "./text.js";

const CONFIRMED_MS = 2500;

/**
 * A read-only text field with a copy button.
 *
 * @param {string} name suffix of the field's id
 * @param {string} label
 * @param {HTMLElement} said live region for the confirmation
 */
export function createCopyField(name, label, said) {
  const id = `copy-${name}`;
  const field = h("input", { id, type: "text", readonly: true, onfocus: () => field.select() });
  const button = h(
    "button",
    {
      type: "button",
      class: "button button-quiet",
      "data-copy": name,
      "aria-label": t("Copy: {label}", { label }),
      onclick: copy,
    },
    t("Copy"),
  );
  let timer = 0;

  async function copy() {
    if (!(await copyText(field.value, field))) {
      said.textContent = t("Copying is not allowed here: the text is selected, copy it by hand.");
      return;
    }
    button.textContent = t("Copied");
    said.textContent = t("{label}: copied", { label });
    clearTimeout(timer);
    timer = setTimeout(() => {
      button.textContent = t("Copy");
      said.textContent = "";
    }, CONFIRMED_MS);
  }

  return {
    root: h(
      "div",
      { class: "copy-field" },
      h("label", { for: id }, label),
      h("div", {}, field, button),
    ),
    /** @param {string} text */
    show(text) {
      field.value = text;
    },
  };
}
