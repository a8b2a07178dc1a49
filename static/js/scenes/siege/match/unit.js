// @ts-check
import { h, icon } from "../../../core/dom.js";
import { term } from "../../../core/term.js";
import { t } from "../../../core/text.js";

/** @import { Catalog } from "../../../core/types" */
/** @import { Letter, Order, Own, Stat } from "./types" */

/** @typedef {{ text: string, why: string }} Deed */

/** @type {Order[]} */
export const ORDERS = ["attack", "defend", "recover", "none"];
/** @type {Stat[]} */
const STATS = ["atk", "def", "hp"];
const EXH_MOST = 3;

/** Why a unit may not carry out an order. The server says it to all of a side at once, in English. */
/** @type {Record<string, string>} */
const WHY = {
  "has no ATK": t("has no ATK"),
  "has no DEF": t("has no DEF"),
  "has no HP": t("has no HP"),
  "has nothing to recover": t("has nothing to recover"),
  [`is exhausted (EXH ${EXH_MOST})`]: t("is exhausted (EXH {most})", { most: EXH_MOST }),
};

/** Why an order is refused, in the reader's language. @param {string} reason */
export const whyNot = (reason) => WHY[reason] ?? reason;

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
          title: `${t(entries[order].text)} (${k + 1})`,
          onclick: () => button.getAttribute("aria-disabled") !== "true" && onOrder(order),
        },
        icon(iconsUrl, entries[order].icon ?? "shield"),
        h("span", {}, t(entries[order].name)),
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
      "aria-label": t("Unit {letter}", { letter }),
    },
    h(
      "div",
      { class: "order-head" },
      h("span", { class: "letter" }, letter),
      ...STATS.map((stat) =>
        term(
          t(entries[stat].name),
          h(
            "span",
            { class: `chip ${stat}` },
            icon(iconsUrl, entries[stat].icon ?? "shield"),
            h("span", { class: "visually-hidden" }, `${t(entries[stat].name)} `),
            values[stat],
          ),
        ),
      ),
      lately,
      term(t(entries.exh.name), exh),
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
      exh.title = t("EXH {exh} of {most}", { exh: unit.exh, most: EXH_MOST });
      exh.setAttribute("aria-label", exh.title);
      root.classList.toggle("spent", unit.exh >= EXH_MOST);
      for (const order of ORDERS) {
        const reason = own.refusals[letter]?.[order] ?? null;
        const { button, refusal } = buttons[order];
        button.setAttribute("aria-pressed", String(chosen === order));
        button.setAttribute("aria-disabled", String(reason !== null || !isOpen));
        button.classList.toggle("refused", reason !== null);
        refusal.textContent = reason === null ? "" : whyNot(reason);
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
