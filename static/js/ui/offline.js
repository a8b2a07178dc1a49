// @ts-check
import { h } from "../core/dom.js";
import { createBeside } from "./beside.js";
import { followLinks } from "./moment.js";
import { createPlayer } from "./player.js";
import { createVeil } from "./veil.js";

/** @import { Catalog, RulesetView } from "../core/types" */

/**
 * Plays the battle that stands in the page itself, which asks nobody for anything.
 *
 * @param {(catalog: Catalog) => RulesetView} createView of the one ruleset that the page knows
 */
export function createOffline(createView) {
  const root = document.getElementById("watch");
  const read = (/** @type {string} */ id) =>
    JSON.parse(document.getElementById(id)?.textContent ?? "{}");
  if (!root) return;
  const data = read("page-data");
  const player = createPlayer(root, data, createView(data.catalog));
  const beside = createBeside(player);
  root.replaceChildren(
    h(
      "header",
      { class: "watch-head" },
      h("h1", {}, data.battle.title),
      player.status,
      createVeil(player.timeline),
    ),
    player.theater,
    beside.aside,
    beside.table,
    ...player.unseen,
  );
  player.open();
  player.showStatus("replay");
  player.store.append(read("recording"));
  const toLinkedMoment = followLinks(player.timeline);
  if (!toLinkedMoment()) player.begin();
}
