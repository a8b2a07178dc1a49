// @ts-check
import { t } from "../lib/text.js";

/** @import { PageData } from "../player/types" */
/** @import { Player } from "../player/player" */

const KEY = "battlereel.seen";

/** How many battles a browser remembers: the latest. */
const MOST = 200;

/**
 * @typedef {[battle: string, version: string, result: string]} Seen
 *   without a version any recording of it: a match has one, which its page does not know
 */

/**
 * How a battle ended whose end was seen in this browser, in words; undefined for any other.
 *
 * @param {string} battle
 * @param {string} [version] of its recording; without it any
 */
export const seenResult = (battle, version) =>
  read().find(([id, of]) => id === battle && (!version || !of || of === version))?.[2];

/**
 * Whether a page hides how its battle ends: not if it has been seen, unless the address
 * asks for that.
 *
 * @param {PageData} data
 */
export function isHidden({ battle, spoilers_hidden }) {
  const asks = new URLSearchParams(location.search).get("spoilers") === "0";
  return spoilers_hidden && (asks || seenResult(battle.id, battle.version) === undefined);
}

/**
 * Remember the battle once it was watched to its end, or its end was asked for.
 *
 * @param {Pick<Player, "battle" | "store" | "timeline" | "view">} player
 */
export function rememberEnd({ battle, store, timeline, view }) {
  const forget = timeline.subscribe(() => {
    const state = store.states[store.states.length - 1];
    if (timeline.veiled || timeline.onAir || !store.isOver || !state.ended) return;
    forget();
    const result = state.winner
      ? t("{name} won", { name: view.sideName(state, state.winner) })
      : t("A draw");
    remember(battle.id, battle.version, result);
  });
}

/**
 * @param {string} battle
 * @param {string} version
 * @param {string} result in words
 */
export function remember(battle, version, result) {
  write([...read().filter(([id]) => id !== battle), [battle, version, result]]);
}

/** @returns {Seen[]} the latest last */
function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return /** @type {Seen[]} */ (kept.filter(Array.isArray));
  } catch {
    return [];
  }
}

/** @param {Seen[]} seen */
function write(seen) {
  try {
    localStorage.setItem(KEY, JSON.stringify(seen.slice(-MOST)));
  } catch {
    // A browser that keeps nothing asks again next time.
  }
}
