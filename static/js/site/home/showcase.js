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
 * @typedef {Omit<PageData, "catalog"> & { module: string, catalog_url: string, style_url: string, picture: string, moment: number, live_module: string }} ShowcaseData
 */

/**
 * The module of a scene that the build has made, which finds by itself what it is made with.
 *
 * @typedef {{ createView: (catalog: Catalog) => RulesetView }} BuiltScene
 */

/** @typedef {typeof import("../../player/source/net.js").watchLive} WatchLive */

const PLAY = "M7 4v16l13-8z";
const PAUSE = "M6 4h4v16H6zM14 4h4v16h-4z";

/** How long before the moment it begins; when the moment is seen, after its event. */
const LEAD_MS = 2500;
const SEEN_MS = 900;

/**
 * A battle that plays by itself as an ornament: no sound, no keys, nothing to point at, hidden from
 * screen readers. A replay begins with its most dramatic moment and then plays over and over, while
 * it is in sight, and with reduced motion only after a press of the button that otherwise pauses it.
 * A battle on air is followed live.
 *
 * @param {HTMLElement} root
 * @param {ShowcaseData} data
 * @param {WatchLive | null} watchLive for a battle on air
 */
export async function createShowcase(root, data, watchLive = null) {
  const [scene, catalog, whole] = await Promise.all([
    /** @type {Promise<BuiltScene>} */ (import(data.scene.module)),
    fetchCatalog(data.catalog_url),
    watchLive ? null : fetchRecording(data.recording_url),
    ...[data.style_url, data.scene.style].map(loadStyle),
  ]);
  const view = scene.createView(catalog);
  const room = /** @type {HTMLElement} */ (root.querySelector(".show-stage"));
  return createReel(room, {
    page(context) {
      const playback = createPlayback(context, view, createStore(view, data.battle.called));
      if (whole) playback.store.append(whole);
      const stage = h("div", { class: "stage" });
      room.replaceChildren(stage);
      createPicture(context, view, playback, { ...data, catalog }).open(stage);
      if (whole) playWhileSeen(context, root, stage, playback, data.moment);
      else if (watchLive) followLive(context, root, data, playback, watchLive);
      return playback;
    },
  });
}

/**
 * Follow a battle on air.
 *
 * @param {Context} context
 * @param {HTMLElement} root
 * @param {ShowcaseData} data
 * @param {Playback} playback
 * @param {WatchLive} watchLive
 */
function followLive({ onEnd }, root, { battle }, { store, timeline }, watchLive) {
  const { close } = watchLive(battle.id, store, {
    onClock(ms) {
      timeline.setAirClock(ms);
      if (root.dataset.playing !== "true") timeline.goLive();
      root.dataset.playing = "true";
    },
    onStatus: () => {},
    onError: () => {},
  });
  timeline.subscribe(() => {
    root.dataset.landed = String(store.landed(timeline.position));
  });
  onEnd(close);
}

/**
 * @param {Context} context
 * @param {HTMLElement} root gets the button
 * @param {HTMLElement} stage
 * @param {Playback} playback
 * @param {number} moment seq of the event to begin with
 */
function playWhileSeen({ isStill, onEnd, onMotion, signal }, root, stage, playback, moment) {
  const { store, timeline } = playback;
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
  const began = store.times[moment] ?? 0;
  timeline.seek(isWanted ? Math.max(0, began - LEAD_MS) : began + SEEN_MS);
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
