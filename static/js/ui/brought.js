// @ts-check
import { h } from "../core/dom.js";

/** @import { Catalog } from "../core/types" */

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
