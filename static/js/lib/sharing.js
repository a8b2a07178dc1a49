// @ts-check
import { h } from "./dom.js";

/**
 * Copy a text. Return false if that is not allowed; the field that shows it is selected then.
 *
 * @param {string} text
 * @param {HTMLInputElement | HTMLTextAreaElement} [shown]
 */
export async function copyText(text, shown) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Without the permission, or on a page without TLS.
    const held = document.activeElement;
    const field = shown ?? h("textarea", { class: "visually-hidden", "aria-hidden": "true" }, text);
    if (!shown) (document.querySelector("dialog[open]") ?? document.body).append(field);
    field.select();
    const done = document.execCommand("copy");
    if (!shown) field.remove();
    if ((done || !shown) && held instanceof HTMLElement) held.focus();
    return done;
  }
}

/** Whether to offer the system's share sheet: on phones, where it lists a person's contacts. */
export const canShare = () => "share" in navigator && matchMedia("(pointer: coarse)").matches;

/**
 * Open the share sheet. Cancelling it is no error.
 *
 * @param {string} title
 * @param {string} url
 * @param {string} [text] goes before the link
 */
export function share(title, url, text) {
  navigator.share({ title, url, ...(text && { text }) }).catch(() => {});
}
