// @ts-check
import { h } from "../lib/dom.js";
import { t } from "../lib/text.js";
import { copyButton, openPanel } from "./dialog.js";
import { inside } from "./pieces.js";

/** @import { Target } from "./types" */

/**
 * Open a dialog with the public link and the edit link of a saved army, and ways on from it.
 *
 * @param {Target["links"]} links
 * @param {string} quickUrl of the form for a quick battle
 * @param {(text: string) => void} say
 */
export function showLinks(links, quickUrl, say) {
  if (!links) return;
  const page = new URL(links.page, location.href).href;
  const edit = new URL(links.edit, location.href).href;
  const linkOf = (
    /** @type {string} */ id,
    /** @type {string} */ label,
    /** @type {string} */ url,
    /** @type {string} */ text,
  ) =>
    h(
      "div",
      { class: "link-field" },
      h("label", { class: "label", for: id }, label),
      h(
        "div",
        { class: "opponent-row" },
        h("input", { type: "text", id, readonly: true, value: url, onfocus: select }),
        copyButton(t("Copy {what}", { what: inside(label) }), () => url, say),
      ),
      h("p", { class: "hint" }, text),
    );
  openPanel(t("Saved"), [
    linkOf("link-page", t("Link"), page, t("Anyone who has it sees the army and can fork it.")),
    linkOf(
      "link-edit",
      t("Edit link"),
      edit,
      t("Keep this link: anyone who has it can edit the army. It is the address of this page."),
    ),
    h(
      "p",
      { class: "link-acts" },
      h(
        "a",
        { class: "button", href: `${quickUrl}?army_a=${page.split("/").at(-1)}` },
        t("Fight with it"),
      ),
      h("a", { class: "button button-quiet", href: page }, t("See the army's page")),
    ),
  ]);
}

/** @param {FocusEvent} event */
function select({ currentTarget }) {
  /** @type {HTMLInputElement} */ (currentTarget).select();
}
