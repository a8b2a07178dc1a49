// @ts-check
/** @import { EventOf } from "../../core/types" */
/** @import { ArmyMustered, Event } from "./events" */
/** @import { Order, Stat } from "./reduce" */

/**
 * What was to be found out about a unit at some time, in the order of the rounds.
 *
 * allotted: what it came with. met: it faced `foe`, with its ATK at that time. judged: the row
 * `source` applied to it. changed: it won or lost `amount` of `stat`. refused: it was given an
 * `order` that it may not carry out.
 *
 * @typedef {object} Find
 * @property {number} round 0 before the first
 * @property {"allotted" | "met" | "judged" | "changed" | "besieged" | "defended" | "rested" | "refused"} kind
 * @property {Partial<Record<Stat, number>>} [values] that it had then
 * @property {string} [foe]
 * @property {Stat} [stat]
 * @property {number} [amount]
 * @property {number} [value]
 * @property {string | null} [source]
 * @property {Order} [order]
 */

/** @typedef {[id: string, find: Omit<Find, "round">][]} Found */

/**
 * @param {ArmyMustered["units"]} units
 * @returns {Found}
 */
const allotted = (units) => units.map(({ id, values }) => [id, { kind: "allotted", values }]);

/**
 * @param {readonly string[]} ids
 * @param {Find["kind"]} kind
 * @returns {Found}
 */
const all = (ids, kind) => ids.map((id) => [id, { kind }]);

/** @type {{ [Type in Event["type"]]?: (event: EventOf<Event, Type>) => Found }} */
const FINDERS = {
  army_mustered: ({ units }) => allotted(units),
  army_revealed: ({ units }) => allotted(units),
  orders_given: ({ refused }) =>
    Object.entries(refused).map(([id, order]) => [id, { kind: "refused", order }]),
  units_met: ({ a, b, a_atk, b_atk }) => [
    [a, { kind: "met", foe: b, values: { atk: a_atk } }],
    [b, { kind: "met", foe: a, values: { atk: b_atk } }],
  ],
  unit_fought: ({ unit, opponent, source }) => [[unit, { kind: "judged", foe: opponent, source }]],
  unit_changed: ({ unit, stat, amount, value, source }) => [
    [unit, { kind: "changed", stat, amount, value, source }],
  ],
  castle_guarded: ({ defenders }) => all(defenders, "defended"),
  castle_besieged: ({ besiegers, defenders }) => [
    ...all(besiegers, "besieged"),
    ...all(defenders, "defended"),
  ],
  units_rested: ({ units }) => all(units, "rested"),
};

/**
 * All that is known about every unit, with what an event adds. An allotment is what a unit had before
 * the first round, whenever it is shown.
 *
 * @param {Record<string, readonly Find[]>} finds by unit
 * @param {Event} event
 * @param {number} round
 */
export function withFinds(finds, event, round) {
  /** @type {((event: any) => Found) | undefined} */
  const finder = Object.hasOwn(FINDERS, event.type) ? FINDERS[event.type] : undefined;
  const found = finder?.(event) ?? [];
  if (found.length === 0) return finds;
  const next = { ...finds };
  for (const [id, find] of found) {
    next[id] =
      find.kind === "allotted"
        ? [{ round: 0, ...find }, ...next[id].filter(({ kind }) => kind !== "allotted")]
        : [...next[id], { round, ...find }];
  }
  return next;
}
