// @ts-check
import { t } from "./text.js";

/** @type {Map<string, string> | undefined} */
let known;

/**
 * Return the id of the explanation of a word on this page, if the server has included one.
 *
 * @param {string} word in the language of the page
 */
export function explanationOf(word) {
  known ??= new Map(
    /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".term-told")]).flatMap((card) =>
      (card.dataset.words ?? "")
        .split("|")
        .map((one) => /** @type {[string, string]} */ ([one, card.id])),
    ),
  );
  return known.get(word.trim().toLowerCase());
}

/**
 * A word as a button for its explanation, or the word alone if it has none.
 *
 * @param {string} word
 * @param {Node | string} [content] displayed for it
 */
export function term(word, content = word) {
  const id = explanationOf(word);
  return id ? button(id, "term", content) : content;
}

/**
 * Split a text so that abbreviations with an explanation become buttons: `AE + DE`.
 *
 * @param {string} text
 */
export const termsWithin = (text) =>
  text.split(/\b([A-Z]{2,})\b/).map((part, k) => (k % 2 ? term(part) : part));

/**
 * A question mark that explains a control's label; null if the label has no explanation.
 *
 * @param {string} label
 */
export function termMark(label) {
  const id = explanationOf(label);
  if (!id) return null;
  const mark = button(id, "term term-mark", "?");
  mark.setAttribute("aria-label", t("What does {word} mean?", { word: label }));
  return mark;
}

/**
 * Make only the first occurrence of each term in `place` a tab stop.
 *
 * @param {ParentNode} place
 */
export function oneStopEach(place) {
  const seen = new Set();
  for (const one of place.querySelectorAll(".term")) {
    const id = one.getAttribute("popovertarget");
    one.setAttribute("tabindex", seen.has(id) ? "-1" : "0");
    seen.add(id);
  }
}

/**
 * @param {string} id
 * @param {string} kind
 * @param {Node | string} content
 */
function button(id, kind, content) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = kind;
  made.setAttribute("popovertarget", id);
  made.setAttribute("aria-describedby", id);
  made.append(content);
  return made;
}
