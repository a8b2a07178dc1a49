// @ts-check
import { h } from "../../../lib/dom.js";
import { t } from "../../../lib/text.js";

/**
 * Asks whoever locks without having given any order.
 *
 * @param {() => void} lock
 */
export function createLocking(lock) {
  const dialog = h(
    "dialog",
    { class: "help resign-dialog", "aria-labelledby": "locking-title" },
    h("h2", { id: "locking-title" }, t("Lock without any action?")),
    h("p", {}, t("You have given no orders: all five units would do nothing this round.")),
    h(
      "form",
      { method: "dialog" },
      h("button", { class: "button button-quiet", value: "no", autofocus: true }, t("Give orders")),
      " ",
      h("button", { class: "button", value: "yes", onclick: () => lock() }, t("Lock anyway")),
    ),
  );
  return {
    dialog,
    ask() {
      dialog.showModal();
    },
  };
}
