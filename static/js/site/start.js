// @ts-check
import { h } from "../lib/dom.js";
import { wantIcons } from "../lib/icons.js";
import { adopt, t } from "../lib/text.js";
import { loadSocket } from "../player/source/net.js";

/** @import { PageData, RulesetView, SceneKit, SceneModule } from "../player/types" */
/** @import { Words } from "../player/engine/words" */
/** @import { PageParts } from "./match-parts" */

/**
 * What the module of a game's match page exports.
 *
 * @typedef {object} MatchModule
 * @property {(root: HTMLElement, data: any, view: RulesetView, parts: PageParts) => void} createMatchPage
 */

/**
 * Starts a page: reads what the server has put into it, loads the scene of its game, and no other,
 * and hands both to `create`, with what the game brings for the page of a match.
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
  if (data.battle.status === "on_air") loadSocket().catch(() => {}); // whoever connects notices
  const [scene, match] = await load(data).catch((error) => {
    const message = t("The battle could not be loaded: please reload the page.");
    root.replaceChildren(h("p", { class: "notice", role: "alert" }, message));
    throw error;
  });
  const view = scene.createView(data.catalog, await kitFor(data.scene.words));
  create(root, data, view, match);
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
 * Load the kit for a scene that was not built with the player; the server sends the words of such a game alone.
 *
 * @param {Words | null} [words]
 * @returns {Promise<SceneKit>}
 */
async function kitFor(words) {
  if (!words) return /** @type {SceneKit} */ ({});
  const { kit } = await import("../player/kit.js");
  return { ...kit, wordsFile: words };
}
