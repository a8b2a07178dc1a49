// @ts-check
import { openDialog } from "../../lib/dialog.js";
import { h } from "../../lib/dom.js";
import { remember } from "../../lib/storage.js";
import { t } from "../../lib/text.js";
import { areOff, OFF } from "./keyboard.js";

/** @import { Context } from "../context" */

/** Keys, and what they do in the help. */
const KEYS = [
  [t("space"), t("play or pause")],
  ["← →", t("the previous or next step")],
  [", .", t("one event back or forward")],
  ["↑ ↓", t("the previous or next round")],
  ["[ ]", t("the previous or next defeat")],
  [t("Home End"), t("start; end or live")],
  ["− +", t("slower or faster")],
  ["d", t("Director's speed on or off")],
  ["h", t("highlights on or off")],
  ["r", t("round number, then Enter")],
  ["f", t("full screen")],
  ["m", t("sound on or off")],
  ["?", t("this help")],
  [t("Escape"), t("closes a card or highlights")],
  [t("Tab, arrows"), t("walk through the units; Enter pins a card")],
];

/**
 * The help: a dialog that lists the keys.
 *
 * @param {Context} context
 * @param {string[][]} more keys of the page around the player, which come first
 * @param {boolean} areOn whether keys of a single character do anything
 * @param {(on: boolean) => void} switchKeys
 */
function createHelp({ id }, more, areOn, switchKeys) {
  const rows = [...more, ...KEYS].map(([key, what]) => [
    h("dt", {}, h("kbd", {}, key)),
    h("dd", {}, what),
  ]);
  const single = h("input", {
    type: "checkbox",
    checked: areOn,
    onchange: () => switchKeys(single.checked),
  });
  const title = id("help-title");
  return h(
    "dialog",
    { class: "help", "aria-labelledby": title },
    h("h2", { id: title }, t("Keys")),
    h("dl", {}, ...rows.flat()),
    h("label", { class: "keys-off" }, single, " ", t("Single-character shortcuts")),
    h("form", { method: "dialog" }, h("button", { class: "button" }, t("Close"))),
  );
}

/**
 * Return a function that opens the help.
 *
 * @param {Context} context
 * @param {string[][]} [keys] of the page around the player, and what they do
 */
export function createHelpOpener(context, keys = []) {
  /** @type {HTMLDialogElement | undefined} */
  let dialog;
  return () => {
    dialog ??= createHelp(context, keys, !areOff(), (on) => remember(OFF, on ? null : "off"));
    context.root.append(dialog);
    openDialog(dialog);
  };
}
