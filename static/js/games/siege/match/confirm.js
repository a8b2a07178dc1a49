// @ts-check
import { h } from "../../../lib/dom.js";
import { t } from "../../../lib/text.js";

/** @import { MatchStatus } from "./types" */

/**
 * A button that gives up, after asking whether one is sure.
 *
 * @param {() => void} resign
 */
export function createResigning(resign) {
  const dialog = h(
    "dialog",
    { class: "help resign-dialog", "aria-labelledby": "resign-title" },
    h("h2", { id: "resign-title" }, t("Resign?")),
    h("p", {}, t("The other side has won then, and both armies are shown to all.")),
    h(
      "form",
      { method: "dialog" },
      h("button", { class: "button button-quiet", value: "no", autofocus: true }, t("Play on")),
      " ",
      h("button", { class: "button", value: "yes", onclick: () => resign() }, t("Resign")),
    ),
  );
  const button = h(
    "button",
    {
      type: "button",
      class: "button button-quiet",
      onclick() {
        dialog.showModal();
      },
    },
    t("Resign"),
  );
  return {
    button,
    dialog,
    /** @param {MatchStatus} status */
    show(status) {
      button.hidden = status.state === "over" || !status.you;
      if (button.hidden && dialog.open) dialog.close();
    },
  };
}
