// @ts-check
/** @import { RulesetView, SideId } from "./types" */
/** @import { Store } from "./store" */

/**
 * @typedef {object} TurningPoint
 * @property {number} round
 * @property {number} ms when it begins
 * @property {number} swing change of side a's share of the score, from -1 to 1
 * @property {SideId} gains the side that gains by it
 * @property {number[]} fallen seqs of the defeats in it
 * @property {number} lostA points of side a lost in it
 * @property {number} lostB points of side b lost in it
 */

const MOST = 6;

/** A smaller shift of the balance is no turning point. */
const LEAST = 0.01;

/**
 * The rounds in which the balance of the score changed most, in their order.
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
    .filter((point) => Math.abs(point.swing) > LEAST)
    .sort((x, y) => Math.abs(y.swing) - Math.abs(x.swing))
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
  const share = (/** @type {{ a: number, b: number }} */ s) =>
    s.a + s.b ? s.a / (s.a + s.b) : 0.5;
  const swing = share(after) - share(before);
  const fallen = [];
  for (let seq = first; seq < end; seq++) {
    if (view.fallen(store.events[seq], store.states[seq])) fallen.push(seq);
  }
  return {
    round: store.beats[from].round,
    ms: store.beats[from].cue,
    swing,
    gains: swing > 0 ? "a" : "b",
    fallen,
    lostA: before.a - after.a,
    lostB: before.b - after.b,
  };
}
