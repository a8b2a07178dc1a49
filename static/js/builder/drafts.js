// @ts-check
import { isObject } from "./paths.js";

/** @import { Army } from "./types" */

const PREFIX = "battlereel.draft.";
const KEPT_MOST = 30;

/**
 * An unfinished army in the browser's storage, with the terms that it is tested under. revision: that
 * of the saved army being edited, if any.
 *
 * @typedef {object} Draft
 * @property {Army} army
 * @property {string} note
 * @property {Record<string, any>} terms
 * @property {number | null} revision
 * @property {number} at in ms since 1970
 */

/**
 * Store this tab's draft of one page. If another tab has stored one there since, this tab uses a key of
 * its own. `save` returns false when the storage is full or forbidden.
 *
 * @param {string} place
 * @param {() => Storage} storage may throw where storage is forbidden
 * @param {() => number} now
 */
export function createDrafts(place, storage = () => localStorage, now = Date.now) {
  const tab = Math.random().toString(36).slice(2);
  let key = PREFIX + place;
  /** Text that this tab last read or wrote. */
  let known = "";

  const isOthers = () => {
    const held = storage().getItem(key);
    return held !== null && held !== known;
  };

  return {
    /** @returns {Draft | null} the newest of all tabs */
    load() {
      try {
        const kept = storage();
        const keys = keysOf(kept).filter((one) => one === key || one.startsWith(`${key}#`));
        const latest = keys.sort((one, other) => age(kept, other) - age(kept, one))[0];
        const text = kept.getItem(latest ?? key) ?? "null";
        const draft = JSON.parse(text);
        if (!isObject(draft) || !isObject(draft.army) || !isObject(draft.terms)) return null;
        [key, known] = [latest, text];
        return draft;
      } catch {
        return null;
      }
    },

    /**
     * @param {Omit<Draft, "at">} draft
     * @returns {boolean} whether it was stored
     */
    save(draft) {
      try {
        if (isOthers()) key = `${PREFIX}${place}#${tab}`;
        const text = JSON.stringify({ ...draft, at: now() });
        storage().setItem(key, text);
        known = text;
        dropOldest(storage());
        return true;
      } catch {
        return false;
      }
    },

    discard() {
      try {
        if (!isOthers()) storage().removeItem(key);
      } catch {
        // Without storage there is no draft to remove.
      }
    },
  };
}

/** @param {Storage} storage */
const keysOf = (storage) =>
  Array.from({ length: storage.length }, (_, place) => storage.key(place) ?? "");

/** When a draft was stored, in ms since 1970. @param {Storage} storage @param {string} key */
const age = (storage, key) => JSON.parse(storage.getItem(key) ?? "{}").at ?? 0;

/** @param {Storage} storage */
function dropOldest(storage) {
  const drafts = keysOf(storage).filter((key) => key.startsWith(PREFIX));
  if (drafts.length <= KEPT_MOST) return;
  const byAge = drafts
    .map((key) => ({ key, at: age(storage, key) }))
    .sort((one, other) => one.at - other.at);
  for (const { key } of byAge.slice(0, drafts.length - KEPT_MOST)) storage.removeItem(key);
}
