// @ts-check
/** @import { EventOf } from "../../player/types" */
/** @import { ArmyMustered, Event } from "./events" */
/** @import { Order, Stat, State } from "./reduce" */

/**
 * What the viewer has learnt about a unit, by round.
 *
 * allotted: its initial values. met: it faced `foe` with its ATK. judged: the table row `source` applied to
 * it. changed: `stat` changed by `amount`. refused: it could not carry out its `order`.
 *
 * @typedef {object} HistoryEntry
 * @property {number} round 0 before the first
 * @property {"allotted" | "met" | "judged" | "changed" | "besieged" | "defended" | "rested" | "refused"} kind
 * @property {Partial<Record<Stat, number>>} [values] its values at that time
 * @property {string} [foe]
 * @property {readonly string[]} [foes] units that it besieged or that besieged it
 * @property {Stat} [stat]
 * @property {number} [amount]
 * @property {number} [value]
 * @property {string | null} [source]
 * @property {Order} [order]
 */

/** @typedef {[id: string, entry: Omit<HistoryEntry, "round">][]} NewEntries */

/**
 * @param {ArmyMustered["units"]} units
 * @returns {NewEntries}
 */
const allotted = (units) => units.map(({ id, values }) => [id, { kind: "allotted", values }]);

/**
 * @param {readonly string[]} ids
 * @param {HistoryEntry["kind"]} kind
 * @returns {NewEntries}
 */
const all = (ids, kind) => ids.map((id) => [id, { kind }]);

/**
 * @param {readonly string[]} ids
 * @param {HistoryEntry["kind"]} kind
 * @param {readonly string[]} foes
 * @returns {NewEntries}
 */
const against = (ids, kind, foes) => ids.map((id) => [id, { kind, foes }]);

/** @type {{ [Type in Event["type"]]?: (event: EventOf<Event, Type>, state: State) => NewEntries }} */
const ENTRIES = {
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
    ...against(besiegers, "besieged", defenders),
    ...against(defenders, "defended", besiegers),
  ],
  // Includes units for which nothing changes.
  siege_settled: ({ side, castle, source }, { assault }) =>
    assault?.castle === castle
      ? (side === castle ? assault.defenders : assault.besiegers).map((id) => [
          id,
          { kind: "judged", source },
        ])
      : [],
  units_rested: ({ units }) => all(units, "rested"),
};

/**
 * Return the history of all units with an event added. An allotment counts as known before the first round,
 * whenever it was revealed.
 *
 * @param {State} state after the event
 * @param {Event} event
 */
export function withHistory(state, event) {
  const { history, round } = state;
  /** @type {((event: any, state: State) => NewEntries) | undefined} */
  const entriesFor = Object.hasOwn(ENTRIES, event.type) ? ENTRIES[event.type] : undefined;
  const added = entriesFor?.(event, state) ?? [];
  if (added.length === 0) return history;
  const next = { ...history };
  for (const [id, entry] of added) {
    next[id] =
      entry.kind === "allotted"
        ? [{ round: 0, ...entry }, ...next[id].filter(({ kind }) => kind !== "allotted")]
        : [...next[id], { round, ...entry }];
  }
  return next;
}
