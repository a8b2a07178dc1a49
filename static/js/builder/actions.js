// @ts-check
import { t } from "../lib/text.js";
import * as documents from "./document.js";
import { inside } from "./pieces.js";

/** @import { Field, ShelfItem } from "./types" */
/** @import { Session } from "./session" */

/**
 * Actions on the army, each with its undo label and its announcement.
 *
 * @param {Session} session
 * @param {Workbench["say"]} say
 */
export function createActions(session, say) {
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
        documents.addRow(form, session.moment, card.row, at),
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
      session.commit(documents.removeRow(form, session.moment, key), t("remove {name}", { name }));
      say(t("{name} removed, {count} left.", { name, count: session.moment.keys.length }), "seen");
    },
    /** @param {string} key */
    duplicate(key) {
      if (session.full) return;
      const name = session.nameOf(key);
      session.commit(
        documents.duplicateRow(form, session.moment, key),
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
      const next = documents.moveRow(form, session.moment, key, to);
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
     * @param {string | null} key null for a field of the army itself
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
        documents.changeField(form, shelf, session.moment, key, field, value),
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
      say(what === null ? t("There is nothing to redo.") : t("Redone: {what}.", { what }));
    },
  };
}

/** @typedef {ReturnType<typeof createActions>} Actions */

/**
 * What every part of the editor works with. `say` announces a text: "lasting" leaves it as a note;
 * "seen" marks what the army on screen shows as well.
 *
 * @typedef {object} Workbench
 * @property {Session} session
 * @property {Actions} acts
 * @property {(text: string, how?: "seen" | "lasting") => (() => void) | null} say
 */
