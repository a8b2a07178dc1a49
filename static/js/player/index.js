// @ts-check
import { h } from "../lib/dom.js";
import { createContext } from "./context.js";
import { createPlayer } from "./player.js";
import { createFigures, fetchReel, readReel } from "./source/reel-file.js";

/** @import { Player } from "./player" */
/** @import { Catalog, Moment, Reel, ReelEvents, ReelFile, ReelMarker, ReelOptions, ReelState } from "./types" */
/** @import { RulesetView, SceneModule } from "./types" */
/** @import { TurningPoint } from "./engine/turning-points" */

/** The files of the package are next to the module. @param {string} name */
const fileOf = (name) => new URL(name, import.meta.url).href;

/**
 * Plays a battle in an element, from a reel file: no server is needed. What goes wrong shows in the element and is an
 * "error" event.
 *
 * @param {HTMLElement} host gets one child, and loses it when the reel is destroyed
 * @param {ReelOptions} options
 * @returns {Reel}
 */
export function createReel(host, options) {
  const { controls = true, spoilers = false, theme, speed = 1 } = options;
  const frame = h("div", { class: "reel embed", "data-controls": controls ? "shown" : "hidden" });
  const box = h("div", { class: "reel-box" }, frame);
  const context = createContext(frame, { signal: options.signal, keys: box });
  const { signal } = context;
  const emit = createEmitter(signal);
  /** @type {Player | null} */
  let player = null;
  /** @type {ReelMarker[]} */
  let markers = [];
  /** @type {Error | null} */
  let failure = null;
  if (theme && theme !== "auto") frame.dataset.theme = theme;
  host.append(box);
  context.onEnd(() => box.remove());

  async function load() {
    const { reel, src } = options;
    if (!reel && !src) throw new Error("A reel needs `reel` or `src`.");
    const file = reel ?? (await fetchReel(/** @type {string} */ (src), signal));
    const { data, whole } = readReel(file);
    const [view] = await Promise.all([
      createView(file, data.catalog, options.scene),
      ...["battle-reel.css", `reel-${file.scene}.css`].map((name) => linkStyle(host, fileOf(name))),
    ]);
    signal.throwIfAborted();
    const made = createPlayer(context, { ...data, spoilers_hidden: !spoilers }, view);
    frame.replaceChildren(createFigures(file.figures), made.theater, ...made.unseen);
    made.open();
    Promise.resolve(linkStyle(host, fileOf("reel-deferred.css"))).catch(() => {});
    made.timeline.setSpeed(speed);
    made.subscribeTurns((points) => {
      markers = markersOf(made, points, options.markers ?? []);
    });
    made.store.append(whole);
    const own = (options.markers ?? []).map((marker) => seqOf(made, marker));
    if (own.length > 0) made.compare(own);
    follow(made, emit, () => markers);
    player = made;
    go(options.at ?? 0);
    if (options.autoplay) made.begin();
    emit("ready", null);
    return made;
  }

  /** @param {Moment} moment */
  function go(moment) {
    if (!player || signal.aborted) return;
    const { timeline } = player;
    const found =
      typeof moment === "string" ? markers.find(({ label }) => label === moment) : moment;
    if (typeof found === "number") timeline.seek(found);
    else if (found && "event" in found && found.event !== undefined)
      timeline.seekEvent(found.event);
    else if (found) timeline.seek(found.ms ?? 0);
  }

  const loaded = load().catch((error) => {
    if (signal.aborted) return null;
    failure = error;
    frame.replaceChildren(h("p", { class: "reel-notice", role: "alert" }, error.message));
    emit("error", error);
    return null;
  });

  /** @returns {ReelState} */
  function stateNow() {
    if (signal.aborted) return "destroyed";
    if (failure) return "error";
    if (!player) return "loading";
    const { store, timeline } = player;
    if (timeline.playing) return "playing";
    return timeline.position >= store.untilMs ? "ended" : "paused";
  }

  return {
    async play() {
      await loaded;
      if (failure) throw failure;
      if (!signal.aborted) player?.timeline.play();
    },
    pause: () => player?.timeline.pause(),
    seek: (moment) => void loaded.then(() => go(moment)),
    get state() {
      return stateNow();
    },
    get time() {
      return player?.timeline.position ?? 0;
    },
    get duration() {
      return player?.store.untilMs ?? NaN;
    },
    get markers() {
      return markers;
    },
    set speed(/** @type {number} */ value) {
      if (!signal.aborted) player?.timeline.setSpeed(value);
    },
    set theme(/** @type {"auto" | "dark" | "light"} */ value) {
      if (value === "auto") delete frame.dataset.theme;
      else frame.dataset.theme = value;
    },
    on: emit.on,
    destroy: context.destroy,
  };
}

/**
 * Load the scene of a reel file. One of the package finds the modules it is made with; another one gets the kit.
 *
 * @param {ReelFile} file
 * @param {Catalog} catalog
 * @param {SceneModule} [scene] for a game that the package does not have
 * @returns {Promise<RulesetView>}
 */
async function createView(file, catalog, scene) {
  if (scene) {
    const { kit } = await import("./kit.js");
    return scene.createView(catalog, { ...kit, wordsFile: file.words?.scene ?? null });
  }
  const built = await import(fileOf(`reel-${file.scene}.js`));
  return built.createView(catalog);
}

/** @typedef {ReturnType<typeof createEmitter>} Emit */

/** Calls listeners by the names of events, until a signal is aborted. @param {AbortSignal} signal */
function createEmitter(signal) {
  /** @type {Map<string, Set<(detail: any) => void>>} */
  const listeners = new Map();
  signal.addEventListener("abort", () => listeners.clear());
  /**
   * @template {keyof ReelEvents} Name
   * @param {Name} name
   * @param {ReelEvents[Name]} detail
   */
  const emit = (name, detail) => {
    for (const listener of listeners.get(name) ?? []) listener(detail);
  };
  /**
   * @template {keyof ReelEvents} Name
   * @param {Name} name
   * @param {(detail: ReelEvents[Name]) => void} listener
   * @returns {() => void} stops listening
   */
  emit.on = (name, listener) => {
    if (signal.aborted) return () => {};
    const own = listeners.get(name) ?? new Set();
    listeners.set(name, own.add(listener));
    return () => void own.delete(listener);
  };
  return emit;
}

/**
 * Emits what happens while a battle is played, and pauses at markers that ask for it.
 *
 * @param {Player} player
 * @param {Emit} emit
 * @param {() => ReelMarker[]} markers
 */
function follow({ store, timeline }, emit, markers) {
  let [playing, landed, leaps, at, isEnded] = [false, 0, 0, 0, false];
  timeline.subscribe(() => {
    const { position } = timeline;
    const isSought = leaps !== timeline.leaps || position < at;
    const [from, first] = [at, landed];
    [at, leaps, landed] = [position, timeline.leaps, store.landed(position)];
    if (position !== from) emit("time", position);
    if (playing !== timeline.playing) {
      playing = timeline.playing;
      emit(playing ? "play" : "pause", null);
    }
    if (!isSought) {
      for (const event of store.events.slice(first, landed)) emit("event", event);
      for (const marker of markers().filter(({ ms }) => ms > from && ms <= position)) {
        emit("marker", marker);
        if (marker.pause) timeline.pause();
      }
    }
    const { ended } = store.states[landed];
    if (ended && !isEnded) emit("ended", null);
    isEnded = ended;
  });
}

/** The event at which a host's marker is. @param {Player} player @param {{ ms?: number, event?: number }} marker */
const seqOf = ({ store }, { event, ms = 0 }) => event ?? Math.max(0, store.landed(ms) - 1);

/**
 * The labelled moments of a battle in their order: where units fall, where it turns, and a host's own. What is veiled
 * is not among them.
 *
 * @param {Player} player
 * @param {TurningPoint[]} turns
 * @param {ReelOptions["markers"]} own
 * @returns {ReelMarker[]}
 */
function markersOf(player, turns, own = []) {
  const { store, timeline, view } = player;
  const shown = timeline.revealed();
  /** @type {ReelMarker[]} */
  const all = [
    ...turns.map(({ ms, gains, swing, decided }) => {
      const name = view.sideName(store.states[store.landed(ms)], gains);
      return { kind: "turn", ms, label: `${name} ${decided ?? view.swingText(swing)}` };
    }),
    ...store.events.flatMap((event, seq) => {
      const lost = view.fallen(event, store.states[seq]);
      return lost ? [{ kind: "defeat", ms: store.times[seq], event: seq, label: lost.name }] : [];
    }),
    ...own.map((marker) => {
      const event = seqOf(player, marker);
      return { ...marker, kind: "own", event, ms: marker.ms ?? store.times[event] ?? 0 };
    }),
  ];
  return all.filter(({ kind, ms }) => kind === "own" || ms <= shown).sort((m, n) => m.ms - n.ms);
}

/** Style sheets that are loading, by their links. @type {WeakMap<Element, Promise<unknown>>} */
const loadingStyles = new WeakMap();

/**
 * Link a style sheet in the page's head or the host's shadow root, and wait until it is loaded. A link is used once
 * for all reels of a root; one that fails is removed, so that the next reel tries again.
 *
 * @param {HTMLElement} host
 * @param {string} href
 */
function linkStyle(host, href) {
  const root = host.getRootNode();
  const place = root instanceof ShadowRoot ? root : document.head;
  const links = [...place.querySelectorAll("link")].filter((link) => link.href === href);
  if (links.some((link) => link.sheet)) return null;
  const pending = links.map((link) => loadingStyles.get(link)).find(Boolean);
  if (pending) return pending;
  const link = h("link", { rel: "stylesheet", href });
  const loaded = new Promise((resolve, reject) => {
    link.addEventListener("load", resolve, { once: true });
    link.addEventListener(
      "error",
      () => {
        link.remove();
        reject(new Error(href));
      },
      { once: true },
    );
  });
  loadingStyles.set(link, loaded);
  place.prepend(link);
  return loaded;
}
