// @ts-check
import { h } from "../lib/dom.js";
import { createReel } from "./index.js";

/** @import { Reel, ReelFile, ReelOptions } from "./types" */

export { createReel };

const KINDS = /** @type {const} */ (["defeat", "turn", "own"]);
const FLAGS = ["autoplay", "spoilers"];
const EVENTS = /** @type {const} */ ([
  ...["time", "play", "pause", "event"],
  ...["marker", "ended", "error", "ready"],
]);

/**
 * `<battle-reel src="…">`: a battle in a shadow root, as large as its container makes it. Attributes are the options of
 * `createReel`, its methods are the element's, its events come as `reel-NAME` with their value in `detail`.
 */
export class BattleReel extends HTMLElement {
  static observedAttributes = ["src", "speed", "theme", "controls", "lang", "pause-at", ...FLAGS];

  /** @type {Reel | null} */
  #reel = null;
  /** @type {ReelFile | null} */
  #file = null;
  /** @type {ReelOptions["texts"]} */
  #texts;
  /** @type {ReelOptions["markers"]} */
  #ownMarkers;
  #isDue = false;

  constructor() {
    super();
    this.attachShadow({ mode: "open" });
    // What a page has set before the element was defined hides the properties of the class.
    for (const name of ["reel", "src", "speed", "theme", "texts", "ownMarkers"]) {
      if (!Object.hasOwn(this, name)) continue;
      const value = /** @type {any} */ (this)[name];
      delete (/** @type {any} */ (this)[name]);
      /** @type {any} */ (this)[name] = value;
    }
  }

  connectedCallback() {
    this.#restart();
  }

  disconnectedCallback() {
    this.#reel?.destroy();
    this.#reel = null;
  }

  /** @param {string} name @param {string | null} old @param {string | null} value */
  attributeChangedCallback(name, old, value) {
    if (old === value || !this.#reel) return;
    if (name === "speed") this.#reel.speed = Number(value) || 1;
    else if (name === "theme") this.#reel.theme = themeOf(value);
    else this.#restart();
  }

  /** Starts once for all that is set in one turn. */
  #restart() {
    if (this.#isDue) return;
    this.#isDue = true;
    queueMicrotask(() => {
      this.#isDue = false;
      this.#reel?.destroy();
      this.#reel = null;
      const src = this.getAttribute("src");
      if (!this.isConnected || !(src || this.#file)) return;
      const shadow = /** @type {ShadowRoot} */ (this.shadowRoot);
      const host = h("div", { class: "reel-host" });
      shadow.querySelector(".reel-host")?.remove();
      shadow.append(host);
      this.#reel = createReel(host, this.#options(src));
      for (const name of EVENTS) {
        this.#reel.on(name, (detail) => {
          this.dispatchEvent(new CustomEvent(`reel-${name}`, { detail }));
        });
      }
    });
  }

  /** @param {string | null} src @returns {ReelOptions} */
  #options(src) {
    const at = this.getAttribute("at");
    const pauseAt = (this.getAttribute("pause-at") ?? "").split(/\s+/);
    return {
      ...(this.#file ? { reel: this.#file } : { src: src ?? "" }),
      at: at ? { event: Number(at) } : undefined,
      autoplay: this.hasAttribute("autoplay"),
      spoilers: this.hasAttribute("spoilers"),
      controls: this.getAttribute("controls") !== "off",
      speed: Number(this.getAttribute("speed")) || 1,
      theme: themeOf(this.getAttribute("theme")),
      lang: this.getAttribute("lang") || undefined,
      texts: this.#texts,
      markers: this.#ownMarkers,
      pauseAt: KINDS.filter((kind) => pauseAt.includes(kind)),
    };
  }

  /** The reel file that is played, instead of one at `src`. */
  get reel() {
    return this.#file;
  }
  set reel(file) {
    this.#file = file;
    this.#restart();
  }
  /** Words in place of the package's. */
  get texts() {
    return this.#texts;
  }
  set texts(texts) {
    this.#texts = texts;
    this.#restart();
  }
  /** The host's own markers, next to those of the battle. */
  get ownMarkers() {
    return this.#ownMarkers;
  }
  set ownMarkers(markers) {
    this.#ownMarkers = markers;
    this.#restart();
  }
  get src() {
    return this.getAttribute("src") ?? "";
  }
  set src(value) {
    this.setAttribute("src", value);
  }
  get speed() {
    return Number(this.getAttribute("speed")) || 1;
  }
  set speed(value) {
    this.setAttribute("speed", String(value));
  }
  get theme() {
    return themeOf(this.getAttribute("theme"));
  }
  set theme(value) {
    this.setAttribute("theme", value);
  }
  get state() {
    return this.#reel?.state ?? "loading";
  }
  get time() {
    return this.#reel?.time ?? 0;
  }
  get duration() {
    return this.#reel?.duration ?? NaN;
  }
  get markers() {
    return this.#reel?.markers ?? [];
  }
  async play() {
    // The reel of an element that was just put into the page is made in the next turn.
    await null;
    return this.#reel?.play();
  }
  pause() {
    this.#reel?.pause();
  }
  /** @param {Parameters<Reel["seek"]>[0]} moment */
  seek(moment) {
    this.#reel?.seek(moment);
  }
}

/** @param {string | null} value @returns {"auto" | "dark" | "light"} */
const themeOf = (value) => (value === "dark" || value === "light" ? value : "auto");

if (!customElements.get("battle-reel")) customElements.define("battle-reel", BattleReel);
