// @ts-check

/**
 * The reducer of a game, from a table with a function for each type of event: it gives the state after
 * an event, with the values that the event carries. An event of a type that the table does not have
 * changes nothing.
 *
 * @template State
 * @param {{ [type: string]: (state: State, event: any) => State }} reducers are typed as Reducers, so
 *   that none is missing
 * @returns {(state: State, event: { type: string }) => State}
 */
export const createReducer = (reducers) => (state, event) =>
  Object.hasOwn(reducers, event.type) ? reducers[event.type](state, event) : state;

/**
 * In a table of reducers, for an event that only tells something.
 *
 * @template State
 * @param {State} state
 * @returns {State}
 */
export const unchanged = (state) => state;

/**
 * A state in which others have come in place of units of a lineup: its stage is drawn anew.
 *
 * @template {import("../types").StageState} State
 * @param {State} state
 * @param {import("../types").SideId} side
 * @param {number} count of them
 * @param {string[]} lineup with them
 * @returns {State}
 */
export const joined = (state, side, count, lineup) => ({
  ...state,
  lineups: { ...state.lineups, [side]: lineup },
  armies: state.armies && { ...state.armies },
  replaced: { a: 0, b: 0, ...state.replaced, [side]: (state.replaced?.[side] ?? 0) + count },
});
