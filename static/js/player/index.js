// @ts-check
import { h } from "../lib/dom.js";
import { createContext } from "./context.js";
import { loadAssembly } from "./files.js";

/** @import { Moment, Playback, Reel, ReelEvents, ReelMarker, ReelOptions, ReelState } from "./types" */

/**
 * Play a battle in an element, from a reel file: no server is needed. What goes wrong shows in the element and is an
 * "error" event. A page of ours has loaded its battle itself, and fills the element.
 *
 * @param {HTMLElement} host gets one child, and loses it when the reel is destroyed
 * @param {ReelOptions} options
 * @returns {Reel}
 */
export function createReel(host, options) {
  const { page, controls = true, theme } = options;
  const shown = controls ? "shown" : "hidden";
  const frame = page ? host : h("div", { class: "reel embed", "data-controls": shown });
  const box = page ? null : h("div", { class: "reel-box" }, frame);
  const context = createContext(frame, { signal: options.signal, keys: box ?? document });
  const { signal } = context;
  const emit = createEmitter(signal);
  /** @type {{ player: Playback, markers: ReelMarker[], isLive: boolean } | null} */
  let made = null;
  /** @type {Error | null} */
  let failure = null;
  if (theme && theme !== "auto") frame.dataset.theme = theme;
  if (box) host.append(box);
  context.onEnd(() => (box ? box.remove() : host.replaceChildren()));

  async function load() {
    const module = await loadAssembly(options);
    signal.throwIfAborted();
    const assembly = await module.assemble(context, host, options);
    const { isLive, player } = assembly;
    made = assembly;
    follow(player, emit, () => made?.markers ?? []);
    if (isLive && options.at === undefined) player.timeline.goLive();
    else go(options.at ?? 0);
    if (options.autoplay && !isLive) player.begin();
    emit("ready", null);
  }

  /** @param {Moment} moment */
  function go(moment) {
    if (!made || signal.aborted) return;
    const { timeline } = made.player;
    const found =
      typeof moment === "string" ? made.markers.find(({ label }) => label === moment) : moment;
    if (typeof found === "number") timeline.seek(found);
    else if (found?.event !== undefined) timeline.seekEvent(found.event);
    else if (found) timeline.seek(found.ms ?? 0);
  }

  if (page) {
    const player = page(context);
    made = { player, markers: [], isLive: false };
    follow(player, emit, () => []);
  }
  const loaded = (page ? Promise.resolve() : load()).catch((error) => {
    if (signal.aborted) return;
    failure = error;
    frame.replaceChildren(h("p", { class: "reel-notice", role: "alert" }, error.message));
    emit("error", error);
  });

  /** @returns {ReelState} */
  function stateNow() {
    if (signal.aborted) return "destroyed";
    if (failure) return "error";
    if (!made) return "loading";
    const { store, timeline } = made.player;
    if (timeline.playing) return "playing";
    return timeline.position >= store.untilMs ? "ended" : "paused";
  }

  return {
    async play() {
      await loaded;
      if (failure) throw failure;
      if (!signal.aborted) made?.player.timeline.play();
    },
    pause: () => made?.player.timeline.pause(),
    seek: (moment) => void loaded.then(() => go(moment)),
    get state() {
      return stateNow();
    },
    get time() {
      return made?.player.timeline.position ?? 0;
    },
    get duration() {
      return made?.player.store.untilMs ?? NaN;
    },
    get markers() {
      return made?.markers ?? [];
    },
    set speed(/** @type {number} */ value) {
      if (!signal.aborted) made?.player.timeline.setSpeed(value);
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
 * Emits what happens while a battle is played, and pauses at markers that ask for it.
 *
 * @param {Playback} player
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
