// @ts-check
/** @import { Moment } from "./types" */

/** Changes of one sort that follow each other this fast are undone together, as typing is. */
const TOGETHER_MS = 1200;
const KEPT_MOST = 300;

/**
 * The moments of an edit, with undo and redo.
 *
 * @param {Moment} first
 * @param {() => number} now in ms
 */
export function createHistory(first, now = () => performance.now()) {
  /** @type {{ moment: Moment, what: string }[]} what: in words, what led from it to the next */
  let past = [];
  /** @type {{ moment: Moment, what: string }[]} */
  let future = [];
  let present = first;
  let lastGroup = "";
  let lastAt = Number.NEGATIVE_INFINITY;

  return {
    get present() {
      return present;
    },
    /** What undo would take back, in words; null when there is nothing. */
    get undoable() {
      return past.at(-1)?.what ?? null;
    },
    get redoable() {
      return future.at(-1)?.what ?? null;
    },

    /**
     * @param {Moment} next
     * @param {string} what was done, in words
     * @param {string} [group] changes of the same group merge while they follow each other fast
     */
    commit(next, what, group = "") {
      const at = now();
      const merges = group !== "" && group === lastGroup && at - lastAt < TOGETHER_MS;
      if (!merges || past.length === 0)
        past = [...past, { moment: present, what }].slice(-KEPT_MOST);
      future = [];
      present = next;
      lastGroup = group;
      lastAt = at;
    },

    /**
     * Chooses a row, which is nothing to undo.
     *
     * @param {string | null} selected
     */
    select(selected) {
      present = { ...present, selected };
      lastGroup = "";
    },

    /** What was taken back, in words; null when there was nothing. */
    undo() {
      const step = past.at(-1);
      if (!step) return null;
      past = past.slice(0, -1);
      future = [...future, { moment: present, what: step.what }];
      present = step.moment;
      lastGroup = "";
      return step.what;
    },

    redo() {
      const step = future.at(-1);
      if (!step) return null;
      future = future.slice(0, -1);
      past = [...past, { moment: present, what: step.what }];
      present = step.moment;
      lastGroup = "";
      return step.what;
    },
  };
}

/** @typedef {ReturnType<typeof createHistory>} History */
