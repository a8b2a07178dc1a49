// @ts-check
import { h } from "../core/dom.js";
import { kit } from "../core/kit.js";

/** @import { PageData, RulesetView, SceneModule } from "../core/types" */

/**
 * Starts a page: reads what the server has put into it, loads the scene of its game, and no other,
 * and hands both to `create`.
 *
 * @template {PageData} Data
 * @param {string} id of the page's main element
 * @param {(root: HTMLElement, data: Data, view: RulesetView) => unknown} create
 */
export async function startPage(id, create) {
  const root = document.getElementById(id);
  const text = document.getElementById("page-data")?.textContent;
  if (!root || !text) return;
  const data = /** @type {Data} */ (JSON.parse(text));
  const view = await loadView(data).catch((error) => {
    const message = "The battle could not be loaded: please reload the page.";
    root.replaceChildren(h("p", { class: "notice", role: "alert" }, message));
    throw error;
  });
  create(root, data, view);
}

/**
 * The view of a page's game, from the module that the server names.
 *
 * @param {PageData} data
 */
async function loadView({ scene, catalog }) {
  const module = /** @type {SceneModule} */ (await import(scene.module));
  return module.createView(catalog, { ...kit, wordsFile: scene.words ?? null });
}
