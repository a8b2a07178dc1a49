// @ts-check
import { t } from "../lib/text.js";
import * as documents from "./document.js";
import { inside } from "./pieces.js";

/** @import { Field, ShelfItem } from "./types" */
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
     * @param {ShelfItem} card
     * @param {number} [at]
     */
    add(card, at) {
      if (session.full) {
        say(t("{list}: full, with {count} rows.", { list: form.list_name, count: form.most }));
        return;
      }
      session.commit(
        documents.added(form, session.moment, card.row, at),
        t("add {name}", { name: card.name }),
      );
      const key = /** @type {string} */ (session.moment.selected);
      say(
        t("{name} added, {place} of {count}.", {
          name: card.name,
          place: place(key),
          count: session.moment.keys.length,
        }),
        "seen",
      );
    },
    /** @param {string} key */
    remove(key) {
      if (form.fixed) return;
      const name = session.nameOf(key);
      session.commit(documents.removed(form, session.moment, key), t("remove {name}", { name }));
      say(t("{name} removed, {count} left.", { name, count: session.moment.keys.length }), "seen");
    },
    /** @param {string} key */
    duplicate(key) {
      if (session.full) return;
      const name = session.nameOf(key);
      session.commit(
        documents.duplicated(form, session.moment, key),
        t("duplicate {name}", { name }),
      );
      say(t("{name} duplicated.", { name }), "seen");
    },
    /**
     * @param {string} key
     * @param {number} to
     */
    move(key, to) {
      if (form.fixed) return;
      const next = documents.moved(form, session.moment, key, to);
      if (next === session.moment) return;
      const name = session.nameOf(key);
      session.commit(next, t("move {name}", { name }), `move ${key}`);
      say(
        t("{name} is now {place} of {count}.", {
          name,
          place: place(key),
          count: next.keys.length,
        }),
        "seen",
      );
    },
    /**
     * @param {string | null} key null: a field of the army itself
     * @param {Field} field
     * @param {any} value
     */
    change(key, field, value) {
      const label = inside(field.label);
      const what = key
        ? t("change {what} of {name}", { what: label, name: session.nameOf(key) })
        : t("change {what}", { what: label });
      const group = ["text", "number"].includes(field.type) ? `${key} ${field.path}` : "";
      session.commit(
        documents.changed(form, shelf, session.moment, key, field, value),
        what,
        group,
      );
    },
    undo() {
      const what = session.undo();
      say(what === null ? t("There is nothing to undo.") : t("Undone: {what}.", { what }));
    },
    redo() {
      const what = session.redo();
      say(what === null ? t("There is nothing to redo.") : t("Done again: {what}.", { what }));
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
 * @property {(text: string, how?: "seen" | "lasting") => (() => void) | null} say
 */
