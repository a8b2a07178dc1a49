// @ts-check
import { h, icon } from "../../../lib/dom.js";
import { term } from "../../../lib/terms.js";
import { t } from "../../../lib/text.js";
import { describeOutlook } from "./outlook.js";

/** @import { Catalog } from "../../../player/types" */
/** @import { Letter, Order, Own, Previews, Stat } from "./types" */

/** @typedef {{ text: string, changes: string, why: string }} Deed */

/** @type {Order[]} */
export const ORDERS = ["attack", "defend", "recover", "none"];
/** @type {Stat[]} */
const STATS = ["atk", "def", "hp"];
const EXH_MOST = 3;

/** Translations of refusals: the server sends them in English, to both players together. */
/** @type {Record<string, string>} */
const WHY = {
  "has no ATK": t("has no ATK"),
  "has no DEF": t("has no DEF"),
  "has no HP": t("has no HP"),
  "has nothing to recover": t("is not tired"),
  [`is exhausted (EXH ${EXH_MOST})`]: t("is exhausted (EXH {most})", { most: EXH_MOST }),
};

/** Translate the reason of a refusal. @param {string} reason */
export const whyNot = (reason) => WHY[reason] ?? reason;

/**
 * One unit of the orders panel: its values, and a button for each order. Buttons of impossible orders are disabled
 * and show the reason.
 *
 * @param {Letter} letter
 * @param {Catalog} catalog
 * @param {string} iconsUrl
 * @param {(order: Order) => void} onOrder
 * @param {(row: string) => string} rowName name of a table row
 */
export function createUnit(letter, { entries }, iconsUrl, onOrder, rowName) {
  const values = Object.fromEntries(STATS.map((stat) => [stat, h("b", {})]));
  const pips = [...Array(EXH_MOST)].map(() => h("i", {}));
  const exh = h("span", { class: "exh-pips", role: "img" }, ...pips);
  const deed = h("b", {});
  const changes = h("span", {});
  const why = h("small", {});
  const lately = h(
    "div",
    { class: "lately", hidden: true },
    h(
      "p",
      {},
      h("span", { class: "visually-hidden" }, t("Last round:"), " "),
      ...[deed, " ", changes, " "],
    ),
    h("details", {}, h("summary", {}, t("Why")), why),
  );
  const preview = h("p", { class: "preview", id: `preview-${letter}`, "aria-live": "polite" });
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
      h("span", { class: "letter", "aria-hidden": "true" }, letter),
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
      term(t(entries.exh.name), exh),
    ),
    lately,
    h("div", { class: "order-row" }, ...ORDERS.map((order) => buttons[order].button)),
    preview,
  );
  return {
    root,
    /**
     * @param {Own} own
     * @param {Order} chosen
     * @param {boolean} isOpen whether orders can be changed
     * @param {Previews | null} previews possible encounters, if they are known and still to come
     */
    show(own, chosen, isOpen, previews) {
      const unit = own.units[letter];
      for (const stat of STATS) values[stat].textContent = String(unit[stat]);
      pips.forEach((pip, k) => {
        pip.classList.toggle("on", k < unit.exh);
      });
      exh.title = t("EXH {exh} of {most}", { exh: unit.exh, most: EXH_MOST });
      exh.setAttribute("aria-label", exh.title);
      const outlooks = previews?.[letter][chosen] ?? [];
      const forecast = describeOutlook(outlooks, rowName);
      preview.hidden = forecast === "";
      if (preview.textContent !== forecast) preview.textContent = forecast;
      root.classList.toggle("spent", unit.exh >= EXH_MOST);
      for (const order of ORDERS) {
        const reason = own.refusals[letter]?.[order] ?? null;
        const { button, refusal } = buttons[order];
        button.setAttribute("aria-pressed", String(chosen === order));
        if (chosen === order && forecast) button.setAttribute("aria-describedby", preview.id);
        else button.removeAttribute("aria-describedby");
        button.setAttribute("aria-disabled", String(reason !== null || !isOpen));
        button.classList.toggle("refused", reason !== null);
        refusal.textContent = reason === null ? "" : whyNot(reason);
      }
    },
    /** Show what the unit did in the last round, the result and the reason. @param {Deed | null} last */
    recall(last) {
      lately.hidden = !last;
      deed.textContent = last?.text ?? "";
      changes.textContent = last?.changes ?? "";
      why.textContent = last?.why ?? "";
    },
  };
}
