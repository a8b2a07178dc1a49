// @ts-check
import { h, icon } from "../../../core/dom.js";

/** @import { Catalog } from "../../../core/types" */
/** @import { Letter, Order, Own, Stat } from "./types" */

/** @typedef {{ text: string, why: string }} Deed */

/** @type {Order[]} */
export const ORDERS = ["attack", "defend", "recover", "none"];
/** @type {Stat[]} */
const STATS = ["atk", "def", "hp"];
const EXH_MOST = 3;

/**
 * One unit of the orders panel: what it has, and a button for each order. An order that it may not
 * carry out stays, says why, and cannot be chosen.
 *
 * @param {Letter} letter
 * @param {Catalog} catalog
 * @param {string} iconsUrl
 * @param {(order: Order) => void} onOrder
 */
export function createUnit(letter, { entries }, iconsUrl, onOrder) {
  const values = Object.fromEntries(STATS.map((stat) => [stat, h("b", {})]));
  const pips = [...Array(EXH_MOST)].map(() => h("i", {}));
  const exh = h("span", { class: "exh-pips", role: "img" }, ...pips);
  const deed = h("summary", {});
  const why = h("p", {});
  const lately = h("details", { class: "lately", hidden: true }, deed, why);
  const buttons = Object.fromEntries(
    ORDERS.map((order, k) => {
      const refusal = h("small", {});
      const button = h(
        "button",
        {
          type: "button",
          class: "order",
          "data-order": order,
          title: `${entries[order].text} (${k + 1})`,
          onclick: () => button.getAttribute("aria-disabled") !== "true" && onOrder(order),
        },
        icon(iconsUrl, entries[order].icon ?? "shield"),
        h("span", {}, entries[order].name),
        refusal,
      );
      return [order, { button, refusal }];
    }),
  );
  const root = h(
    "div",
    {
      class: "order-unit",
      role: "group",
      tabindex: "-1",
      "data-letter": letter,
      "aria-label": `Unit ${letter}`,
    },
    h(
      "div",
      { class: "order-head" },
      h("span", { class: "letter" }, letter),
      ...STATS.map((stat) =>
        h(
          "span",
          { class: `chip ${stat}`, title: entries[stat].text },
          icon(iconsUrl, entries[stat].icon ?? "shield"),
          h("span", { class: "visually-hidden" }, `${entries[stat].name} `),
          values[stat],
        ),
      ),
      lately,
      exh,
    ),
    h("div", { class: "order-row" }, ...ORDERS.map((order) => buttons[order].button)),
  );
  return {
    root,
    /**
     * @param {Own} own
     * @param {Order} chosen
     * @param {boolean} isOpen whether orders can be changed
     */
    show(own, chosen, isOpen) {
      const unit = own.units[letter];
      for (const stat of STATS) values[stat].textContent = String(unit[stat]);
      pips.forEach((pip, k) => {
        pip.classList.toggle("on", k < unit.exh);
      });
      exh.setAttribute("aria-label", `EXH ${unit.exh} of ${EXH_MOST}`);
      exh.title = `EXH ${unit.exh} of ${EXH_MOST}`;
      root.classList.toggle("spent", unit.exh >= EXH_MOST);
      for (const order of ORDERS) {
        const reason = own.refusals[letter]?.[order] ?? null;
        const { button, refusal } = buttons[order];
        button.setAttribute("aria-pressed", String(chosen === order));
        button.setAttribute("aria-disabled", String(reason !== null || !isOpen));
        button.classList.toggle("refused", reason !== null);
        refusal.textContent = reason ?? "";
      }
    },
    /** Says what the unit did in the last round, and opens up why. @param {Deed | null} last */
    recall(last) {
      lately.hidden = !last;
      lately.open = false;
      deed.textContent = last?.text ?? "";
      why.textContent = last?.why ?? "";
    },
  };
}
