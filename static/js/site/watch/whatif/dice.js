// @ts-check
import { h } from "../../../lib/dom.js";
import { t } from "../../../lib/text.js";

/** @import { Branch, Roll } from "./dialog" */
/** @import { Pictures } from "./parts" */

/** A die with more sides, such as a bot's, has no results worth choosing. */
const SIDES_MOST = 100;

/** @param {Roll} roll */
export const isChoosable = ({ sides }) => sides <= SIDES_MOST;

/**
 * Return the last choosable roll before a moment and the first one after it.
 *
 * @param {Roll[]} rolls in their order
 * @param {number} first event of the moment
 * @param {number} end of its events
 */
export function neighbours(rolls, first, end) {
  const choosable = rolls.filter(isChoosable);
  return {
    earlier: choosable.filter(({ at }) => at < first).at(-1),
    later: choosable.find(({ at }) => at >= end),
  };
}

/**
 * The dice that were rolled for what the stage shows, each with another result to choose.
 *
 * @param {Branch} branch
 * @param {Pictures} pictures
 * @param {(seq: number) => (Node | string)[]} sentence of an event
 */
export function createDice(branch, pictures, sentence) {
  const root = h("div", { class: "whatif-dice" });

  /** @param {Roll[]} rolls of one event @param {boolean} isTold whether to say which event */
  function group(rolls, isTold) {
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
      t("Watch this version"),
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
      isTold && h("p", { class: "hint" }, ...sentence(rolls[0].at)),
      ...rolls.map(({ who, name }, k) =>
        h("label", {}, pictures.roller(who), ` ${name} `, fields[k]),
      ),
      watch,
    );
  }

  return {
    root,
    /** @param {Roll[]} rolls of the beat on the stage, or of the last roll before it @param {boolean} isHere */
    show(rolls, isHere) {
      /** @type {Map<number, Roll[]>} */
      const events = new Map();
      for (const roll of rolls.filter(isChoosable)) {
        events.set(roll.at, [...(events.get(roll.at) ?? []), roll]);
      }
      root.replaceChildren(
        ...[...events.values()].map((one) => group(one, events.size > 1 || !isHere)),
        ...(events.size > 0 ? [] : [h("p", { class: "hint" }, t("No dice have been rolled yet."))]),
      );
    },
  };
}
