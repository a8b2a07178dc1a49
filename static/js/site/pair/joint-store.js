// @ts-check
import { countUpTo } from "../../player/engine/store.js";

/** @import { BaseState, Beat, RulesetView, WireEvent } from "../../player/types" */
/** @import { Store } from "../../player/engine/store" */

/**
 * An event of one of two battles that share a clock: `of` says of which, 0 or 1.
 *
 * @typedef {WireEvent & { of: 0 | 1 }} JointEvent
 */

/**
 * A moment of both: the first one's state, with the other one's.
 *
 * @typedef {BaseState & { of: 0 | 1, other: any, [member: string]: any }} JointState
 */

/**
 * Two whole battles as one, for whatever goes by their common clock: what is the same at the beginning
 * is there once, then the events of both as they land. Each is still drawn by its own store.
 *
 * @param {Store} one
 * @param {Store} other
 * @param {number} same how many events are the same from the beginning on
 * @returns {Store}
 */
export function joinStores(one, other, same) {
  const merged = [
    ...one.events.map((event, k) => ({ event, of: /** @type {0 | 1} */ (0), at: one.times[k] })),
    ...other.events
      .slice(same)
      .map((event, k) => ({ event, of: /** @type {0 | 1} */ (1), at: other.times[same + k] })),
  ].sort((m, n) => m.at - n.at);
  const cues = [...one.beats, ...other.beats].map(({ cue }) => cue).sort((m, n) => m - n);
  const untilMs = Math.max(one.untilMs, other.untilMs);
  /** @type {JointEvent[]} */
  const events = [];
  const times = merged.map(({ at }) => at);
  /** @type {JointState[]} */
  const states = [stateOf(one, other, 0, 0, 0)];
  /** @type {Beat[]} */
  const beats = [];
  const counts = [0, 0];
  let next = 0;
  for (const { event, of, at } of merged) {
    counts[of] = of === 0 ? counts[0] + 1 : Math.max(counts[1], same) + 1;
    counts[1] = Math.max(counts[1], Math.min(counts[0], same));
    const state = stateOf(one, other, counts[0], counts[1], of);
    while (next < cues.length && cues[next] <= at) next += 1;
    const cue = cues[next - 1] ?? 0;
    const last = beats.at(-1);
    if (last?.cue === cue) last.end += 1;
    else {
      if (last) last.length = cue - last.cue;
      const first = events.length;
      beats.push({ first, end: first + 1, cue, length: untilMs - cue, round: state.round });
    }
    events.push({ ...event, of, seq: events.length, beat: beats.length - 1 });
    states.push(state);
  }
  return {
    ...{ events, states, times, beats, untilMs },
    isOver: one.isOver && other.isOver,
    hasChances: one.hasChances,
    luck: null,
    nextSeq: events.length,
    append: () => true,
    landed: (ms) => countUpTo(times, ms),
    beatAt: (ms) => countUpTo(beats, ms, (beat) => beat.cue) - 1,
    subscribe: () => () => false,
  };
}

/**
 * @param {Store} one
 * @param {Store} other
 * @param {number} here how many events of the first have landed
 * @param {number} there how many of the other
 * @param {0 | 1} of
 * @returns {JointState}
 */
function stateOf(one, other, here, there, of) {
  const [mine, theirs] = [one.states[here], other.states[there]];
  return { ...mine, round: Math.max(mine.round, theirs.round), of, other: theirs };
}

/**
 * The view of the game for both together. Words of what is not the same say of which battle they are.
 *
 * @param {RulesetView} view
 * @param {(event: JointEvent) => string} label what is put before the words of an event
 * @returns {RulesetView}
 */
export function joinViews(view, label) {
  const own = (/** @type {JointState} */ state, of = state.of) => (of ? state.other : state);
  return {
    ...view,
    tell(event, state) {
      const said = view.tell(event, own(state, /** @type {JointEvent} */ (event).of));
      const of = label(/** @type {JointEvent} */ (event));
      return said.length > 0 && of ? [{ text: `${of}: ` }, ...said] : said;
    },
    fallen: (event, state) => view.fallen(event, own(state, /** @type {JointEvent} */ (event).of)),
    sideName: (state, side) => view.sideName(own(state), side),
  };
}
