// @ts-check
import { h } from "../lib/dom.js";
import { adopt } from "../lib/text.js";
import { createPanels } from "../player/controls/panels.js";
import { createVeil } from "../player/controls/spoiler-veil.js";
import { createReel } from "../player/index.js";
import { kit } from "../player/kit.js";
import { createPlayer } from "../player/player.js";
import { createEnding } from "./watch/ending.js";
import { endingContents } from "./watch/ending-contents.js";
import { followLinks } from "./watch/moment-links.js";

/** @import { Player } from "../player/player" */
/** @import { Chunk, PageData, SceneModule } from "../player/types" */

/**
 * Plays the battle that stands in the page itself, without any request.
 *
 * @param {SceneModule["createView"]} createView of the scene in the page
 */
function play(createView) {
  const root = document.getElementById("watch");
  const read = (/** @type {string} */ id) =>
    JSON.parse(document.getElementById(id)?.textContent ?? "{}");
  if (!root) return null;
  const data = read("page-data");
  adopt(data.texts);
  const view = createView(data.catalog, { ...kit, wordsFile: data.scene.words ?? null });
  return createReel(root, {
    page: (context) =>
      arrangePage(root, data, read("recording"), createPlayer(context, data, view)),
  });
}

/**
 * @param {HTMLElement} root
 * @param {PageData} data
 * @param {Chunk} recording
 * @param {Player} player
 */
function arrangePage(root, data, recording, player) {
  const { context, timeline } = player;
  const beside = createPanels(player);
  const ending = createEnding(player, async () => ({ endingContents }));
  root.replaceChildren(
    h(
      "header",
      { class: "watch-head" },
      h("h1", {}, data.battle.title),
      player.status,
      ending.jump,
      createVeil(context, timeline),
    ),
    player.theater,
    ending.root,
    beside.aside,
    beside.table,
    ...player.unseen,
  );
  player.open();
  player.showStatus("replay");
  player.store.append(recording);
  const toLinkedMoment = followLinks(timeline, context.signal);
  if (!toLinkedMoment()) player.begin();
  return player;
}

// The scene is a script of its own in the page. Modules within one file cannot import each other.
Object.assign(globalThis, { battlereel: { kit, play } });
