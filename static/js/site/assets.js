// @ts-check
import { loadStyle } from "../lib/dom.js";

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
