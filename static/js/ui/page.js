// @ts-check
import { createDirector } from "../core/director.js";
import { h } from "../core/dom.js";
import { fetchRecording, watchLive } from "../core/net.js";
import { createStore } from "../core/store.js";
import { createTimeline, frameClock } from "../core/timeline.js";
import { turningPoints } from "../core/turning.js";
import { VIEWS } from "../scenes/index.js";
import { createControls, createIntents } from "./controls.js";
import { createExtras } from "./extras.js";
import { createFilm } from "./film.js";
import { createInspector } from "./inspector.js";
import { createHelp, listenForKeys } from "./keyboard.js";
import { createLog } from "./log.js";
import { createLuck } from "./luck.js";
import { createNarrator } from "./narrator.js";
import { createShare, linkedMoment } from "./share.js";
import { createSound } from "./sound.js";
import { createScoreTable } from "./table.js";
import { createTurns } from "./turns.js";

/** @import { PageData, SideId } from "../core/types" */

/**
 * Puts the whole watch page together and starts it.
 *
 * @param {HTMLElement} root
 * @param {PageData} data
 */
export function createPage(root, data) {
  const { battle, catalog } = data;
  const view = VIEWS[battle.ruleset](catalog);
  const store = createStore(view);
  const timeline = createTimeline(store);
  timeline.setVeiled(data.spoilers_hidden);
  const motion = matchMedia("(prefers-reduced-motion: reduce)");

  const inspector = createInspector(store, timeline, view, data.icons_url);
  const scene = view.createScene({
    catalog,
    iconsUrl: data.icons_url,
    reducedMotion: () => motion.matches,
    onInspect: inspector.inspect,
  });
  const director = createDirector(store, timeline, scene, () => motion.matches, frameClock);
  const narrator = createNarrator(store, timeline, view);
  const film = createFilm(store, timeline, view);
  const turns = createTurns(store, timeline, view);
  const luck = createLuck(store, timeline, view);
  const sound = createSound(store, timeline, view);
  const help = createHelp();
  const intents = createIntents(store, timeline, view);

  const status = h("span", { class: "status", role: "status" });
  const overlay = h("div", { class: "overlay", hidden: true });
  const stage = h("div", { class: "stage" }, overlay, inspector.root);
  const theater = h("div", { class: "theater" }, stage, narrator.subtitle, film.root);
  const acts = {
    onFullscreen() {
      if (document.fullscreenElement) document.exitFullscreen();
      else theater.requestFullscreen?.();
    },
    async onSound() {
      controls.showSound(await sound.toggle());
    },
    onHelp: () => help.showModal(),
    onRound: () => controls.round.focus(),
    onEscape: () => inspector.isPinned && inspector.unpin(),
  };
  const controls = createControls(store, timeline, view, intents, acts);
  theater.append(controls.root);

  root.replaceChildren(
    h("header", { class: "watch-head" }, h("h1", {}, battle.title), status),
    createShare(battle, store, timeline),
    theater,
    createExtras(data, { store, timeline, view }),
    h("aside", { class: "beside" }, createLog(store, timeline, view).root, turns.root, luck.root),
    createScoreTable(store, timeline, view).root,
    narrator.live,
    help,
  );
  scene.mount(stage);
  listenForKeys(intents, acts);
  // Whoever looks at the page from outside (tests, embedders) finds where it stands.
  timeline.subscribe(() => {
    const landed = store.landed(timeline.position);
    if (root.dataset.landed !== String(landed)) root.dataset.landed = String(landed);
  });
  new ResizeObserver(() => {
    director.redraw();
    film.draw();
  }).observe(stage);
  motion.addEventListener("change", director.redraw);
  addEventListener("hashchange", toLinkedMoment);

  /** Looks for turning points when all may be told, and again whenever a round more may be. */
  let measured = "";
  function measure() {
    const beats = timeline.veiled ? store.beatAt(timeline.told()) + 1 : store.beats.length;
    const isWhole = store.isOver && !timeline.veiled;
    const next = isWhole ? "whole" : `up to ${store.beats[beats - 1]?.round}`;
    if (next === measured) return;
    measured = next;
    const points = turningPoints(store, view, beats);
    turns.show(points);
    film.plot(points);
  }
  store.subscribe(measure);
  timeline.subscribe(measure);

  /** @param {"connecting" | "on_air" | "reconnecting" | "over" | "replay"} next */
  function showStatus(next) {
    status.dataset.status = next;
    status.textContent = {
      connecting: "Connecting…",
      on_air: "On air",
      reconnecting: "Connection lost: trying again…",
      over: "Replay",
      replay: "Replay",
    }[next];
  }

  const called = (/** @type {SideId} */ side) =>
    battle.sides[side].name || battle.sides[side].army || `Side ${side.toUpperCase()}`;
  const count = h("span", { class: "count" });
  const foes = h(
    "p",
    { class: "foes" },
    h("b", { class: "of-a" }, called("a")),
    " against ",
    h("b", { class: "of-b" }, called("b")),
  );
  const countdown = () => {
    const left = -timeline.position;
    overlay.hidden = !(timeline.onAir && left > 0);
    if (overlay.hidden) return;
    const seconds = String(Math.ceil(left / 1000));
    if (count.textContent === seconds) return;
    count.textContent = seconds;
    if (overlay.firstChild !== foes) overlay.replaceChildren(foes, count);
  };

  function followLive() {
    timeline.subscribe(countdown);
    timeline.subscribe(() => {
      if (store.isOver && !timeline.onAir) showStatus("over");
    });
    watchLive(battle.id, store, {
      onClock: (ms) => {
        timeline.setAirClock(ms);
        if (!timeline.playing && !root.dataset.joined) timeline.goLive();
        root.dataset.joined = "true";
      },
      onStatus: (next) => showStatus(next === "over" && timeline.onAir ? "on_air" : next),
      onError: fail,
    });
  }

  async function loadReplay() {
    showStatus("replay");
    try {
      store.append(await fetchRecording(data.recording_url));
    } catch (error) {
      fail(error instanceof Error ? error.message : String(error));
      return;
    }
    if (toLinkedMoment()) return;
    if (motion.matches) timeline.seek(0);
    else timeline.play();
  }

  /** Goes to the moment in the page's address; false when it names none. */
  function toLinkedMoment() {
    const seq = linkedMoment();
    if (seq === null) return false;
    timeline.pause();
    timeline.seekEvent(seq);
    return true;
  }

  /** @param {string} message */
  function fail(message) {
    overlay.hidden = false;
    overlay.replaceChildren(
      h("p", {}, "The battle could not be loaded. ", message),
      h(
        "button",
        { type: "button", class: "button", onclick: () => location.reload() },
        "Try again",
      ),
    );
  }

  if (battle.status === "on_air") followLive();
  else loadReplay();
}
