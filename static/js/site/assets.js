// @ts-check
import { h } from "../lib/dom.js";

/** @import { Catalog } from "../player/types" */

/**
 * @param {string} url
 * @returns {Promise<Catalog>}
 */
export async function fetchCatalog(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return answer.json();
}

/**
 * Links a style sheet, and waits for it: nothing is drawn before.
 *
 * @param {string | null} url
 */
export const loadStyle = (url) =>
  url &&
  new Promise((resolve, reject) => {
    const link = h("link", { rel: "stylesheet", href: url, onload: resolve, onerror: reject });
    document.head.append(link);
  });

/** @type {Promise<unknown> | null} */
let dialogsStyle = null;

/** Load the style of the watch page's dialogs, once. */
export const loadDialogsStyle = () => {
  const href = document.querySelector('meta[name="dialogs-style"]')?.getAttribute("content");
  dialogsStyle ??= Promise.resolve(loadStyle(href ?? null)).catch((error) => {
    dialogsStyle = null;
    throw error;
  });
  return dialogsStyle;
};
