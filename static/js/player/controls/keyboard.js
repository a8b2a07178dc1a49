// @ts-check
import { keyOf } from "../../lib/keys.js";
import { recall } from "../../lib/storage.js";

/** @import { Context } from "../context" */
/** @import { Intents } from "./intents" */

/** Single-character keys can be switched off: speech input may type them. */
export const OFF = "keys";
/** Whether single-character keys are switched off. */
export const areOff = () => recall(OFF) === "off";

const MOVES = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", " "];

/**
 * Listen for keys, except where they have another meaning: in text fields, on elements that the
 * space bar presses, and in elements that the arrows scroll.
 *
 * @param {Context} context
 * @param {Intents} intents
 * @param {{ onFullscreen: () => void, onSound: () => void, onHelp: () => void, onRound: () => void, onEscape: () => boolean }} page
 *   `onEscape` says whether it had anything to do
 */
export function listenForKeys({ keys, signal }, intents, page) {
  /** @type {Record<string, () => unknown>} */
  const actions = {
    " ": intents.toggle,
    ArrowLeft: () => intents.step("beat", -1),
    ArrowRight: () => intents.step("beat", 1),
    ArrowUp: () => intents.step("round", -1),
    ArrowDown: () => intents.step("round", 1),
    ",": () => intents.step("event", -1),
    ".": () => intents.step("event", 1),
    "[": () => intents.defeat(-1),
    "]": () => intents.defeat(1),
    Home: intents.start,
    End: intents.end,
    "-": () => intents.speed(-1),
    "+": () => intents.speed(1),
    "=": () => intents.speed(1),
    d: intents.director,
    h: intents.highlights,
    f: page.onFullscreen,
    m: page.onSound,
    r: page.onRound,
    "?": page.onHelp,
    Escape: page.onEscape,
  };
  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const { target } = event;
    const key = keyOf(event);
    // A key of the page around the player is prevented already.
    if (event.defaultPrevented || isTyping(target)) return;
    if (target instanceof Element && isOwnKey(target, key)) return;
    const action = Object.hasOwn(actions, key) ? actions[key] : null;
    if (!action || document.querySelector("dialog[open]")) return;
    if (key.length === 1 && key !== " " && areOff()) return;
    // An unused Escape is left to the browser.
    if (action() !== false || key !== "Escape") event.preventDefault();
  }
  keys.addEventListener("keydown", /** @type {EventListener} */ (onKey), { signal });
}

/**
 * Whether a key does something else where the focus is.
 *
 * @param {Element} target
 * @param {string} key
 */
function isOwnKey(target, key) {
  if (key === " " && target.closest("button, summary, [role=button], [type=checkbox]")) return true;
  return MOVES.includes(key) && scrolls(target);
}

/**
 * Whether the arrows scroll what has the focus.
 *
 * @param {Element} target
 */
function scrolls(target) {
  const isFocused = target instanceof HTMLElement && target.tabIndex >= 0;
  if (!isFocused || target.scrollHeight <= target.clientHeight) return false;
  return ["auto", "scroll"].includes(getComputedStyle(target).overflowY);
}

/** @param {EventTarget | null} target */
function isTyping(target) {
  if (target instanceof HTMLInputElement) return !["range", "checkbox"].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}
