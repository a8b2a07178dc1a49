// @ts-check
import { t } from "../../lib/text.js";
import { sideName as nameSide } from "../../player/engine/sides.js";
import * as words from "../../player/engine/words.js";
import file from "./words.json";

/** @import { Catalog, SideId } from "../../player/types" */
/** @import { Event } from "./events" */
/** @import { ArmyUnit, State } from "./reduce" */

/** @type {words.Words<Event>} */
const WORDS = file;

/** @param {string} type */
export const isMinor = (type) => WORDS.minor.includes(type);

/**
 * Return the display name of a side: its own name, its army's, or its colour.
 *
 * @param {State} state
 * @param {SideId} side
 */
export function sideName(state, side) {
  const army = state.armies?.[side];
  return nameSide(side, army?.name, army?.army);
}

/** @param {State} state @param {ArmyUnit} unit */
export const unitName = (state, unit) =>
  words.numberedName(unit, state.armies?.[unit.side].lineup ?? [], state.roster);

/**
 * Return the name of an ability, an item, a building or a part of a value.
 *
 * @param {Catalog} catalog
 * @param {string} id
 */
export function sourceName(catalog, id) {
  return t(WORDS.things[id] ?? catalog.abilities[id]?.name ?? catalog.entries[id]?.name ?? id);
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
    words.namesOf(state, { unitName: (now, id) => unitName(now, now.roster[id]), sideName }, (id) =>
      sourceName(catalog, id),
    ),
  );
