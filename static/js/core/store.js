// @ts-check
/** @import { BaseState, Beat, Chunk, Luck, RulesetView, WireEvent } from "./types" */

/** Where in a beat its events land, as shares of its length: the first one, and the last at the latest. */
const FIRST_LANDING = 0.45;
const LAST_LANDING = 0.8;
const LANDING_GAP_MS = 120;

/**
 * Keeps the events of one battle and the snapshot after each of them. Events are only ever appended,
 * by seq: what is there already is dropped, what would leave a gap is refused.
 *
 * @template {BaseState} State
 * @param {Pick<RulesetView<State>, "initial" | "reduce">} view
 */
export function createStore(view) {
  /** @type {WireEvent[]} */
  const events = [];
  /** @type {State[]} `states[k]` is the state after k events. */
  const states = [view.initial];
  /** @type {number[]} ms at which each event lands, never decreasing. */
  const times = [];
  /** @type {Beat[]} */
  const beats = [];
  let untilMs = 0;
  let isOver = false;
  /** @type {Luck | null} */
  let luck = null;
  /** @type {Set<() => void>} */
  const listeners = new Set();

  /** @param {number} end */
  function closeBeat(end) {
    const beat = beats.at(-1);
    if (!beat) return;
    beat.length = Math.max(1, end - beat.cue);
    const count = beat.end - beat.first;
    // The first event of all puts everything on the stage: there is nothing to see before it.
    const first = beat.first === 0 ? 0 : FIRST_LANDING;
    const room = (LAST_LANDING - FIRST_LANDING) * beat.length;
    const gap = count > 1 ? Math.min(LANDING_GAP_MS, room / (count - 1)) : 0;
    for (let k = beat.first; k < beat.end; k++) {
      times[k] = beat.cue + first * beat.length + gap * (k - beat.first);
    }
  }

  /**
   * @param {WireEvent} event
   * @param {number} cue
   * @param {number | undefined} chance
   */
  function appendOne(event, cue, chance) {
    const last = beats.at(-1);
    const state = view.reduce(/** @type {State} */ (states.at(-1)), event, chance);
    if (last && events[last.first].beat === event.beat) last.end += 1;
    else {
      closeBeat(cue);
      const first = events.length;
      beats.push({ first, end: first + 1, cue, length: 1, round: state.round });
    }
    events.push(event);
    states.push(state);
    times.push(cue);
  }

  return {
    events,
    states,
    times,
    beats,
    /** ms up to which the show is known. */
    get untilMs() {
      return untilMs;
    },
    /** Whether the last event is here. */
    get isOver() {
      return isOver;
    },
    /** How the dice fell, once it is known. */
    get luck() {
      return luck;
    },
    /** The seq to ask the server for next. */
    get nextSeq() {
      return events.length;
    },

    /**
     * Appends what is new in a chunk; false when events before it are missing.
     *
     * @param {Chunk} chunk
     */
    append(chunk) {
      if (chunk.from_seq > events.length) return false;
      const known = events.length - chunk.from_seq;
      for (let k = known; k < chunk.events.length; k++) {
        appendOne(chunk.events[k], chunk.cues[k], chunk.chances?.[k]);
      }
      if (chunk.until_ms > untilMs) {
        untilMs = chunk.until_ms;
        closeBeat(untilMs);
      }
      isOver ||= chunk.over;
      luck ??= chunk.luck ?? null;
      for (const listener of listeners) listener();
      return true;
    },

    /**
     * How many events have landed at a time.
     *
     * @param {number} ms
     */
    landed: (ms) => countUpTo(times, ms),

    /**
     * The place of the beat that is shown at a time; -1 before the first.
     *
     * @param {number} ms
     */
    beatAt: (ms) => countUpTo(beats, ms, (beat) => beat.cue) - 1,

    /** @param {() => void} listener */
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** @typedef {ReturnType<typeof createStore>} Store */

/**
 * How many items of a rising list are at or below a value.
 *
 * @template T
 * @param {T[]} items
 * @param {number} value
 * @param {(item: T) => number} [key]
 */
export function countUpTo(items, value, key = Number) {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (key(items[middle]) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
