// @ts-check
import { t } from "../../lib/text.js";
import { signed } from "../../player/engine/facts.js";
import { sideName as nameSide } from "../../player/engine/sides.js";
import * as words from "../../player/engine/words.js";
import file from "./words.json";

/** @import { Catalog, SideId } from "../../player/types" */
/** @import { Event, MeleeRolled, Roll, StackReadied } from "./events" */
/** @import { State } from "./reduce" */

/** @type {words.Words<Event>} */
const WORDS = file;

/** @type {words.Kinds} */
const KINDS = {
  /** Differences and their limited results: `leadership 3 − chaos 1 = +2`. */
  brackets(names, /** @type {StackReadied["brackets"]} */ rows) {
    const terms = rows
      .filter((row) => row.own_total || row.against_total)
      .map(
        (row) =>
          `${names.thing(row.own)} ${row.own_total} − ${names.thing(row.against)} ${row.against_total} = ${signed(row.amount)}`,
      );
    return { text: terms.join(", ") || t("nothing on either side") };
  },
  /** Results: `7`, with a medal die `12 and 7`; `no die` if none was needed. */
  dice: (_names, /** @type {MeleeRolled["a"]["dice"]} */ dice) => ({
    text: dice
      .map((die) => String(die.result))
      .concat(dice.length ? [] : t("no die"))
      .reduce((die, other) => t("{die} and {other}", { die, other })),
  }),
  /** What a target number adds up to: `: 5 strength + 3 against a flyer`; nothing for plain strength. */
  reason: (names, /** @type {Roll["parts"]} */ parts) => ({
    text: parts?.length
      ? `: ${parts.map(({ source, amount }) => `${amount} ${names.thing(source)}`).join(" + ")}`
      : "",
  }),
};

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

/** @param {string} name */
export const capital = (name) => name.charAt(0).toUpperCase() + name.slice(1);

/** @param {State} state @param {string} id */
export function unitName(state, id) {
  const unit = state.roster[id];
  return words.numberedName(unit, state.armies?.[unit.side].stack ?? [], state.roster);
}

/**
 * Append the number of failed attempts in a row: `Missed · try 4`.
 *
 * @param {string} text
 * @param {number} misses
 */
export const attempt = (text, misses) =>
  misses > 1 ? t("{text} · try {count}", { text, count: misses }) : text;

/**
 * Return the name of a unit, an ability, a spell, an item, a terrain or a word of the rules.
 *
 * @param {State} state
 * @param {Catalog} catalog
 * @param {string} id
 */
export function sourceName(state, catalog, id) {
  if (state.roster[id]) return unitName(state, id);
  const row = catalog.abilities[id] ?? catalog.entries[id] ?? catalog.terrains?.[id];
  return t(WORDS.things[id] ?? row?.name ?? id);
}

/**
 * Whether a unit's name is plural: `Griffons`, `Pikemen`. Custom names are singular.
 *
 * @param {State} state
 * @param {string} id
 */
function isPlural(state, id) {
  const { kind, unit } = state.roster[id] ?? {};
  return kind === "unit" && (/s$/.test(`${unit}`) || file.many.includes(`${unit}`));
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
    words.namesOf(
      state,
      { unitName, sideName },
      (id) => sourceName(state, catalog, id),
      (id) => isPlural(state, id),
    ),
    KINDS,
  );
