// @ts-check
import templates from "./words.json";

/** @import { manymarios } from "../../core/protocol" */
/** @import { Catalog, Phrase, SideId, WireEvent } from "../../core/types" */
/** @import { State } from "./reduce" */

/** Fields that hold the id of a unit, and those that hold a side. */
const UNIT_FIELDS = new Set([
  "attacker",
  "target",
  "unit",
  "opponent",
  "pipe",
  "leader",
  "stunner",
]);
const SIDE_FIELDS = new Set(["side", "offense", "winner"]);

/** Events that merely follow from another one, or tell a detail of it. */
const MINOR = new Set([
  "dice_rolled",
  "effect_ignored",
  "unit_exhausted",
  "stun_ended",
  "round_ended",
]);

/** @param {string} type */
export const isMinor = (type) => MINOR.has(type);

/**
 * What the page calls a side: its own name, its army's, or its letter.
 *
 * @param {State} state
 * @param {SideId} side
 */
export function sideName(state, side) {
  const army = state.armies?.[side];
  return army?.name || army?.army || `Side ${side.toUpperCase()}`;
}

/**
 * What a unit is called: with its number in the army where another one there has the same name.
 *
 * @param {State} state
 * @param {manymarios.UnitCard} card
 */
export function unitName(state, card) {
  const alike = state.armies?.[card.side].lineup.filter(({ name }) => name === card.name) ?? [];
  return alike.length > 1 ? `${card.name} ${card.id.slice(1)}` : card.name;
}

/**
 * The name of an ability, an item, a building or a part of a value.
 *
 * @param {Catalog} catalog
 * @param {string} id
 */
export function sourceName(catalog, id) {
  return catalog.abilities[id]?.name ?? catalog.entries[id]?.name ?? id;
}

/**
 * The sentence for an event, as runs of text; empty when it goes without saying.
 *
 * @param {Catalog} catalog
 * @param {WireEvent} event
 * @param {State} state after the event
 * @returns {Phrase[]}
 */
export function tell(catalog, event, state) {
  const template = choose(/** @type {any} */ (templates)[event.type], event);
  if (template === undefined) return [{ text: event.type.replaceAll("_", " ") }];
  return template
    .split(/\{(\w+)\}/)
    .map((part, k) => (k % 2 ? phrase(catalog, event, state, part) : { text: part }))
    .filter((run) => run.text !== "");
}

/**
 * @param {string | Record<string, any> | undefined} template
 * @param {WireEvent} event
 * @returns {string | undefined}
 */
function choose(template, event) {
  if (typeof template !== "object") return template;
  const value = String(event[template.by]);
  return choose(template[value] ?? template.default, event);
}

/**
 * @param {Catalog} catalog
 * @param {WireEvent} event
 * @param {State} state
 * @param {string} field
 * @returns {Phrase}
 */
function phrase(catalog, event, state, field) {
  const value = event[field];
  if (field === "parts") return { text: parts(catalog, value) };
  if (field === "source") return { text: sourceName(catalog, value) };
  if (field === "results") return { text: value.join(", ") };
  if (SIDE_FIELDS.has(field)) return { text: sideName(state, value), side: value };
  if ((field === "a" || field === "b") && typeof value === "object") {
    return { text: sideName(state, field), side: field };
  }
  const card = UNIT_FIELDS.has(field) || field === "a" || field === "b" ? state.cards[value] : null;
  if (card) return { text: unitName(state, card), side: card.side, unit: card.id };
  return { text: String(value) };
}

/**
 * What a blow is made of, when it is more than the plain 1.
 *
 * @param {Catalog} catalog
 * @param {{ source: string, amount: number }[]} list
 */
export function parts(catalog, list) {
  if (list.length < 2) return "";
  const named = list.map(({ source, amount }) =>
    source === "base"
      ? `${amount}`
      : `${amount} ${source === "own" ? "own bonus" : sourceName(catalog, source)}`,
  );
  return ` (${named.join(" + ")})`;
}
