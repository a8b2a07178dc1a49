// @ts-check
import { h } from "../lib/dom.js";
import { isTranslated, language } from "../lib/text.js";
import * as own from "./assemble.js";
import { createContext } from "./context.js";
import { loadLanguage } from "./files.js";

/** @import { Assembly } from "./assemble" */
/** @import { Moment, Reel, ReelEvents, ReelOptions, ReelState } from "./types" */

/**
 * Plays a battle in an element, from a reel file: no server is needed. What goes wrong shows in the element and is an
 * "error" event.
 *
 * @param {HTMLElement} host gets one child, and loses it when the reel is destroyed
 * @param {ReelOptions} options
 * @returns {Reel}
 */
export function createReel(host, options) {
  const { controls = true, theme } = options;
  const frame = h("div", { class: "reel embed", "data-controls": controls ? "shown" : "hidden" });
  const box = h("div", { class: "reel-box" }, frame);
  const context = createContext(frame, { signal: options.signal, keys: box });
  const { signal } = context;
  const emit = createEmitter(signal);
  /** @type {Assembly | null} */
  let made = null;
  /** @type {Error | null} */
  let failure = null;
  if (theme && theme !== "auto") frame.dataset.theme = theme;
  host.append(box);
  context.onEnd(() => box.remove());

  async function load() {
    const module = (await instanceOf(options)) ?? own;
    signal.throwIfAborted();
    made = await module.assemble(context, host, options, emit);
    const { isLive, player } = made;
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
    else if (found && "event" in found && found.event !== undefined)
      timeline.seekEvent(found.event);
    else if (found) timeline.seek(found.ms ?? 0);
  }

  const loaded = load().catch((error) => {
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
 * Load the instance of the modules for a reel's own language; null if this one has it.
 *
 * @param {ReelOptions} options
 */
async function instanceOf({ lang, texts }) {
  const isOwn = !lang || (lang === language && isTranslated);
  return isOwn && !texts ? null : loadLanguage(lang ?? language, texts);
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
