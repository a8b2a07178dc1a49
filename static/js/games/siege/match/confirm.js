// @ts-check
import { openDialog } from "../../../lib/dialog.js";
import { h } from "../../../lib/dom.js";
import { t } from "../../../lib/text.js";

/** @import { MatchStatus } from "./types" */

/**
 * A button to resign, with a confirmation dialog.
 *
 * @param {() => void} resign
 */
export function createResignConfirmation(resign) {
  const dialog = h(
    "dialog",
    { class: "help resign-dialog", "aria-labelledby": "resign-title" },
    h("h2", { id: "resign-title" }, t("Resign?")),
    h("p", {}, t("The other side wins, and everyone sees both armies.")),
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
        openDialog(dialog, { asks: true });
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

const RISKS = {
  idle: [
    t("Lock without any action?"),
    t("You have given no orders: all five units would do nothing this round."),
  ],
  open: [
    t("No unit defends your castle"),
    t("One attacker without an opponent takes it, and you lose."),
  ],
};

/**
 * A confirmation for locking orders that may lose the match by an omission.
 *
 * @param {() => void} lock
 */
export function createLockConfirmation(lock) {
  const title = h("h2", { id: "locking-title" });
  const text = h("p", {});
  const dialog = h(
    "dialog",
    { class: "help resign-dialog", "aria-labelledby": "locking-title" },
    title,
    text,
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
    /** @param {keyof typeof RISKS} risk */
    ask(risk) {
      [title.textContent, text.textContent] = RISKS[risk];
      openDialog(dialog, { asks: true });
    },
  };
}
