// @ts-check
import { h } from "../../lib/dom.js";
import { focusOn } from "../../lib/keys.js";
import { termMark } from "../../lib/terms.js";
import { optionsOf } from "../document.js";
import { shownValue } from "../paths.js";
import { createCounts } from "./counts.js";
import { createMany } from "./multi-choice.js";
import { createChoice, createFlag, createNumber, createText } from "./simple.js";

/** @import { Field, Option } from "../types" */

/**
 * A control for one value. input: the labelled element; isGroup: it contains several controls.
 *
 * @typedef {object} Control
 * @property {HTMLElement} root
 * @property {HTMLElement} input
 * @property {boolean} [isGroup]
 * @property {(value: any) => void} show
 */

/** @type {Record<Field["type"], (field: Field, id: string, change: (value: any) => void, options: Option[], iconsUrl: string) => Control>} */
const CONTROLS = {
  text: createText,
  number: createNumber,
  flag: createFlag,
  choice: createChoice,
  many: createMany,
  counts: createCounts,
};

let lastId = 0;

/**
 * A form field with its label, hint and problems.
 *
 * @param {Field} field
 * @param {object} how
 * @param {Record<string, any>} how.document the row or army whose values determine the options
 * @param {(field: Field, value: any) => void} how.change
 * @param {string} how.iconsUrl
 * @param {boolean} [how.explains] whether the label has a glossary mark
 */
export function createField(field, { document, change, iconsUrl, explains = true }) {
  const id = `field-${++lastId}`;
  const control = CONTROLS[field.type](
    field,
    id,
    (value) => change(field, value),
    optionsOf(field, document),
    iconsUrl,
  );
  const label = control.isGroup
    ? h("span", { class: "label", id: `${id}-label` }, field.label)
    : h("label", { class: "label", for: id }, field.label);
  if (control.isGroup) {
    control.root.setAttribute("role", "group");
    control.root.setAttribute("aria-labelledby", `${id}-label`);
  }
  const hint = h("span", { class: "hint", id: `${id}-hint` }, field.hint ?? "");
  const wrong = h("p", { class: "field-error", id: `${id}-wrong`, hidden: true });
  const described = [field.hint ? hint.id : "", wrong.id].filter(Boolean).join(" ");
  control.input.setAttribute("aria-describedby", described);
  const root = h(
    "div",
    { class: "builder-field", "data-type": field.type, "data-path": field.path },
    h(
      "span",
      { class: "field-head" },
      label,
      explains && termMark(field.label),
      field.hint ? hint : null,
    ),
    control.root,
    wrong,
  );

  return {
    field,
    root,
    /**
     * @param {Record<string, any>} document
     * @param {string[]} problems
     */
    show(document, problems) {
      control.show(shownValue(document, field));
      wrong.hidden = problems.length === 0;
      wrong.textContent = problems.join(" · ");
      if (problems.length > 0) control.input.setAttribute("aria-invalid", "true");
      else control.input.removeAttribute("aria-invalid");
    },
    focus() {
      const first = control.isGroup
        ? control.root.querySelector("button, input, summary")
        : control.input;
      focusOn(first);
    },
  };
}

/** @typedef {ReturnType<typeof createField>} FieldView */
