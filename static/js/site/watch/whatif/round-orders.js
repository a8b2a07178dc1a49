// @ts-check
import { h } from "../../../lib/dom.js";
import { t } from "../../../lib/text.js";

/** @import { SideId } from "../../../player/types" */
/** @import { Player } from "../../../player/player" */
/** @import { Branch } from "./dialog" */

/** @typedef {{ unit: string, name: string, order: string, may: { id: string, name: string }[] }} AskedUnit */
/** @typedef {{ at: number, side: SideId, round: number, bot: boolean, units: AskedUnit[] }} Asked */

/**
 * What both sides ordered in the round that the stage shows, each order with others to choose.
 *
 * @param {Player} player
 * @param {Branch} branch
 */
export function createOrders({ store, view }, branch) {
  const list = h("div", { class: "whatif-orders" });
  const root = h("section", { hidden: true }, h("h4", {}, t("Other orders in this round")), list);

  /** @param {Asked} asked */
  function group({ at, side, round, bot, units }) {
    const name = view.sideName(store.states[store.states.length - 1], side);
    const legend = h("legend", {}, `${name} · ${view.roundWord} ${round}`);
    const fields = units.map(({ order, may }) =>
      h(
        "select",
        { onchange: allow },
        ...may.map(({ id, name: word }) =>
          h("option", { value: id, selected: id === order }, word),
        ),
      ),
    );
    const watch = h(
      "button",
      { type: "button", class: "button", "data-whatif": `orders-${side}`, onclick: send },
      t("Watch this version"),
    );
    watch.disabled = true;

    function allow() {
      watch.disabled = fields.every(({ value }, k) => value === units[k].order);
    }

    function send() {
      const orders = Object.fromEntries(units.map(({ unit }, k) => [unit, fields[k].value]));
      branch(at, { side, orders });
    }

    return h(
      "fieldset",
      { class: `of-${side}` },
      legend,
      h(
        "p",
        { class: "hint" },
        bot
          ? t("In later rounds a bot decides for itself again, by what it sees then.")
          : t("Later orders stay as they were; after the last of them no unit acts."),
      ),
      ...units.map((unit, k) => h("label", {}, h("span", {}, unit.name), fields[k])),
      watch,
    );
  }

  return {
    root,
    /** @param {Asked[]} asked */
    fill(asked) {
      root.hidden = asked.length === 0;
      list.replaceChildren(...asked.map(group));
    },
  };
}
