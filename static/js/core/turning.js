// @ts-check
/** @import { RulesetView, SideId } from "./types" */
/** @import { Store } from "./store" */

/**
 * @typedef {object} TurningPoint
 * @property {number} round
 * @property {number} ms when it begins
 * @property {number} swing by how many points of the score the leads of the sides shifted
 * @property {SideId} gains the side in whose favour
 * @property {number[]} fallen seqs of the defeats in it
 */

const MOST = 6;

/**
 * The rounds that shifted the score most in favour of one side, in their order.
 *
 * @param {Store} store
 * @param {RulesetView} view
 * @returns {TurningPoint[]}
 */
export function turningPoints(store, view) {
  /** @type {TurningPoint[]} */
  const points = [];
  const { beats, states } = store;
  for (let k = 0; k < beats.length; ) {
    let end = k;
    while (end + 1 < beats.length && beats[end + 1].round === beats[k].round) end += 1;
    if (beats[k].round > 0) points.push(measure(store, view, k, end));
    k = end + 1;
  }
  if (states.length < 2) return [];
  return points
    .filter((point) => point.swing >= view.leastSwing)
    .sort((x, y) => y.swing - x.swing)
    .slice(0, MOST)
    .sort((x, y) => x.ms - y.ms);
}

/**
 * @param {Store} store
 * @param {RulesetView} view
 * @param {number} from the round's first beat
 * @param {number} to its last one
 * @returns {TurningPoint}
 */
function measure(store, view, from, to) {
  const [first, end] = [store.beats[from].first, store.beats[to].end];
  const before = view.score(store.states[first]);
  const after = view.score(store.states[end]);
  const shift = after.a - before.a - (after.b - before.b);
  const fallen = [];
  for (let seq = first; seq < end; seq++) {
    if (view.fallen(store.events[seq], store.states[seq])) fallen.push(seq);
  }
  return {
    round: store.beats[from].round,
    ms: store.beats[from].cue,
    swing: Math.abs(shift),
    gains: shift > 0 ? "a" : "b",
    fallen,
  };
}
