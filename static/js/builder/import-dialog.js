// @ts-check
import { ask } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/text.js";
import { openPanel } from "./dialog.js";

/** @import { Army, Problem } from "./types" */
/** @import { Session } from "./session" */

/**
 * Open a dialog that reads an army from text or JSON. If nothing can be read, the lines are listed; a click selects
 * one. `unread` are lines that were left out.
 *
 * @param {Session} session
 * @param {string} title
 * @param {string} action label of the button
 * @param {(army: Army, notes: Problem[], unread: Problem[]) => void} done
 */
export function openReader({ data }, title, action, done) {
  const text = h("textarea", {
    id: "reader-text",
    rows: 12,
    spellcheck: "false",
    "aria-describedby": "reader-wrong",
    placeholder: t("One unit per line, or JSON: an army, or a whole battle file"),
  });
  const wrong = h("div", { class: "form-errors", id: "reader-wrong", role: "alert", hidden: true });
  const file = h("input", {
    type: "file",
    id: "reader-file",
    accept: ".txt,.json",
    onchange: load,
  });
  const form = h(
    "form",
    { onsubmit: submit },
    h("label", { class: "label", for: "reader-text" }, t("Text or JSON")),
    text,
    h(
      "details",
      { class: "reader-example" },
      h("summary", {}, t("For example")),
      h("pre", {}, data.example),
      h(
        "p",
        { class: "hint" },
        t(
          "One unit per line. Write 3x before it for three of them, and what it carries after @ or in brackets.",
        ),
      ),
    ),
    h("label", { class: "label", for: "reader-file" }, t("or a file")),
    file,
    wrong,
    h("div", { class: "dialog-acts" }, h("button", { class: "button" }, action)),
  );
  const dialog = openPanel(title, [form], { wide: true });
  text.focus();

  async function load() {
    const [chosen] = file.files ?? [];
    if (chosen) text.value = await chosen.text();
  }

  /** @param {SubmitEvent} event */
  async function submit(event) {
    event.preventDefault();
    if (!text.value.trim()) return explain(new Error(t("Paste an army first.")));
    try {
      const body = { text: text.value, partial: true };
      const { army, notes, unread } = await ask("POST", data.links.text, body);
      dialog.close();
      done(army, notes, unread);
    } catch (error) {
      explain(/** @type {any} */ (error));
    }
  }

  /** @param {Error & { problems?: Problem[] }} error */
  function explain({ message, problems = [] }) {
    const items = problems.map(({ path, message: why }) => {
      const line = /^\p{L}+ (\d+)$/u.exec(path);
      const where = line
        ? h(
            "button",
            { type: "button", class: "linkish", onclick: () => goTo(Number(line[1])) },
            path,
          )
        : h("code", {}, path);
      return h("li", {}, path ? where : null, path ? ": " : "", why);
    });
    wrong.hidden = false;
    wrong.replaceChildren(
      h("p", {}, problems.length > 0 ? t("The army could not be read.") : message),
      h("ul", {}, ...items),
    );
    text.setAttribute("aria-invalid", "true");
  }

  /** @param {number} line from 1 */
  function goTo(line) {
    const lines = text.value.split("\n");
    const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    text.focus();
    text.setSelectionRange(start, start + (lines[line - 1] ?? "").length);
  }
}

/** @param {Problem[]} problems */
export const inLines = (problems) =>
  problems.map(({ path, message }) => (path ? `${path}: ${message}` : message));

/**
 * Return a sentence about the lines that were left out, or none.
 *
 * @param {Problem[]} unread
 */
export const leftOut = (unread) =>
  unread.length > 0 ? [t("Not read: {lines}", { lines: inLines(unread).join(" · ") })] : [];
