// @ts-check
import { h, loadStyle } from "../../lib/dom.js";
import { wantIcons } from "../../lib/icons.js";
import { adopt, scoreText, t } from "../../lib/text.js";
import { createNarrator } from "../../player/controls/narrator.js";
import { createOverlay } from "../../player/controls/overlay.js";
import { createStore } from "../../player/engine/store.js";
import { createReel } from "../../player/index.js";
import { createKitView } from "../../player/kit.js";
import { createPicture, createPlayback } from "../../player/show.js";
import { fetchCatalog } from "../assets.js";
import { recentSwing } from "./auto-switch.js";
import { followBattle, followMatch, playRecording } from "./live.js";

/** @import { Context } from "../../player/context" */
/** @import { Catalog, PageData, SceneModule } from "../../player/types" */
/** @import { Air } from "./live" */

/** @typedef {Omit<PageData, "catalog"> & { kind: "battle" | "match" | "sample", catalog_url: string }} ScreenData */

/** What is small is drawn so often: nine stages at once are too much for a phone. */
const SMALL_EVERY_MS = 200;

/** So long an ending stays to be seen. */
const ENDING_MS = 6000;

/** What the games need that are shown, by their ids. @type {Map<string, Promise<[SceneModule, Catalog]>>} */
const games = new Map();

/** @param {ScreenData} data */
function bringGame({ battle, scene, texts, catalog_url, icons_url }) {
  const known = games.get(battle.ruleset);
  if (known) return known;
  adopt(texts);
  wantIcons(icons_url, scene.icons);
  /** @type {Promise<[SceneModule, Catalog]>} */
  const brought = Promise.all([
    import(scene.module),
    fetchCatalog(catalog_url),
    loadStyle(scene.style),
  ]).then(([module, catalog]) => [module, catalog]);
  games.set(battle.ruleset, brought);
  // Without a network the next one asks again.
  brought.catch(() => games.delete(battle.ruleset));
  return brought;
}

/**
 * One battle on air, or a match that is played: its stage without sound, and who fights.
 *
 * @param {ScreenData} data
 * @param {object} tell
 * @param {() => void} tell.onChoose it is to be shown large
 * @param {() => void} tell.onEnded its ending was seen, or it cannot be shown
 */
export async function createScreen(data, { onChoose, onEnded }) {
  const { battle } = data;
  const [module, catalog] = await bringGame(data);
  const view = createKitView(module, catalog, data.scene.words);
  let isLarge = false;
  const root = h("li", { class: "tv-screen", "data-battle": battle.id });
  const choose = h("button", { type: "button", class: "tv-choose", onclick: onChoose });
  /** @type {ReturnType<typeof arrangeScreen>} */
  let shown;
  const reel = createReel(root, {
    page(context) {
      const playback = createPlayback(context, view, createStore(view, battle.called), {
        now: () => performance.now(),
        request: (draw) =>
          isLarge ? requestAnimationFrame(draw) : -setTimeout(draw, SMALL_EVERY_MS),
        cancel: (id) => (id < 0 ? clearTimeout(-id) : cancelAnimationFrame(id)),
      });
      shown = arrangeScreen(context, playback, { ...data, catalog }, { choose, onEnded });
      return playback;
    },
  });

  return {
    root,
    choose,
    get moved() {
      return shown.moved;
    },
    /** Whether nothing happens in it, before people have decided what. */
    get isWaiting() {
      return shown.isWaiting;
    },
    /** Draws it, once it is on the page. */
    open() {
      shown.open(isLarge);
    },
    /** @param {boolean} value */
    setLarge(value) {
      isLarge = value;
      shown.setLarge(value);
      root.toggleAttribute("data-large", value);
      choose.setAttribute("aria-pressed", String(value));
      choose.setAttribute("aria-label", t("{title}: show it large", { title: battle.title }));
    },
    close() {
      reel.destroy();
      root.remove();
    },
  };
}

/** @typedef {Awaited<ReturnType<typeof createScreen>>} Screen */

/**
 * @param {Context} context
 * @param {ReturnType<typeof createPlayback>} playback
 * @param {Omit<ScreenData, "catalog"> & { catalog: Catalog }} data
 * @param {{ choose: HTMLElement, onEnded: () => void }} page
 */
function arrangeScreen(context, playback, data, { choose, onEnded }) {
  const { battle } = data;
  const { root, onEnd } = context;
  const { store, timeline, view } = playback;
  const narrator = createNarrator(context, store, timeline, view);
  const overlay = createOverlay(battle, timeline);
  const stage = h("div", { class: "stage" }, overlay.root);
  const reading = h("span", { class: "tv-reading", title: view.gaugeTitle });
  // Beside the stage, which is hidden from those who listen.
  const refusal = h("p", { class: "tv-refusal", role: "status" });
  const link = h(
    "a",
    { href: battle.share_url },
    h("span", { class: "tv-title" }, battle.title),
    h("span", { class: "tv-watch" }, " – ", t("Watch")),
  );
  root.append(
    h("div", { class: "tv-stage", "aria-hidden": "true", inert: true }, stage),
    refusal,
    choose,
    narrator.subtitle,
    h("p", { class: "tv-caption" }, link, reading),
  );
  const picture = createPicture(context, view, playback, data);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let leaving;
  const leave = () => {
    leaving ??= setTimeout(onEnded, ENDING_MS);
  };
  /** @type {Air | null} */
  let air = null;
  onEnd(() => {
    clearTimeout(leaving);
    air?.close();
  });
  let shown = -1;
  let scores = "";
  timeline.subscribe(() => {
    const isShown = timeline.position >= store.untilMs && !timeline.onAir;
    if (store.isOver && isShown) leave();
    const landed = store.landed(timeline.position);
    if (landed !== shown) {
      shown = landed;
      root.dataset.landed = String(landed);
      const { a, b } = view.score(store.states[landed]);
      const isTold = landed > 0 && (data.kind !== "match" || a !== null || b !== null);
      const said = [a, b].map((value) => scoreText(view, value)).join(" : ");
      scores = isTold ? said : "";
    }
    const words = [scores, air?.note()].filter(Boolean).join(" · ");
    if (reading.textContent !== words) reading.textContent = words;
  });

  return {
    get moved() {
      return air?.isMoving ? recentSwing(store, view, timeline.position) : 0;
    },
    get isWaiting() {
      return air?.isWaiting ?? false;
    },
    /** @param {boolean} isLarge */
    open(isLarge) {
      picture.open(stage);
      const listener = {
        store,
        timeline,
        scene: picture.scene,
        onError(/** @type {string} */ why) {
          refusal.textContent = why;
          leave();
        },
        onMissed: onEnded,
      };
      if (data.kind === "sample") air = playRecording(data.recording_url, listener);
      else air = (data.kind === "match" ? followMatch : followBattle)(battle.id, listener);
      air.setLarge(isLarge);
    },
    /** Only of what is large it is read out what happens. @param {boolean} value */
    setLarge(value) {
      air?.setLarge(value);
      if (value) root.append(narrator.live);
      else narrator.live.remove();
    },
  };
}
