// @ts-check
import { canShare, copyText, share } from "./sharing.js";
import { t } from "./text.js";

const SAID_MS = 2500;

/**
 * Show and enable the share buttons: `data-copy` copies the element with this id, `data-share` opens the
 * system's share sheet with its link, on phones.
 *
 * @param {ParentNode} root
 */
export function enableShareButtons(root) {
  for (const button of root.querySelectorAll("button[data-copy]")) {
    const held = document.getElementById(button.getAttribute("data-copy") ?? "");
    if (!(button instanceof HTMLButtonElement && held)) continue;
    button.hidden = false;
    button.addEventListener("click", () => copy(button, held));
    if (held instanceof HTMLInputElement) held.addEventListener("focus", () => held.select());
  }
  if (!canShare()) return;
  for (const button of root.querySelectorAll("button[data-share]")) {
    const held = document.getElementById(button.getAttribute("data-share") ?? "");
    if (!(button instanceof HTMLButtonElement)) continue;
    button.hidden = false;
    const url = held instanceof HTMLInputElement ? held.value : location.href;
    button.addEventListener("click", () => share(document.title, url));
  }
}

/**
 * @param {HTMLButtonElement} button
 * @param {HTMLElement} held
 */
async function copy(button, held) {
  if (!(await copyContent(held)) || button.dataset.said) return;
  const words = [...button.childNodes];
  button.dataset.said = "true";
  button.replaceChildren(t("Copied"));
  setTimeout(() => {
    button.replaceChildren(...words);
    delete button.dataset.said;
  }, SAID_MS);
}

/** @param {HTMLElement} held */
const copyContent = (held) =>
  held instanceof HTMLInputElement ? copyText(held.value, held) : copyText(held.textContent ?? "");
