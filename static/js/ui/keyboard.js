// @ts-check
import { h } from "../core/dom.js";

/** @import { Intents } from "./controls" */

/** Keys, and what they do in the help. */
const KEYS = [
  ["space", "play or pause"],
  ["← →", "one beat back or on"],
  [", .", "one event back or on"],
  ["↑ ↓", "one round back or on"],
  ["[ ]", "the previous or next defeat"],
  ["Home End", "the beginning; the end, or the live moment"],
  ["− +", "slower or faster"],
  ["r", "type a round number, then Enter"],
  ["f", "full screen"],
  ["m", "sound on or off"],
  ["?", "this help"],
  ["Tab, arrows", "on a unit: walk through the lineups; Enter keeps its card open"],
];

/**
 * Listens for keys anywhere on the page, except where somebody types.
 *
 * @param {Intents} intents
 * @param {{ onFullscreen: () => void, onSound: () => void, onHelp: () => void, onRound: () => void, onEscape: () => void }} page
 */
export function listenForKeys(intents, page) {
  /** @type {Record<string, () => void>} */
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
    f: page.onFullscreen,
    m: page.onSound,
    r: page.onRound,
    "?": page.onHelp,
    Escape: page.onEscape,
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (event.key === " " && event.target instanceof HTMLButtonElement) return;
    const action = Object.hasOwn(actions, event.key) ? actions[event.key] : null;
    if (!action || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    action();
  });
}

/** @param {EventTarget | null} target */
function isTyping(target) {
  if (target instanceof HTMLInputElement) return target.type !== "range";
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

/**
 * The help: a dialog that lists the keys.
 *
 * @param {string[][]} more keys of the page around the player, which come first
 */
export function createHelp(more) {
  const rows = [...more, ...KEYS].map(([key, what]) => [
    h("dt", {}, h("kbd", {}, key)),
    h("dd", {}, what),
  ]);
  const dialog = h(
    "dialog",
    { class: "help", "aria-labelledby": "help-title" },
    h("h2", { id: "help-title" }, "Keys"),
    h("dl", {}, ...rows.flat()),
    h("form", { method: "dialog" }, h("button", { class: "button" }, "Close")),
  );
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  return dialog;
}
