// @ts-check
import { h } from "../../lib/dom.js";
import { t } from "../../lib/text.js";
import { tool } from "../pieces.js";
import { createPicker } from "./multi-choice.js";

/** @import { Field, Option } from "../types" */
/** @import { Control } from "./index" */

/** Up to this many options all have a row; beyond it, only those with a count. */
const SHOWN_MOST = 10;

/**
 * A stepper for each option, such as purchases or abilities bought with points.
 *
 * @param {Field} field
 * @param {string} id
 * @param {(value: Record<string, number>) => void} change
 * @param {Option[]} options
 * @param {string} iconsUrl
 * @returns {Control}
 */
export function createCounts(field, id, change, options, iconsUrl) {
  const all = options.length <= SHOWN_MOST;
  /** @type {Record<string, any>} */
  let held = {};
  const rows = new Map(options.map((option) => [option.id, rowOf(option)]));
  const list = h("div", { class: "counts" }, ...[...rows.values()].map(({ root }) => root));
  const picker = createPicker(options, id, {
    label: field.label,
    iconsUrl,
    pick(option) {
      set(option, 1);
      rows.get(option)?.input.focus();
    },
    note: () => "",
    offers: (option) => !(option.id in held),
  });
  const none = h("p", { class: "hint" }, t("Nothing to choose here."));

  /** @param {Option} option */
  function rowOf(option) {
    const most = option.most ?? field.most ?? 99;
    const name = h("span", { class: "option-name", id: `${id}-${option.id}` }, option.name);
    const input = h("input", {
      type: "text",
      class: "number-input",
      inputmode: "numeric",
      autocomplete: "off",
      "aria-labelledby": name.id,
      oninput: () => /^\d{0,4}$/.test(input.value) && set(option.id, Number(input.value)),
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
        if (by === undefined || event.altKey) return;
        event.preventDefault();
        step(by);
      },
    });
    const less = tool("minus", t("Less {name}", { name: option.name }), {
      tabindex: "-1",
      onclick: () => step(-1),
    });
    const more = tool("plus", t("More {name}", { name: option.name }), {
      tabindex: "-1",
      onclick: () => step(1),
    });

    /** @param {number} by */
    function step(by) {
      const next = Math.min(Math.max(Number(held[option.id] ?? 0) + by, 0), most);
      if (next !== Number(held[option.id] ?? 0)) set(option.id, next);
    }

    const root = h(
      "div",
      { class: "count", "data-option": option.id },
      h("span", { class: "stepper" }, less, input, more),
      name,
      option.cost === null || option.cost === undefined
        ? null
        : h("span", { class: "cost" }, h("b", {}, String(option.cost))),
      option.text ? h("span", { class: "option-text" }, option.text) : null,
    );
    return {
      root,
      input,
      draw() {
        const times = held[option.id];
        const counted = Number(times ?? 0);
        const text = String(times ?? 0);
        if (input.value !== text && !(input.value === "" && input === document.activeElement)) {
          input.value = text;
        }
        root.classList.toggle("counted", counted > 0);
        root.hidden = !all && times === undefined;
        less.setAttribute("aria-disabled", String(counted <= 0));
        more.setAttribute("aria-disabled", String(counted >= most));
      },
    };
  }

  /**
   * @param {string} option
   * @param {number} times
   */
  function set(option, times) {
    const { [option]: _, ...others } = held;
    change(times > 0 ? { ...held, [option]: times } : others);
  }

  return {
    root: h("div", {}, list, all ? null : picker.root, options.length === 0 && none),
    input: list,
    isGroup: true,
    show(value) {
      held = value !== null && typeof value === "object" ? value : {};
      for (const row of rows.values()) row.draw();
      picker.draw();
    },
  };
}
