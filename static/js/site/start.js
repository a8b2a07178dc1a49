// @ts-check
import { h } from "../lib/dom.js";
import { wantIcons } from "../lib/icons.js";
import { adopt, t } from "../lib/text.js";
import { loadSocket } from "../player/source/net.js";

/** @import { PageData, RulesetView, SceneKit, SceneModule } from "../player/types" */
/** @import { PageParts } from "./match-parts" */

/**
 * What the module of a game's match page exports.
 *
 * @typedef {object} MatchModule
 * @property {(root: HTMLElement, data: any, view: RulesetView, parts: PageParts) => void} createMatchPage
 */

/**
 * Starts a page: reads what the server has put into it, loads the scene of its game, and no other,
 * and hands both to `create`, with what the game brings for the page of a match. The reel that it returns is the
 * property `reel` of the main element.
 *
 * @template {PageData} Data
 * @param {string} id of the page's main element
 * @param {(root: HTMLElement, data: Data, view: RulesetView, match: MatchModule | null) => unknown} create
 */
export async function startPage(id, create) {
  const root = document.getElementById(id);
  const text = document.getElementById("page-data")?.textContent;
  if (!root || !text) return;
  const data = /** @type {Data} */ (JSON.parse(text));
  adopt(data.texts);
  wantIcons(data.icons_url, data.scene.icons);
  if (data.battle.status === "on_air") loadSocket().catch(() => {}); // connecting reports it
  const [scene, match] = await load(data).catch((error) => {
    const message = t("The battle could not be loaded: please reload the page.");
    root.replaceChildren(h("p", { class: "notice", role: "alert" }, message));
    throw error;
  });
  const view = await viewOf(scene, data).catch((error) => {
    root.replaceChildren(h("p", { class: "notice", role: "alert" }, error.message));
    throw error;
  });
  Object.assign(root, { reel: await create(root, data, view, match) });
}

/**
 * The modules that the server names.
 *
 * @param {PageData} data
 * @returns {Promise<[SceneModule, MatchModule | null]>}
 */
const load = ({ scene }) =>
  Promise.all([import(scene.module), scene.match ? import(scene.match.module) : null]);

/**
 * Create the view of a game. A scene that was not built with the player takes the kit as a second argument.
 *
 * @param {SceneModule} scene
 * @param {PageData} data
 * @returns {Promise<RulesetView>}
 */
async function viewOf(scene, { catalog, scene: { words } }) {
  if (!words && scene.createView.length < 2)
    return scene.createView(catalog, /** @type {SceneKit} */ ({}));
  const { createKitView } = await import("../player/kit.js");
  return createKitView(scene, catalog, words);
}
