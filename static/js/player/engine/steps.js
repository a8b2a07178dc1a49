// @ts-check
/** @import { Store } from "./store" */

/** Just short of an instant, so that stepping to an event does not find the next one landed too. */
const EPSILON_MS = 0.01;

/** @typedef {"event" | "beat" | "round"} StepUnit */

/**
 * When the first event of a beat lands. A round is sought there and not at its cue, where the stage
 * still shows the round before.
 *
 * @param {Store} store
 * @param {number} k
 */
const landing = (store, k) => store.times[store.beats[k].first];

/**
 * Time of the point that a step from a position leads to. A step on always shows something more than
 * has landed, and none leads beyond the edge.
 *
 * @param {Store} store
 * @param {number} position
 * @param {number} edge
 * @param {StepUnit} unit
 * @param {1 | -1} direction
 */
export function neighbour(store, position, edge, unit, direction) {
  if (unit === "event") return eventNeighbour(store, position, edge, direction);
  const { beats } = store;
  const isStart = (/** @type {number} */ k) =>
    unit === "beat" || k === 0 || beats[k].round !== beats[k - 1].round;
  const start = (/** @type {number} */ k) => (unit === "round" ? landing(store, k) : beats[k].cue);
  const here = store.beatAt(position);
  if (direction > 0) {
    const landed = store.landed(position);
    for (let k = Math.max(0, here); k < beats.length; k++) {
      const isOn = start(k) > position + EPSILON_MS && store.landed(start(k)) > landed;
      if (isStart(k) && isOn) return Math.min(start(k), edge);
    }
    return edge;
  }
  for (let k = here; k >= 0; k--) {
    if (isStart(k) && start(k) < position - EPSILON_MS) return start(k);
  }
  return 0;
}

/**
 * @param {Store} store
 * @param {number} position
 * @param {number} edge
 * @param {1 | -1} direction
 */
function eventNeighbour({ times, landed }, position, edge, direction) {
  const count = landed(position);
  if (direction > 0) return Math.min(count < times.length ? times[count] : edge, edge);
  return count > 1 ? times[count - 2] : 0;
}

/**
 * From the beginning of the beat in which an event happens, before its motion, to when it has come
 * to rest and nothing else has happened yet.
 *
 * @param {Store} store
 * @param {number} seq
 * @returns {[from: number, to: number]}
 */
export function spanOf({ beats, times, beatAt }, seq) {
  const beat = beats[beatAt(times[seq])];
  const next = seq + 1 < beat.end ? times[seq + 1] : beat.cue + beat.length;
  return [beat.cue, next - EPSILON_MS];
}

/**
 * The ways to a moment in a battle by what happens there.
 *
 * @param {Store} store
 * @param {() => number} edge the furthest position that may be shown
 * @param {(ms: number) => void} seek
 * @param {(from: number, to: number) => void} show plays a stretch and stops
 */
export function createMoments(store, edge, seek, show) {
  const { times, beats, events } = store;
  const known = (/** @type {number} */ seq) => Math.max(0, Math.min(seq, times.length - 1));
  return {
    /**
     * Shows the moment at which an event lands.
     *
     * @param {number} seq
     */
    seekEvent(seq) {
      if (times.length > 0) seek(times[known(seq)]);
    },
    /**
     * Shows how an event comes about: from just before it until nothing else has happened.
     *
     * @param {number} seq
     */
    showEvent(seq) {
      if (times.length === 0) return;
      if (times[known(seq)] <= edge()) show(...spanOf(store, known(seq)));
      else seek(edge());
    },
    /**
     * Shows the beginning of a round; false when it is not known.
     *
     * @param {number} round
     */
    seekRound(round) {
      const k = beats.findIndex((beat) => beat.round === round);
      if (k < 0 || landing(store, k) > edge()) return false;
      seek(landing(store, k));
      return true;
    },
    /**
     * Shows a beat as it begins to happen; the last one that may be shown, if it comes later.
     *
     * @param {number} beat its number in the recording
     */
    seekBeat(beat) {
      const last = store.beatAt(edge());
      const k = beats.findIndex(({ end }) => events[end - 1].beat >= beat);
      if (last >= 0) seek(landing(store, k < 0 ? last : Math.min(k, last)));
    },
  };
}
