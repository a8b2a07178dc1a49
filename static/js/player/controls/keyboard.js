// @ts-check
import { h } from "../../lib/dom.js";
import { keyOf } from "../../lib/keys.js";
import { recall, remember } from "../../lib/storage.js";
import { t } from "../../lib/text.js";

/** @import { Intents } from "./intents" */

/** Keys, and what they do in the help. */
const KEYS = [
  [t("space"), t("play or pause")],
  ["← →", t("the previous or next step")],
  [", .", t("one event back or on")],
  ["↑ ↓", t("the previous or next round")],
  ["[ ]", t("the previous or next defeat")],
  [t("Home End"), t("start; end or live")],
  ["− +", t("slower or faster")],
  ["d", t("Director’s speed on or off")],
  ["h", t("highlights on or off")],
  ["r", t("round number, then Enter")],
  ["f", t("full screen")],
  ["m", t("sound on or off")],
  ["?", t("this help")],
  [t("Escape"), t("closes a card or highlights")],
  [t("Tab, arrows"), t("walk through the units; Enter pins a card")],
];

/** Single characters may be meant for a program that somebody speaks to: they can be switched off. */
const OFF = "keys";
/** Whether somebody wants nothing to happen by keys of a single character. */
export const areOff = () => recall(OFF) === "off";

const MOVES = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", " "];

/**
 * Listens for keys anywhere on the page, except where they have a meaning of their own: where
 * somebody types, on what the space bar presses, and within what the arrows scroll.
 *
 * @param {Intents} intents
 * @param {{ onFullscreen: () => void, onSound: () => void, onHelp: () => void, onRound: () => void, onEscape: () => boolean }} page
 *   `onEscape` says whether it had anything to do
 */
export function listenForKeys(intents, page) {
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
  document.addEventListener("keydown", (event) => {
    const { target } = event;
    const key = keyOf(event);
    // A key of the page around the player is prevented already.
    if (event.defaultPrevented || isTyping(target)) return;
    if (target instanceof Element && isOwnKey(target, key)) return;
    const action = Object.hasOwn(actions, key) ? actions[key] : null;
    if (!action || document.querySelector("dialog[open]")) return;
    if (key.length === 1 && key !== " " && areOff()) return;
    // An Escape that nobody here has a use for is the browser's.
    if (action() !== false || key !== "Escape") event.preventDefault();
  });
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
  const single = h("input", {
    type: "checkbox",
    checked: !areOff(),
    onchange: () => remember(OFF, single.checked ? null : "off"),
  });
  const dialog = h(
    "dialog",
    { class: "help", "aria-labelledby": "help-title" },
    h("h2", { id: "help-title" }, t("Keys")),
    h("dl", {}, ...rows.flat()),
    h("label", { class: "keys-off" }, single, " ", t("Keys of a single character")),
    h("form", { method: "dialog" }, h("button", { class: "button" }, t("Close"))),
  );
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  return dialog;
}
