// @ts-check
import { h } from "../core/dom.js";

/** @import { Extra } from "../core/types" */

/**
 * Buttons that fight a battle once more: plain forms, so that they lead to another page.
 *
 * @param {Extra} extra
 */
export function createAgain({ url, csrf_token }) {
  const form = (/** @type {string} */ label, /** @type {string} */ hint, swap = false) =>
    h(
      "form",
      { method: "post", action: url },
      h("input", { type: "hidden", name: "csrf_token", value: csrf_token }),
      swap && h("input", { type: "hidden", name: "swap", value: "on" }),
      h("button", { class: "button button-quiet", title: hint }, label),
    );
  return h(
    "section",
    { class: "again", "aria-label": "Once more" },
    form("Again with another seed", "The same armies with new dice, on air in three seconds"),
    form(
      "Swap sides",
      "Each army on the other's side, with new dice, on air in three seconds",
      true,
    ),
  );
}
