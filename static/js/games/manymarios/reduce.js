// @ts-check
import { createReducer, joined, unchanged } from "../../player/engine/reducer.js";

/** @import { BaseState, Reducers, SideId } from "../../player/types" */
/** @import { BattleStarted, Event } from "./events" */

/** @typedef {BattleStarted["a"] & { recorded?: string }} Army `recorded`: its recorded name, if the page shows another */
/** @typedef {Army["lineup"][number]} ArmyUnit a unit at the start of the battle */

/**
 * @typedef {object} Energies
 * @property {number} ae
 * @property {number} de
 * @property {number} stunned the round in which the unit deals no damage, or 0
 */

/**
 * The state of a battle after an event. Snapshots share unchanged parts. `idle` is `quiet` as it was when the round began.
 *
 * @typedef {BaseState & {
 *   offense: SideId,
 *   quiet: number,
 *   idle: number,
 *   lineups: Record<SideId, string[]>,
 *   shooters: Record<SideId, string | null>,
 *   units: Record<string, Energies>,
 *   roster: Record<string, ArmyUnit>,
 *   armies: Record<SideId, Army> | null,
 * }} State
 */

/** @type {State} */
export const initial = Object.freeze({
  round: 0,
  offense: "a",
  quiet: 0,
  idle: 0,
  ended: false,
  winner: null,
  reason: null,
  lineups: { a: [], b: [] },
  shooters: { a: null, b: null },
  units: {},
  roster: {},
  armies: null,
});

/**
 * @param {State} state
 * @param {string} id
 * @param {Partial<Energies>} values
 */
const withUnit = (state, id, values) => ({
  ...state,
  units: { ...state.units, [id]: { ...state.units[id], ...values } },
});

/**
 * @param {State} state
 * @param {string} id
 * @param {(lineup: string[]) => string[]} change
 */
function withLineup(state, id, change) {
  const side = state.roster[id].side;
  return { ...state, lineups: { ...state.lineups, [side]: change(state.lineups[side]) } };
}

/**
 * @param {State} state
 * @param {{ attacker: string, target: string, ae: number, de: number }} event
 */
const hit = (state, event) =>
  withUnit(withUnit(state, event.attacker, { ae: event.ae }), event.target, { de: event.de });

/**
 * @param {State} state
 * @param {{ unit: string }} event
 */
function remove(state, { unit }) {
  const next = withLineup(state, unit, (lineup) => lineup.filter((id) => id !== unit));
  const { side } = state.roster[unit];
  return state.shooters[side] === unit
    ? { ...next, shooters: { ...state.shooters, [side]: null } }
    : next;
}

/**
 * @param {State} state
 * @param {string} unit
 */
const sendBack = (state, unit) =>
  withLineup(state, unit, (lineup) => [...lineup.filter((id) => id !== unit), unit]);

/** @type {Reducers<State, Event>} */
const reducers = {
  battle_started(state, event) {
    const units = [...event.a.lineup, ...event.b.lineup];
    return {
      ...state,
      armies: { a: event.a, b: event.b },
      lineups: { a: event.a.lineup.map((c) => c.id), b: event.b.lineup.map((c) => c.id) },
      roster: Object.fromEntries(units.map((unit) => [unit.id, unit])),
      units: Object.fromEntries(
        units.map((unit) => [unit.id, { ae: unit.ae, de: unit.de, stunned: 0 }]),
      ),
    };
  },
  dice_rolled: unchanged,
  first_side_chosen: (state, event) => ({ ...state, offense: event.side }),
  round_started: (state, { round, offense }) => ({ ...state, round, offense, idle: state.quiet }),
  effect_ignored: unchanged,
  unit_struck: hit,
  bomb_dropped: hit,
  bomb_negated: unchanged,
  exchange_refused: unchanged,
  action_lost: unchanged,
  unit_launched: hit,
  shot_fired: (state, event) => ({
    ...hit(state, event),
    shooters: { ...state.shooters, [state.roster[event.attacker].side]: event.attacker },
  }),
  unit_exhausted: unchanged,
  exhaustion_blocked: unchanged,
  exhaustion_dealt: (state, event) =>
    withUnit(withUnit(state, event.attacker, { de: event.attacker_de }), event.target, {
      de: event.de,
    }),
  unit_stunned: (state, event) => withUnit(state, event.unit, { stunned: event.round }),
  stun_ended: (state, event) => withUnit(state, event.unit, { stunned: 0 }),
  unit_defeated: remove,
  pipe_removed: remove,
  unit_sent_back: (state, event) => sendBack(state, event.unit),
  round_ended: (state, event) => ({ ...state, quiet: event.quiet }),
  lineups_rotated: (state, event) => ({
    ...sendBack(sendBack(state, event.a), event.b),
    quiet: event.quiet,
  }),
  lineup_reordered: (state, { side, lineup }) => ({
    ...state,
    lineups: { ...state.lineups, [side]: [...lineup] },
  }),
  units_replaced(state, { side, replaced }) {
    const roster = { ...state.roster };
    const units = { ...state.units };
    let lineup = state.lineups[side];
    for (const { unit, by } of replaced) {
      roster[by.id] = by;
      units[by.id] = { ae: by.ae, de: by.de, stunned: 0 };
      lineup = lineup.map((id) => (id === unit ? by.id : id));
    }
    return { ...joined(state, side, replaced.length, lineup), roster, units };
  },
  battle_ended: (state, { winner, reason }) => ({ ...state, ended: true, winner, reason }),
};

export const reduce = createReducer(reducers);

/**
 * Return the remaining energy of each side: all AE and DE in its lineup.
 *
 * @param {State} state
 */
export function energy(state) {
  /** @param {SideId} side */
  const sum = (side) =>
    state.lineups[side].reduce((total, id) => total + state.units[id].ae + state.units[id].de, 0);
  return { a: sum("a"), b: sum("b") };
}
