// @ts-check
import { createReducer, unchanged } from "../../player/engine/reducer.js";
import { SIDES } from "../../player/engine/sides.js";
import { withHistory } from "./history.js";

/** @import { Reducers, SideId, StageUnit, StageState } from "../../player/types" */
/** @import { ArmyMustered, BattleStarted, Event, TotalsCounted } from "./events" */
/** @import { HistoryEntry } from "./history" */

/** @typedef {"attack" | "defend" | "recover" | "none"} Order */
/** @typedef {"atk" | "def" | "hp" | "exh"} Stat */

/**
 * A unit as the viewer knows it; null for secret values.
 *
 * @typedef {Record<Stat, number | null> & { order: Order | null, foe: string | null }} Unit
 */

/** @typedef {{ kind: "home" | "field" | "wall" | "siege", place: number }} Spot */

/** @typedef {{ castle: SideId, besiegers: readonly string[], defenders: readonly string[], attack: number, defense: number, row: string | null }} Assault */

/**
 * The state of a siege after an event, complete or as seen by one side or a spectator. `units` are values and
 * orders; what was revealed of an enemy earlier is in `history`. `spots`, `acts`, `judged` and so on are about the
 * current round.
 *
 * @typedef {StageState & {
 *   sides: Record<SideId, BattleStarted["a"]> | null,
 *   armies: Record<SideId, string>,
 *   roster: Record<string, StageUnit>,
 *   rows: Record<string, BattleStarted["rows"][number]>,
 *   rounds: number,
 *   fallen: SideId | null,
 *   resigned: SideId | null,
 *   units: Record<string, Unit>,
 *   history: Record<string, readonly HistoryEntry[]>,
 *   phase: "before" | "orders" | "opened" | "battle" | "siege" | "rest" | "over",
 *   spots: Record<string, Spot>,
 *   acts: Record<string, Order | null>,
 *   refused: Record<string, Order>,
 *   judged: Record<string, string>,
 *   fights: readonly { a: string, b: string, a_atk: number, b_atk: number }[],
 *   assault: Assault | null,
 *   totals: TotalsCounted | null,
 * }} State
 */

/** @type {State} */
export const initial = Object.freeze({
  round: 0,
  ended: false,
  winner: null,
  reason: null,
  sides: null,
  armies: { a: "", b: "" },
  roster: {},
  lineups: { a: [], b: [] },
  rows: {},
  rounds: 0,
  fallen: null,
  resigned: null,
  units: {},
  history: {},
  phase: "before",
  spots: {},
  acts: {},
  refused: {},
  judged: {},
  fights: [],
  assault: null,
  totals: null,
});

/** @type {Stat[]} */
export const STATS = ["atk", "def", "hp", "exh"];

/** @type {Unit} */
const UNKNOWN = { atk: null, def: null, hp: null, exh: null, order: null, foe: null };

/** @type {Spot} */
const HOME = { kind: "home", place: 0 };

/**
 * Make a value for every unit.
 *
 * @template T
 * @param {Record<string, unknown>} roster
 * @param {(id: string) => T} make
 * @returns {Record<string, T>}
 */
const each = (roster, make) =>
  Object.fromEntries(Object.keys(roster).map((id) => /** @type {const} */ ([id, make(id)])));

/**
 * @param {State} state
 * @param {Record<string, Partial<Unit>>} changes by unit
 */
function withUnits(state, changes) {
  const units = { ...state.units };
  for (const [id, values] of Object.entries(changes)) units[id] = { ...units[id], ...values };
  return { ...state, units };
}

/**
 * Move units to a place; that reveals their order.
 *
 * @param {State} state
 * @param {readonly string[]} ids
 * @param {Order} act
 * @param {Spot["kind"]} kind
 * @param {number} [place] of all units; by default one after the other
 */
function placeUnits(state, ids, act, kind, place) {
  const [spots, acts] = [{ ...state.spots }, { ...state.acts }];
  ids.forEach((id, k) => {
    spots[id] = { kind, place: place ?? k };
    acts[id] = act;
  });
  return { ...state, spots, acts };
}

/**
 * @param {State} state
 * @param {ArmyMustered["units"]} units
 */
const withValues = (state, units) =>
  withUnits(state, Object.fromEntries(units.map(({ id, values }) => [id, values])));

/**
 * The start of a round: all units are at home and have done nothing.
 *
 * @param {State} state
 * @returns {Pick<State, "spots" | "acts" | "refused" | "judged" | "fights" | "assault">}
 */
const clearStage = ({ roster }) => ({
  spots: each(roster, () => HOME),
  acts: each(roster, () => null),
  refused: {},
  judged: {},
  fights: [],
  assault: null,
});

/** Return all units home. @param {State} state */
const recallAll = (state) => ({ ...state, spots: each(state.roster, () => HOME) });

/**
 * Return fighters home: their fights are over when a siege begins.
 *
 * @param {State} state
 */
const recallFighters = (state) => ({
  ...state,
  spots: each(state.roster, (id) => (state.spots[id].kind === "field" ? HOME : state.spots[id])),
});

/** @type {Reducers<State, Event>} */
const reducers = {
  dice_rolled: unchanged,
  battle_started(state, event) {
    /** @type {Record<string, StageUnit>} */
    const roster = {};
    const [a, b] = SIDES.map((side) =>
      event[side].units.map(({ id, name }) => {
        roster[id] = { id, side, name, icon: null };
        return id;
      }),
    );
    return {
      ...state,
      sides: { a: event.a, b: event.b },
      roster,
      lineups: { a, b },
      rows: Object.fromEntries(event.rows.map((row) => [row.id, row])),
      rounds: event.rounds,
      units: each(roster, () => UNKNOWN),
      history: each(roster, () => []),
      spots: each(roster, () => HOME),
      acts: each(roster, () => null),
    };
  },
  army_mustered(state, event) {
    const next = { ...state, armies: { ...state.armies, [event.side]: event.army } };
    return withValues(next, event.units);
  },
  round_started: (state, event) => ({
    ...withUnits(
      state,
      each(state.units, () => ({ order: null, foe: null })),
    ),
    ...clearStage(state),
    round: event.round,
    phase: "orders",
  }),
  orders_given(state, event) {
    const { orders, refused } = event;
    const next = withUnits(
      state,
      Object.fromEntries(Object.entries(orders).map(([id, order]) => [id, { order }])),
    );
    return {
      ...next,
      phase: "opened",
      acts: { ...state.acts, ...orders },
      refused: { ...state.refused, ...refused },
    };
  },
  units_met(state, { a, b, a_atk, b_atk }) {
    const next = withUnits(state, { [a]: { foe: b }, [b]: { foe: a } });
    return {
      ...placeUnits(next, [a, b], "attack", "field", state.fights.length),
      phase: "battle",
      fights: [...state.fights, { a, b, a_atk, b_atk }],
    };
  },
  unit_fought: (state, { unit, source }) =>
    source ? { ...state, judged: { ...state.judged, [unit]: source } } : state,
  unit_changed: (state, { unit, stat, value }) => withUnits(state, { [unit]: { [stat]: value } }),
  castle_guarded: (state, { defenders }) => ({
    ...placeUnits(recallFighters(state), defenders, "defend", "wall"),
    phase: "siege",
  }),
  castle_besieged(state, event) {
    const { side, besiegers, defenders, attack, defense } = event;
    const next = placeUnits(recallFighters(state), defenders, "defend", "wall");
    return {
      ...placeUnits(next, besiegers, "attack", "siege"),
      phase: "siege",
      assault: { castle: side, besiegers, defenders, attack, defense, row: null },
    };
  },
  siege_settled(state, { castle, source }) {
    const { assault } = state;
    // A table may have a row for a castle without besiegers.
    if (!assault || assault.castle !== castle) return state;
    return { ...state, assault: { ...assault, row: source } };
  },
  castle_fallen: (state, { side }) => ({ ...state, fallen: side }),
  units_rested: (state, { units }) => ({
    ...placeUnits(recallAll(state), units, "recover", "home"),
    phase: "rest",
  }),
  totals_counted: (state, event) => ({ ...recallAll(state), totals: event }),
  side_resigned: (state, { side }) => ({ ...recallAll(state), resigned: side }),
  army_revealed: (state, event) => ({
    ...state,
    ...clearStage(state),
    phase: "over",
    armies: { ...state.armies, [event.side]: event.army },
  }),
  battle_ended(state, event) {
    const rows = /** @type {({ id: string } & Record<Stat, number>)[]} */ (
      Object.values(event.survivors).flat()
    );
    const left = rows.map(({ id, atk, def, hp, exh }) => [id, { atk, def, hp, exh }]);
    return {
      ...withUnits(state, Object.fromEntries(left)),
      ended: true,
      winner: event.winner,
      reason: event.reason,
    };
  },
};

const reduceEvent = createReducer(reducers);

/**
 * Return the state after an event, including the units' history.
 *
 * @param {State} state
 * @param {Event} event
 * @returns {State}
 */
export function reduce(state, event) {
  const next = reduceEvent(state, event);
  const history = withHistory(next, event);
  return history === next.history ? next : { ...next, history };
}

/**
 * Return a stat as far as it is known: its current value, or the last revealed one with its round; null if it was
 * never revealed.
 *
 * @param {State} state
 * @param {string} id
 * @param {Stat} stat
 * @returns {{ value: number, asOf: number | null } | null}
 */
export function known(state, id, stat) {
  const now = state.units[id][stat];
  if (now !== null) return { value: now, asOf: null };
  const shown = state.history[id].findLast((entry) => entry.values?.[stat] !== undefined);
  return shown ? { value: /** @type {number} */ (shown.values?.[stat]), asOf: shown.round } : null;
}

/**
 * Return the kind of a unit's figure: of the largest value that it began with, and its letter; a hood while they are
 * secret.
 *
 * @param {State} state
 * @param {string} id
 */
export function figureOf({ history }, id) {
  const start = history[id].find(({ kind }) => kind === "allotted")?.values;
  if (!start) return "hood";
  const { atk = 0, def = 0, hp = 0 } = start;
  const most = Math.max(atk, def, hp);
  const kind = atk === most ? "sword" : def === most ? "shield" : "heart";
  return `${kind}-${id.slice(-1).toLowerCase()}`;
}

/**
 * Return a side's points, the sum of ATK + DEF + HP − EXH over its units; null if any value is secret.
 *
 * @param {State} state
 * @param {SideId} side
 */
export function score(state, side) {
  let sum = 0;
  for (const id of state.lineups[side]) {
    const { atk, def, hp, exh } = state.units[id];
    if (atk === null || def === null || hp === null || exh === null) return null;
    sum += atk + def + hp - exh;
  }
  return state.lineups[side].length ? sum : null;
}
