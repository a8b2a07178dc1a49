// @ts-check
import { copyFrom } from "../core/clipboard.js";

const SAID_MS = 2500;

/**
 * Shows the buttons that copy a link, and makes them work.
 *
 * @param {HTMLElement} root
 */
export function offerCopies(root) {
  for (const button of root.querySelectorAll("button[data-copy]")) {
    const field = document.getElementById(button.getAttribute("data-copy") ?? "");
    if (!(button instanceof HTMLButtonElement && field instanceof HTMLInputElement)) continue;
    button.hidden = false;
    button.addEventListener("click", () => copy(button, field));
    field.addEventListener("focus", () => field.select());
  }
}

/**
 * @param {HTMLButtonElement} button
 * @param {HTMLInputElement} field
 */
async function copy(button, field) {
  if (!(await copyFrom(field)) || button.dataset.said) return;
  const words = [...button.childNodes];
  button.dataset.said = "true";
  button.replaceChildren("Copied");
  setTimeout(() => {
    button.replaceChildren(...words);
    delete button.dataset.said;
  }, SAID_MS);
}
