// @ts-check
import { createReducer, joined, unchanged } from "../../player/engine/reducer.js";

/** @import { Reducers, SideId, StageState } from "../../player/types" */
/** @import { BattleStarted, Event, StackReadied } from "./events" */

/** @typedef {BattleStarted["a"] & { recorded?: string }} Army `recorded`: its recorded name, if the page shows another */
/** @typedef {Army["stack"][number]} ArmyUnit a unit at the start of the battle */
/** @typedef {ArmyUnit["strength_parts"][number]} Part of a value, with its source */

/**
 * The current condition of a unit.
 *
 * @typedef {object} Condition
 * @property {number} strength
 * @property {number} hits
 * @property {number} medals
 * @property {number} shots
 * @property {boolean} immune to missiles
 * @property {boolean} blessed
 * @property {boolean} cursed
 * @property {boolean} poisoned
 * @property {boolean} diseased
 * @property {boolean} paralysed
 */

/** @typedef {{ strength: readonly Part[], hits: readonly Part[] }} Made */

/**
 * The state of a battle after an event. A round here is a duel; `melee` counts all rounds of melee. `ready` has each
 * unit's values once side bonuses are applied, `made` the current parts of its strength and of its hits at the start
 * of its fight; `chance` is side a's exact chance to win, `misses` the number of failed attempts in a row.
 *
 * @typedef {StageState & {
 *   melee: number,
 *   field: BattleStarted["field"] | null,
 *   units: Record<string, Condition>,
 *   roster: Record<string, ArmyUnit>,
 *   armies: Record<SideId, Army> | null,
 *   ready: Record<string, StackReadied["units"][number]>,
 *   made: Record<string, Made>,
 *   bonus: Record<SideId, StackReadied | null>,
 *   chance: number,
 *   misses: number,
 *   slain: string,
 * }} State
 */

/** A blessing adds nothing to this natural strength, and a lost one takes from it. */
const NATURAL_MOST = 9;

/** @type {State} */
export const initial = Object.freeze({
  round: 0,
  melee: 0,
  ended: false,
  winner: null,
  reason: null,
  field: null,
  lineups: { a: [], b: [] },
  units: {},
  roster: {},
  armies: null,
  ready: {},
  made: {},
  bonus: { a: null, b: null },
  chance: 0.5,
  misses: 0,
  slain: "",
});

/**
 * @param {State} state
 * @param {string} id
 * @param {Partial<Condition>} values
 */
const withUnit = (state, id, values) => ({
  ...state,
  units: { ...state.units, [id]: { ...state.units[id], ...values } },
});

/**
 * @param {State} state
 * @param {{ target: string, hits: number }} event
 */
const hit = (state, { target, hits }) => withUnit(state, target, { hits });

/**
 * @param {State} state
 * @param {{ target: string, hits: number }} event
 */
const slay = (state, event) => ({ ...hit(state, event), slain: event.target });

/** @param {readonly Part[]} parts */
const total = (parts) => parts.reduce((sum, { amount }) => sum + amount, 0);

/**
 * Add a part if the others do not add up to a value.
 *
 * @param {readonly Part[]} parts
 * @param {number} value
 * @param {string} source of the missing part
 */
function completeParts(parts, value, source) {
  const amount = value - total(parts);
  return amount === 0 ? parts : [...parts, { source, amount }];
}

/**
 * @param {State} state
 * @param {{ unit: string, strength: number, hits: number }} now
 * @param {string} source of the change
 */
function changeParts(state, { unit, strength, hits }, source) {
  const parts = state.made[unit];
  const made = {
    strength: completeParts(parts.strength, strength, source),
    hits: completeParts(parts.hits, hits, source),
  };
  return { ...state, made: { ...state.made, [unit]: made } };
}

/**
 * The parts of a unit's strength, with the blessing that it lost in an earlier battle (W17).
 *
 * @param {ArmyUnit} unit
 */
const keptCurse = (unit) => {
  const natural = total(unit.strength_parts);
  const costs = unit.cursed && natural === NATURAL_MOST;
  return costs ? completeParts(unit.strength_parts, natural - 1, "curse") : unit.strength_parts;
};

/**
 * @param {ArmyUnit} unit
 * @returns {Made}
 */
const initialParts = (unit) => ({
  // No unit starts both blessed and poisoned or cursed.
  strength: completeParts(keptCurse(unit), unit.strength, unit.blessed ? "blessing" : "poison"),
  hits: completeParts(unit.hits_parts, unit.hits, "disease"),
});

/** @param {ArmyUnit} unit */
const begin = (unit) => ({
  strength: unit.strength,
  hits: unit.hits,
  medals: unit.medals,
  shots: total(unit.powers.missile ?? []),
  immune: false,
  blessed: unit.blessed,
  cursed: unit.cursed ?? false,
  poisoned: unit.poisoned,
  diseased: unit.diseased,
  paralysed: unit.paralysed,
});

/** @type {Record<string, Partial<Condition>>} */
const AFFLICTED = {
  curse: { cursed: true },
  poison: { poisoned: true },
  disease: { diseased: true },
  paralysis: { paralysed: true },
};

/** @type {Reducers<State, Event>} */
const reducers = {
  battle_started(state, event) {
    const units = [...event.a.stack, ...event.b.stack];
    return {
      ...state,
      field: event.field,
      armies: { a: event.a, b: event.b },
      lineups: { a: event.a.stack.map((c) => c.id), b: event.b.stack.map((c) => c.id) },
      roster: Object.fromEntries(units.map((unit) => [unit.id, unit])),
      units: Object.fromEntries(units.map((unit) => [unit.id, begin(unit)])),
      made: Object.fromEntries(units.map((unit) => [unit.id, initialParts(unit)])),
    };
  },
  dice_rolled: unchanged,
  affliction_spread: unchanged,
  unit_spared: unchanged,
  unit_afflicted: (state, event) =>
    withUnit(changeParts(state, event, event.affliction), event.unit, {
      ...AFFLICTED[event.affliction],
      blessed: event.blessed,
      medals: event.medals,
      strength: event.strength,
      hits: event.hits,
    }),
  stack_readied(state, event) {
    const units = { ...state.units };
    const ready = { ...state.ready };
    const made = { ...state.made };
    for (const unit of event.units) {
      const { strength, hits, immune } = unit;
      units[unit.id] = { ...units[unit.id], strength, hits, immune };
      ready[unit.id] = unit;
      made[unit.id] = { strength: unit.strength_parts, hits: unit.hits_parts };
    }
    return { ...state, units, ready, made, bonus: { ...state.bonus, [event.side]: event } };
  },
  pairing_started: (state, event) => ({ ...state, round: event.pairing }),
  chance_weighed: unchanged,
  attempt_failed: unchanged,
  acid_hit(state, { target, strength }) {
    const made = state.made[target];
    const eaten = { ...made, strength: completeParts(made.strength, strength, "acid") };
    const next = { ...state, made: { ...state.made, [target]: eaten } };
    return withUnit(next, target, { strength });
  },
  lightning_hit: hit,
  unit_assassinated: slay,
  missiles_cancelled: (state, event) =>
    withUnit(withUnit(state, event.a, { shots: event.a_shots }), event.b, {
      shots: event.b_shots,
    }),
  missiles_shrugged: (state, event) => withUnit(state, event.attacker, { shots: event.shots }),
  shot_fired: (state, event) => withUnit(hit(state, event), event.attacker, { shots: event.shots }),
  melee_rolled: (state, event) => ({ ...state, melee: event.round }),
  unit_struck: hit,
  unit_slain: slay,
  unit_defeated(state, { unit }) {
    const { side } = state.roster[unit];
    const stack = state.lineups[side].filter((id) => id !== unit);
    return { ...state, lineups: { ...state.lineups, [side]: stack } };
  },
  stack_reordered: (state, { side, stack }) => ({
    ...state,
    lineups: { ...state.lineups, [side]: [...stack] },
  }),
  units_replaced(state, { side, replaced }) {
    const [roster, units] = [{ ...state.roster }, { ...state.units }];
    const [made, ready] = [{ ...state.made }, { ...state.ready }];
    let stack = state.lineups[side];
    for (const { unit, by, afflictions, medals, ready: now } of replaced) {
      roster[by.id] = by;
      units[by.id] = Object.assign(begin(by), ...afflictions.map((word) => AFFLICTED[word]), {
        blessed: by.blessed && !afflictions.includes("curse"),
        medals,
        strength: now.strength,
        hits: now.hits,
        immune: now.immune,
      });
      made[by.id] = { strength: now.strength_parts, hits: now.hits_parts };
      if (state.bonus[side]) ready[by.id] = now;
      stack = stack.map((id) => (id === unit ? by.id : id));
    }
    return { ...joined(state, side, replaced.length, stack), roster, units, made, ready };
  },
  battle_ended: (state, { winner, reason }) => ({ ...state, ended: true, winner, reason }),
};

const reduceEvent = createReducer(reducers);

/**
 * Return the number of failed attempts in a row after an event. Each duel starts at 0.
 *
 * @param {State} state
 * @param {Event} event
 */
function missesAfter({ misses }, event) {
  switch (event.type) {
    case "melee_rolled":
      return event.struck === null ? misses + 1 : 0;
    case "shot_fired":
      return event.kills ? 0 : misses + 1;
    case "attempt_failed":
    case "missiles_shrugged":
      return misses + 1;
    case "pairing_started":
    case "acid_hit":
    case "lightning_hit":
    case "unit_assassinated":
    case "unit_slain":
      return 0;
    default:
      return misses;
  }
}

/**
 * Return the state after an event, with the chance to win.
 *
 * @param {State} state
 * @param {Event} event
 * @param {number} [chance] side a's chance to win after it
 * @returns {State}
 */
export function reduce(state, event, chance = state.chance) {
  const next = reduceEvent(state, event);
  const misses = missesAfter(state, event);
  return next.chance === chance && next.misses === misses ? next : { ...next, chance, misses };
}
