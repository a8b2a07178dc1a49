// @ts-check
import { h } from "../lib/dom.js";
import { t } from "../lib/text.js";
import { createFilm } from "./controls/film.js";
import { createIntents } from "./controls/intents.js";
import { createNarrator } from "./controls/narrator.js";
import { createOverlay, isCounting } from "./controls/overlay.js";
import { createControls } from "./controls/toolbar.js";
import { measureAbove, toggleFullscreen } from "./controls/viewport.js";
import { listenForKeys, loadDeferred, loadHelp } from "./deferred-parts.js";
import { createGaze } from "./engine/pacing.js";
import { createStore } from "./engine/store.js";
import { createPicture, createPlayback } from "./show.js";

/** @import { Context } from "./context" */
/** @import { Inspector } from "./controls/inspector" */
/** @import { Catalog, PageData, RulesetView, Waiting } from "./types" */
/** @import { Timeline } from "./engine/timeline" */
/** @import { TurningPoint } from "./engine/turning-points" */

const STATUS = {
  connecting: t("Connecting…"),
  soon: t("About to begin"),
  on_air: t("On air"),
  reconnecting: t("Connection lost: trying again…"),
  over: t("Replay"),
  replay: t("Replay"),
};

/** @typedef {keyof typeof STATUS} Status */

/**
 * The theater in which a battle is played: stage, subtitle, film and controls. The watch page, an
 * embedded battle and a downloaded one put it on the page, each with what it has around it.
 *
 * @param {Context} context whose root gets `data-landed`, the number of events that have been shown
 * @param {PageData} data
 * @param {RulesetView} view
 * @param {string[][]} [keys] the page's own keys and what they do, for the help dialog
 */
export function createPlayer(context, data, view, keys = []) {
  const store = createStore(view, data.battle.called);
  const playback = createPlayback(context, view, store);
  const { timeline, pacing } = playback;
  timeline.setVeiled(data.spoilers_hidden);

  const ground = data.battle.ground;
  const picture = createPicture(
    context,
    view,
    playback,
    { ...data, ground },
    {
      gaze: createGaze(timeline, pacing),
      onInspect: (unit, pinned) => deferred.use(({ inspector }) => inspector.inspect(unit, pinned)),
    },
  );
  const narrator = createNarrator(context, store, timeline, view);
  const overlay = createOverlay(data.battle, timeline);
  const status = h("span", { class: "status", role: "status" });
  const stage = h("div", { class: "stage" }, overlay.root);
  const { theater, film, intents, deferred, open } = createTheater(context, playback, {
    keys,
    catalog: data.catalog,
    stages: [stage, narrator.subtitle],
    complete({ createInspector, createPeek, listenForClicks, listenForSwipes, turningPoints }) {
      listenForSwipes(stage, (direction) => intents.step("beat", direction));
      listenForClicks(stage, intents.toggle, () => toggleFullscreen(theater));
      createPeek(film, store, timeline, view);
      const inspector = createInspector(store, timeline, view, data.icons_url);
      theater.append(inspector.root);
      return { inspector, turningPoints };
    },
    ready: () => measure(),
    /** @returns {Inspector[]} */
    inspectors: () => (deferred.parts ? [deferred.parts.inspector] : []),
  });

  /** @type {Status} */
  let told = "connecting";
  function say() {
    const next = told === "on_air" && isCounting(timeline) ? "soon" : told;
    if (status.textContent !== STATUS[next]) status.textContent = STATUS[next];
  }
  timeline.subscribe(say);

  /** @type {Set<(points: TurningPoint[]) => void>} */
  const onTurns = new Set([film.plot]);
  let measured = "";
  /** Look for turning points when all may be shown, and again whenever a round more may be. */
  function measure() {
    const beats = timeline.veiled ? store.beatAt(timeline.revealed()) + 1 : store.beats.length;
    const isWhole = store.isOver && !timeline.veiled;
    const next = isWhole ? "whole" : `up to ${store.beats[beats - 1]?.round}`;
    if (next === measured || !deferred.parts) return;
    measured = next;
    const points = deferred.parts.turningPoints(store, view, beats);
    for (const listener of onTurns) listener(points);
  }
  store.subscribe(measure);
  timeline.subscribe(measure);

  return {
    context,
    battle: data.battle,
    store,
    timeline,
    pacing,
    view,
    theater,
    /** Live regions for the page; they have no visible place. */
    unseen: [narrator.live],
    status,
    compare: film.compare,
    film,
    /** @param {(points: TurningPoint[]) => void} listener */
    subscribeTurns: (listener) => onTurns.add(listener),
    /** Draws the stage, once the theater is on the page, and from then on at any size. */
    open() {
      picture.open(stage, film.draw);
      open();
    },
    /** Plays, unless the viewer prefers reduced motion. */
    begin: () => begin(context, timeline),
    /** @param {Status} next */
    showStatus(next) {
      if (status.dataset.status === next) return;
      status.dataset.status = next;
      told = next;
      say();
    },
    /** Says over the stage that people decide what comes next. @param {Waiting | null} waiting */
    wait: (waiting) => picture.scene.wait?.(waiting),
    /** Rings a bell for a player in another tab, if sound is on. */
    ring: () => deferred.use(({ sound }) => sound.play("coin")),
    fail: overlay.fail,
  };
}

/** @typedef {ReturnType<typeof createPlayer>} Player */

/**
 * Play, unless the viewer prefers reduced motion.
 *
 * @param {Context} context
 * @param {Timeline} timeline
 */
export function begin({ isStill }, timeline) {
  if (isStill()) timeline.seek(timeline.position);
  else timeline.play();
}

/**
 * One or several stages on a timeline, with film, controls, keys and sound.
 *
 * @template Parts
 * @param {Context} context
 * @param {ReturnType<typeof createPlayback>} playback
 * @param {object} how
 * @param {string[][]} how.keys the page's own keys and what they do, for the help dialog
 * @param {Element[]} how.stages above the film
 * @param {(module: typeof import("./controls/deferred.js")) => Parts} how.complete adds what the first frame does not need
 * @param {() => void} [how.ready] is called once that is there
 * @param {() => Inspector[]} how.inspectors those that are there
 * @param {Catalog} [how.catalog] for the sounds of attacks
 */
export function createTheater(context, playback, how) {
  const { keys, stages, complete, ready = () => {}, inspectors, catalog } = how;
  const { root } = context;
  const { view, store, timeline, pacing } = playback;
  const film = createFilm(store, timeline, view, pacing);
  const intents = createIntents(store, timeline, view);
  const theater = h("div", { class: "theater" }, ...stages, film.root);
  /** @type {(() => void) | undefined} */
  let openHelp;
  const actions = {
    onFullscreen: () => toggleFullscreen(theater),
    onSound: () =>
      deferred.use(async ({ sound }) => {
        await sound.toggle();
        controls.showSound(sound);
      }),
    onVolume: (/** @type {number} */ value) => deferred.use(({ sound }) => sound.setVolume(value)),
    async onHelp() {
      openHelp ??= (await loadHelp()).createHelpOpener(context, keys);
      openHelp();
    },
    onRound: () => controls.askRound(),
    onEscape() {
      const pinned = inspectors().filter(({ isPinned }) => isPinned);
      for (const inspector of pinned) inspector.unpin();
      if (pinned.length > 0 || controls.fold()) return true;
      if (!timeline.tour) return false;
      intents.highlights();
      return true;
    },
  };
  const controls = createControls(context, store, timeline, view, intents, actions);
  theater.append(controls.root);
  const deferred = createDeferred(
    context,
    (module) => {
      if (!listenForKeys) module.listenForKeys(context, intents, actions);
      const sound = module.createSound(context, store, timeline, view, catalog);
      controls.showSound(sound);
      return { sound, ...complete(module) };
    },
    ready,
  );
  listenForKeys?.(context, intents, actions);

  timeline.subscribe(() => {
    const landed = store.landed(timeline.position);
    if (root.dataset.landed !== String(landed)) root.dataset.landed = String(landed);
  });
  return {
    ...{ theater, film, intents, deferred },
    /** Measures and completes the theater, once it is on the page. */
    open() {
      measureAbove(context, theater);
      deferred.prepare();
    },
  };
}

/**
 * Load the parts that the first frame does not need: after it, or when they are first used. What fails to load is
 * loaded again at the next use.
 *
 * @template Parts
 * @param {Context} context
 * @param {(module: typeof import("./controls/deferred.js")) => Parts} create
 * @param {() => void} ready is called once they are there
 */
function createDeferred({ signal, onEnd }, create, ready) {
  /** @type {Parts | null} */
  let parts = null;
  /** @type {Promise<Parts> | null} */
  let loading = null;
  let frame = 0;
  onEnd(() => cancelAnimationFrame(frame));
  const load = () => {
    loading ??= loadDeferred().then(
      (module) => {
        signal.throwIfAborted();
        parts = create(module);
        ready();
        return parts;
      },
      (error) => {
        loading = null;
        throw error;
      },
    );
    return loading;
  };
  return {
    get parts() {
      return parts;
    },
    prepare() {
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(() => void load().catch(() => {}));
      });
    },
    /** @param {(parts: Parts) => void} act is called once they are there */
    use(act) {
      if (parts) act(parts);
      else load().then(act, () => {});
    },
  };
}
