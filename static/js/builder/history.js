// @ts-check
/** @import { Moment } from "./types" */

/** Changes of one group within this time are undone together, such as typing. */
const TOGETHER_MS = 1200;
const KEPT_MOST = 300;

/**
 * An undo and redo history of an edit.
 *
 * @param {Moment} first
 * @param {() => number} now in ms
 */
export function createHistory(first, now = () => performance.now()) {
  /** @type {{ moment: Moment, what: string }[]} what: description of the change to the next moment */
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
    /** Description of the change that undo would revert; null if there is none. */
    get undoable() {
      return past.at(-1)?.what ?? null;
    },
    get redoable() {
      return future.at(-1)?.what ?? null;
    },

    /**
     * @param {Moment} next
     * @param {string} what description of the change
     * @param {string} [group] changes of the same group merge when they follow each other quickly
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
     * Select a row. Selections cannot be undone.
     *
     * @param {string | null} selected
     */
    select(selected) {
      present = { ...present, selected };
      lastGroup = "";
    },

    /** Description of the reverted change; null if there was none. */
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
