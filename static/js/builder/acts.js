// @ts-check
import * as documents from "./document.js";

/** @import { Card, Field } from "./types" */
/** @import { Session } from "./session" */

/**
 * What one does to an army, with the words for it.
 *
 * @param {Session} session
 * @param {Workbench["say"]} say
 */
export function createActs(session, say) {
  const { form, shelf } = session;
  const place = (/** @type {string} */ key) => session.moment.keys.indexOf(key) + 1;

  return {
    /**
     * @param {Card} card
     * @param {number} [at]
     */
    add(card, at) {
      if (session.full) {
        say(`The ${form.list_name.toLowerCase()} is full: it has ${form.most} rows.`);
        return;
      }
      session.commit(documents.added(form, session.moment, card.row, at), `add ${card.name}`);
      const key = /** @type {string} */ (session.moment.selected);
      say(`${card.name} added, ${place(key)} of ${session.moment.keys.length}.`, "seen");
    },
    /** @param {string} key */
    remove(key) {
      if (form.fixed) return;
      const name = session.nameOf(key);
      session.commit(documents.removed(form, session.moment, key), `remove ${name}`);
      say(`${name} removed, ${session.moment.keys.length} left.`, "seen");
    },
    /** @param {string} key */
    duplicate(key) {
      if (session.full) return;
      const name = session.nameOf(key);
      session.commit(documents.duplicated(form, session.moment, key), `duplicate ${name}`);
      say(`${name} duplicated.`, "seen");
    },
    /**
     * @param {string} key
     * @param {number} to
     */
    move(key, to) {
      if (form.fixed) return;
      const next = documents.moved(form, session.moment, key, to);
      if (next === session.moment) return;
      session.commit(next, `move ${session.nameOf(key)}`, `move ${key}`);
      say(`${session.nameOf(key)} is now ${place(key)} of ${next.keys.length}.`, "seen");
    },
    /**
     * @param {string | null} key null: a field of the army itself
     * @param {Field} field
     * @param {any} value
     */
    change(key, field, value) {
      const what = `change ${field.label.toLowerCase()}${key ? ` of ${session.nameOf(key)}` : ""}`;
      const group = ["text", "number"].includes(field.type) ? `${key} ${field.path}` : "";
      session.commit(
        documents.changed(form, shelf, session.moment, key, field, value),
        what,
        group,
      );
    },
    undo() {
      const what = session.undo();
      say(what === null ? "There is nothing to undo." : `Undone: ${what}.`);
    },
    redo() {
      const what = session.redo();
      say(what === null ? "There is nothing to redo." : `Done again: ${what}.`);
    },
  };
}

/** @typedef {ReturnType<typeof createActs>} Acts */

/**
 * What every part of the editor works with. say: tells something once; "lasting": and leaves it
 * there to be read; "seen": though whoever sees the army sees it anyway.
 *
 * @typedef {object} Workbench
 * @property {Session} session
 * @property {Acts} acts
 * @property {(text: string, how?: "seen" | "lasting") => void} say
 */
