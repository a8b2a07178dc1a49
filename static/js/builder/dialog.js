// @ts-check
import { openDialog } from "../lib/dialog.js";
import { h } from "../lib/dom.js";
import { copyText } from "../lib/sharing.js";
import { t } from "../lib/text.js";
import { tool } from "./pieces.js";

/** @import { Child } from "../lib/dom" */

/**
 * Open a modal dialog with a heading and a close button. Closing removes it from the page.
 *
 * @param {string} title
 * @param {Child[]} content
 * @param {{ wide?: boolean }} [how]
 */
export function openPanel(title, content, { wide = false } = {}) {
  const id = `dialog-${title.toLowerCase().replaceAll(/\W+/g, "-")}`;
  const dialog = h(
    "dialog",
    { class: wide ? "builder-dialog wide" : "builder-dialog", "aria-labelledby": id },
    h(
      "header",
      {},
      h("h2", { id }, title),
      tool("cross", t("Close"), { class: "tool quiet close", onclick: () => dialog.close() }),
    ),
    ...content,
  );
  dialog.addEventListener("close", () => dialog.remove());
  (document.querySelector(".builder") ?? document.body).append(dialog);
  openDialog(dialog);
  return dialog;
}

/**
 * A button that copies a text and announces the result.
 *
 * @param {string} name
 * @param {() => string} text
 * @param {(said: string) => void} say
 */
export function copyButton(name, text, say) {
  const button = h("button", { type: "button", class: "button button-quiet", onclick: copy }, name);

  async function copy() {
    const done = (await copyText(text())) ? t("Copied") : t("Select the text and copy it by hand");
    button.textContent = done;
    say(done);
    setTimeout(() => {
      button.textContent = name;
    }, 2000);
  }

  return button;
}
