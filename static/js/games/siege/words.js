// @ts-check
import { t, tn } from "../../lib/text.js";
import { sideName as nameSide } from "../../player/engine/sides.js";
import * as words from "../../player/engine/words.js";
import file from "./words.json";

/** @import { Catalog, SideId } from "../../player/types" */
/** @import { Event } from "./events" */
/** @import { State } from "./reduce" */

/** @type {words.Words<Event>} */
const WORDS = file;

/** @param {string} id */
const letter = (id) => id.slice(-1);

/** Orders as list items. */
export const ORDERS = /** @type {Record<string, string>} */ ({
  attack: t("attack"),
  defend: t("defend"),
  recover: t("recover"),
});

/** What units do by an order, from their letters and their number. */
const ORDERED = /** @type {Record<string, (units: string, count: number) => string>} */ ({
  attack: (units, count) => tn("{units} attacks", "{units} attack", count, { units }),
  defend: (units, count) => tn("{units} defends", "{units} defend", count, { units }),
  recover: (units, count) => tn("{units} recovers", "{units} recover", count, { units }),
  none: (units, count) => tn("{units} takes no action", "{units} take no action", count, { units }),
});

/**
 * Return a side's orders in words: `C, D attack; E defends; the others take no action`.
 *
 * @param {Record<string, string>} orders by id of the unit
 */
function tellOrders(orders) {
  const ids = Object.keys(orders);
  return Object.keys(ORDERED)
    .map((order) => ({ order, own: ids.filter((id) => orders[id] === order) }))
    .filter(({ own }) => own.length > 0)
    .map(({ order, own }) =>
      order === "none" && own.length > 1 && own.length < ids.length
        ? t("the others take no action")
        : ORDERED[order](own.map(letter).join(", "), own.length),
    )
    .join("; ");
}

/** @param {Record<string, string>} orders by id of the unit */
const listOrders = (orders) =>
  Object.entries(orders)
    .map(([id, order]) => `${letter(id)} ${ORDERS[order]}`)
    .join(", ");

/** @type {words.Kinds} */
const KINDS = {
  /** Letters of one side's units: `A, C`. */
  letters: (_names, /** @type {string[]} */ ids) => ({
    text: ids.map(letter).join(", ") || t("no one"),
  }),
  orders: (_names, orders) => ({ text: tellOrders(orders) }),
  /** Impossible orders: ` · not allowed: A attack`; empty if there are none. */
  refused: (_names, orders) => ({
    text: Object.keys(orders).length
      ? t(" · not allowed: {orders}", { orders: listOrders(orders) })
      : "",
  }),
};

/** @param {string} type */
export const isMinor = (type) => WORDS.minor.includes(type);

/** Translations of the bots' names in battle files. */
const BOTS = new Map([
  ["Dice", t("Dice")],
  ["Warden", t("Warden")],
  ["Ram", t("Ram")],
  ["Castellan", t("Castellan")],
]);

/**
 * Return the display name of a side: its own name, its army's, or its colour.
 *
 * @param {State} state
 * @param {SideId} side
 */
export const sideName = (state, side) =>
  BOTS.get(state.sides?.[side].name ?? "") ??
  nameSide(side, state.sides?.[side].name, state.armies[side]);

/**
 * Return the display name of a unit with its side, since both sides use the same letters: `Ann's C`.
 *
 * @param {State} state
 * @param {string} id
 */
export const unitName = (state, id) => {
  const { name, side } = state.roster[id];
  return t("{side}'s {unit}", { side: sideName(state, side), unit: name });
};

/**
 * Return the name of a table row: a plain one if words.json has it, since recordings hold the table's.
 *
 * @param {State} state
 * @param {string} id
 */
export const rowName = (state, id) => {
  const name = state.rows[id]?.name ?? id;
  return t(WORDS.things[name] ?? name);
};

/**
 * Return the name of a table row, a rule or a bot; a unit's card has the row's id and text.
 *
 * @param {State} state
 * @param {Catalog} catalog
 * @param {string} id
 */
export function sourceName(state, catalog, id) {
  if (state.rows[id]) return rowName(state, id);
  return t(WORDS.things[id] ?? catalog.bots?.[id]?.name ?? id);
}

/**
 * Return the sentence for an event as runs of text; none for an event without words.
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
