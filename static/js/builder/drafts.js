// @ts-check
import { isObject } from "./paths.js";

/** @import { Army } from "./types" */

const PREFIX = "battlereel.draft.";
const KEPT_MOST = 30;

/**
 * An unfinished army in the browser, with the terms that it is tried under. revision: of the saved
 * army that the edit began with, where there is one.
 *
 * @typedef {object} Draft
 * @property {Army} army
 * @property {string} note
 * @property {Record<string, any>} terms
 * @property {number | null} revision
 * @property {number} at in ms since 1970
 */

/**
 * Keeps the draft of one place where armies are edited. A browser that keeps nothing, or has no room
 * left, is no reason to stop: `save` then says false.
 *
 * @param {string} place
 * @param {() => Storage} storage gives the browser's storage; throws where it is forbidden
 * @param {() => number} now
 */
export function createDrafts(place, storage = () => localStorage, now = Date.now) {
  const key = PREFIX + place;

  return {
    /** @returns {Draft | null} */
    load() {
      try {
        const draft = JSON.parse(storage().getItem(key) ?? "null");
        return isObject(draft) && isObject(draft.army) && isObject(draft.terms) ? draft : null;
      } catch {
        return null;
      }
    },

    /**
     * @param {Omit<Draft, "at">} draft
     * @returns {boolean} whether it is kept
     */
    save(draft) {
      try {
        storage().setItem(key, JSON.stringify({ ...draft, at: now() }));
        dropOldest(storage());
        return true;
      } catch {
        return false;
      }
    },

    discard() {
      try {
        storage().removeItem(key);
      } catch {
        // What cannot be kept need not be thrown away.
      }
    },
  };
}

/** @param {Storage} storage */
function dropOldest(storage) {
  const keys = Array.from({ length: storage.length }, (_, place) => storage.key(place) ?? "");
  const drafts = keys.filter((key) => key.startsWith(PREFIX));
  if (drafts.length <= KEPT_MOST) return;
  const age = (/** @type {string} */ key) => JSON.parse(storage.getItem(key) ?? "{}").at ?? 0;
  const byAge = drafts
    .map((key) => ({ key, at: age(key) }))
    .sort((one, other) => one.at - other.at);
  for (const { key } of byAge.slice(0, drafts.length - KEPT_MOST)) storage.removeItem(key);
}
