// @ts-check
import { t } from "../../lib/text.js";
import { sideName as called } from "../../player/engine/sides.js";
import * as words from "../../player/engine/words.js";
import file from "./words.json";

/** @import { Catalog, SideId } from "../../player/types" */
/** @import { Event } from "./events" */
/** @import { State } from "./reduce" */

/** @type {words.Words<Event>} */
const WORDS = file;

/** @param {string} id */
const letter = (id) => id.slice(-1);

/** Orders as they are said in a list. */
export const ORDERS = /** @type {Record<string, string>} */ ({
  attack: t("attack"),
  defend: t("defend"),
  recover: t("recover"),
  none: t("none"),
});

/** @param {Record<string, string>} orders by id of the unit */
const ordered = (orders) =>
  Object.entries(orders)
    .map(([id, order]) => `${letter(id)} ${ORDERS[order]}`)
    .join(", ");

/** @type {words.Kinds} */
const KINDS = {
  /** Units of one side by their letters alone: `A, C`. */
  letters: (_names, /** @type {string[]} */ ids) => ({
    text: ids.map(letter).join(", ") || t("nobody"),
  }),
  /** What each unit of a side is to do: `A attack, B none`. */
  orders: (_names, orders) => ({ text: ordered(orders) }),
  /** Orders that do not count: ` · not allowed: A attack`, and nothing where there are none. */
  refused: (_names, orders) => ({
    text: Object.keys(orders).length
      ? t(" · not allowed: {orders}", { orders: ordered(orders) })
      : "",
  }),
};

/** @param {string} type */
export const isMinor = (type) => WORDS.minor.includes(type);

/** Bots by the names that battle files call them. */
const BOTS = new Map([
  ["Dice", t("Dice")],
  ["Warden", t("Warden")],
  ["Ram", t("Ram")],
  ["Castellan", t("Castellan")],
]);

/**
 * What the page calls a side: its own name, its army's, or its colour.
 *
 * @param {State} state
 * @param {SideId} side
 */
export const sideName = (state, side) =>
  BOTS.get(state.sides?.[side].name ?? "") ??
  called(side, state.sides?.[side].name, state.armies[side]);

/**
 * What a unit is called, both sides having the same letters: `Ann’s C`.
 *
 * @param {State} state
 * @param {string} id
 */
export const unitName = (state, id) => {
  const { name, side } = state.roster[id];
  return t("{side}’s {unit}", { side: sideName(state, side), unit: name });
};

/**
 * The name of a row of the tables in use.
 *
 * @param {State} state
 * @param {string} id
 */
export const rowName = (state, id) => t(state.rows[id]?.name ?? id);

/**
 * The name of a row with its id, or of a rule or a bot.
 *
 * @param {State} state
 * @param {Catalog} catalog
 * @param {string} id
 */
export function sourceName(state, catalog, id) {
  const row = state.rows[id];
  if (row) return `${t(row.name)} (${id})`;
  return t(WORDS.things[id] ?? catalog.bots?.[id]?.name ?? id);
}

/**
 * The sentence for an event, as runs of text; none for an event that needs no words.
 *
 * @param {Catalog} catalog
 * @param {Event} event
 * @param {State} state after the event
 */
export const tell = (catalog, event, state) =>
  words.tell(
    WORDS,
    event,
    words.namesOf(state, { unitName, sideName }, (id) => sourceName(state, catalog, id)),
    KINDS,
  );
