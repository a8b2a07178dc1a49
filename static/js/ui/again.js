// @ts-check
import { h } from "../core/dom.js";

/** @import { Extra } from "../core/types" */
/** @import { ExtraContext } from "./extras.js" */

const REASON = "again-reason";

/**
 * Buttons that fight a battle once more: plain forms, so that they lead to another page. Before the
 * battle has begun its armies are secret, so until then they are disabled and say why.
 *
 * @param {Extra} extra
 * @param {ExtraContext} context
 */
export function createAgain({ url, csrf_token, begun }, { store, timeline }) {
  const form = (/** @type {string} */ label, /** @type {string} */ hint, swap = false) =>
    h(
      "form",
      { method: "post", action: url },
      h("input", { type: "hidden", name: "csrf_token", value: csrf_token }),
      swap && h("input", { type: "hidden", name: "swap", value: "on" }),
      h("button", { class: "button button-quiet", title: hint }, label),
    );
  const root = h(
    "section",
    { class: "again", "aria-label": "Once more" },
    form("Again with another seed", "The same armies with new dice, on air in three seconds"),
    form(
      "Swap sides",
      "Each army on the other's side, with new dice, on air in three seconds",
      true,
    ),
  );
  if (begun) return root;

  const reason = h(
    "p",
    { id: REASON, class: "hint" },
    "They can meet again as soon as this battle has begun.",
  );
  const buttons = [...root.querySelectorAll("button")];
  for (const button of buttons) {
    button.disabled = true;
    button.setAttribute("aria-describedby", REASON);
  }
  root.append(reason);
  const forgets = [store.subscribe(update), timeline.subscribe(update)];

  function update() {
    const isOnAir = timeline.onAir && timeline.airPosition() >= 0;
    if (!isOnAir && timeline.position <= 0) return;
    for (const forget of forgets) forget();
    reason.remove();
    for (const button of buttons) {
      button.disabled = false;
      button.removeAttribute("aria-describedby");
    }
  }
  return root;
}
