// @ts-check
import { h } from "../lib/dom.js";
import { adopt } from "../lib/text.js";
import { createPanels } from "../player/controls/panels.js";
import { createVeil } from "../player/controls/spoiler-veil.js";
import { createReel } from "../player/index.js";
import { kit } from "../player/kit.js";
import { createPlayer } from "../player/player.js";
import { createFigures, readReel } from "../player/source/reel-file.js";
import { createEnding } from "./watch/ending.js";
import { endingContents } from "./watch/ending-contents.js";
import { followLinks } from "./watch/moment-links.js";

/** @import { Player } from "../player/player" */
/** @import { Chunk, PageData, SceneModule } from "../player/types" */

/**
 * Play the reel file in the page itself, without any request.
 *
 * @param {SceneModule["createView"]} createView of the scene in the page
 */
function play(createView) {
  const root = document.getElementById("watch");
  const read = (/** @type {string} */ id) =>
    JSON.parse(document.getElementById(id)?.textContent ?? "{}");
  if (!root) return null;
  const { texts, words, spoilers_hidden } = read("page-data");
  adopt(texts);
  const file = read("reel");
  const { data, whole } = readReel(file);
  const view = createView(data.catalog, { ...kit, wordsFile: words });
  return createReel(root, {
    page: (context) => {
      const player = createPlayer(context, { ...data, spoilers_hidden }, view);
      arrangePage(root, data, whole, player);
      root.prepend(createFigures(file.figures));
      return player;
    },
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
}

// The scene is a script of its own in the page. Modules within one file cannot import each other.
Object.assign(globalThis, { battlereel: { kit, play } });
