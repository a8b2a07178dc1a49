// @ts-check
import { h } from "../../../lib/dom.js";
import { t } from "../../../lib/text.js";

/** @import { Branch, Roll } from "./dialog" */

/** A die with more sides, such as a bot's, has no results that anybody would choose. */
const SIDES_MOST = 100;

/**
 * The dice that were rolled for what the stage shows, each with another result to choose.
 *
 * @param {Branch} branch
 */
export function createDice(branch) {
  const root = h("div", { class: "whatif-dice" });

  /** @param {Roll[]} rolls of one event */
  function group(rolls) {
    const fields = rolls.map(({ sides, result }) =>
      h(
        "select",
        {},
        ...Array.from({ length: sides }, (_, k) =>
          h("option", { value: k, selected: k === result }, String(k + 1)),
        ),
      ),
    );
    const watch = h(
      "button",
      { type: "button", class: "button", "data-whatif": "rolls", disabled: true, onclick: send },
      t("Watch it so"),
    );

    function send() {
      const results = fields.map(({ value }, k) =>
        Number(value) === rolls[k].result ? null : Number(value),
      );
      // What comes after the last change may not be rolled at all then.
      while (results.at(-1) === null) results.pop();
      branch(rolls[0].at, { rolls: results });
    }

    for (const field of fields) {
      field.addEventListener("change", () => {
        watch.disabled = fields.every(({ value }, k) => Number(value) === rolls[k].result);
      });
    }
    return h(
      "div",
      { class: "whatif-blow" },
      ...rolls.map(({ name }, k) => h("label", {}, `${name} `, fields[k])),
      watch,
    );
  }

  return {
    root,
    /** @param {Roll[]} rolls of the beat that is on the stage */
    show(rolls) {
      /** @type {Map<number, Roll[]>} */
      const events = new Map();
      for (const roll of rolls) {
        if (roll.sides > SIDES_MOST) continue;
        events.set(roll.at, [...(events.get(roll.at) ?? []), roll]);
      }
      root.replaceChildren(
        h("h3", {}, t("This die instead")),
        ...[...events.values()].map(group),
        ...(events.size > 0
          ? []
          : [h("p", { class: "hint" }, t("No die lies on the stage: go to a moment with one."))]),
      );
    },
  };
}
