// @ts-check
import { glyph, h, loadStyle } from "../../lib/dom.js";
import { t } from "../../lib/text.js";
import { createStore } from "../../player/engine/store.js";
import { createReel } from "../../player/index.js";
import { createPicture, createPlayback } from "../../player/show.js";
import { fetchRecording } from "../../player/source/net.js";
import { fetchCatalog } from "../assets.js";

/** @import { Context } from "../../player/context" */
/** @import { Catalog, PageData, Playback, RulesetView } from "../../player/types" */

/**
 * What the home page says of the battle that it shows.
 *
 * @typedef {Omit<PageData, "catalog"> & { module: string, catalog_url: string, style_url: string, picture: string }} ShowcaseData
 */

/**
 * The module of a scene that the build has made, which finds by itself what it is made with.
 *
 * @typedef {{ createView: (catalog: Catalog) => RulesetView }} BuiltScene
 */

const PLAY = "M7 4v16l13-8z";
const PAUSE = "M6 4h4v16H6zM14 4h4v16h-4z";

/** Which part of the battle stands still with reduced motion. */
const STILL_AT = 0.4;

/**
 * A battle that plays by itself, over and over, as an ornament: no sound, no keys, nothing to point
 * at, hidden from screen readers. It plays while it is in sight, and with reduced motion only after
 * a press of the button that otherwise pauses it.
 *
 * @param {HTMLElement} root
 * @param {ShowcaseData} data
 */
export async function createShowcase(root, data) {
  const [scene, catalog, whole] = await Promise.all([
    /** @type {Promise<BuiltScene>} */ (import(data.scene.module)),
    fetchCatalog(data.catalog_url),
    fetchRecording(data.recording_url),
    ...[data.style_url, data.scene.style].map(loadStyle),
  ]);
  const view = scene.createView(catalog);
  const room = /** @type {HTMLElement} */ (root.querySelector(".show-stage"));
  return createReel(room, {
    page(context) {
      const playback = createPlayback(context, view, createStore(view, data.battle.called));
      playback.store.append(whole);
      const stage = h("div", { class: "stage" });
      room.replaceChildren(stage);
      createPicture(context, view, playback, { ...data, catalog }).open(stage);
      playWhileSeen(context, root, stage, playback);
      return playback;
    },
  });
}

/**
 * @param {Context} context
 * @param {HTMLElement} root gets the button
 * @param {HTMLElement} stage
 * @param {Playback} playback
 */
function playWhileSeen({ isStill, onEnd, onMotion, signal }, root, stage, { store, timeline }) {
  let isWanted = !isStill();
  let isInSight = true;
  const button = h("button", {
    type: "button",
    class: "button button-quiet show-pause",
    onclick() {
      isWanted = !isWanted;
      follow();
    },
  });
  /** Plays or stands still, whichever it should now. */
  function follow() {
    const plays = isWanted && isInSight && !document.hidden;
    if (plays !== timeline.playing) timeline.toggle();
    root.dataset.playing = String(plays);
    const words = isWanted ? t("Pause") : t("Play");
    button.replaceChildren(glyph(isWanted ? PAUSE : PLAY), words);
  }

  timeline.setLooping(true);
  timeline.subscribe(() => {
    root.dataset.landed = String(store.landed(timeline.position));
  });
  timeline.seek(isWanted ? 0 : store.untilMs * STILL_AT);
  const watcher = new IntersectionObserver(([entry]) => {
    isInSight = entry.isIntersecting;
    follow();
  });
  watcher.observe(stage);
  onEnd(() => watcher.disconnect());
  document.addEventListener("visibilitychange", follow, { signal });
  onMotion(() => {
    isWanted = !isStill();
    follow();
  });
  root.querySelector(".show-bar")?.append(button);
  onEnd(() => button.remove());
  follow();
}
