// @ts-check
import { h } from "../../lib/dom.js";
import { t } from "../../lib/text.js";

/** @import { Extra } from "../../player/types" */
/** @import { ExtraContext } from "./extras.js" */

const REASON = "again-reason";

/**
 * A button that fights a battle once more: a plain form, so that it leads to another page.
 *
 * @param {Extra} extra
 * @param {string} label
 * @param {boolean} [swap] whether each army has the other's side
 */
export const rematchForm = ({ url, csrf_token }, label, swap = false) =>
  h(
    "form",
    { method: "post", action: url },
    h("input", { type: "hidden", name: "csrf_token", value: csrf_token }),
    swap && h("input", { type: "hidden", name: "swap", value: "on" }),
    h(
      "button",
      {
        class: "button button-quiet",
        title: swap
          ? t("Each army on the other's side, with new dice, on air in three seconds")
          : t("The same armies with new dice, on air in three seconds"),
      },
      label,
    ),
  );

/**
 * Buttons that fight a battle once more. Before the
 * battle has begun its armies are secret, so until then they are disabled and say why.
 *
 * @param {Extra} extra
 * @param {ExtraContext} context
 */
export function createRematch(extra, { store, timeline }) {
  const root = h(
    "section",
    { class: "extra-card again", "aria-label": t("Once more") },
    rematchForm(extra, t("Again with new dice")),
    rematchForm(extra, t("Swap sides"), true),
  );
  if (extra.begun) return root;

  const reason = h(
    "p",
    { id: REASON, class: "hint" },
    t("A rematch is possible as soon as this battle has begun."),
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
