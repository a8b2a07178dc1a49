// @ts-check

/** @import { BaseState, Beat, Called, Chunk, Luck, RulesetView, SideId, WireEvent } from "../types" */

/**
 * When in a beat its events land, in shares of its length: apart, so that a blow is seen before the
 * one that answers it. Where there are several they begin earlier, so that there is time for the last.
 */
const LANDING = 0.45;
const FEW = { first: 0.35, last: 0.75, most: 320 };
const MANY = { first: 0.25, last: 0.8, most: 480, from: 4 };

/**
 * @param {number} count of the events in a beat
 * @param {number} length of the beat in ms
 * @returns {[first: number, gap: number]} ms after the beat's cue, and ms from one to the next
 */
function landings(count, length) {
  if (count < 2) return [LANDING * length, 0];
  const { first, last, most } = count < MANY.from ? FEW : MANY;
  const gap = Math.min(most, ((last - first) * length) / (count - 1));
  return [Math.min(LANDING * length, last * length - gap * (count - 1)), gap];
}

/**
 * Keeps the events of one battle and the snapshot after each of them. Events are only ever appended,
 * by seq: duplicates are dropped, a chunk that would leave a gap is refused.
 *
 * @template {BaseState} State
 * @param {Pick<RulesetView<State>, "initial" | "reduce">} view
 * @param {Called | null} [called] what the page calls those that events name
 */
export function createStore(view, called = null) {
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
  let hasChances = false;
  /** @type {Luck | null} */
  let luck = null;
  /** @type {Set<() => void>} */
  const listeners = new Set();

  /** @param {number} end */
  function closeBeat(end) {
    const beat = beats.at(-1);
    if (!beat) return;
    beat.length = Math.max(1, end - beat.cue);
    const [first, gap] = landings(beat.end - beat.first, beat.length);
    // The first event of all puts everything on the stage: there is nothing to see before it.
    const start = beat.cue + (beat.first === 0 ? 0 : first);
    for (let k = beat.first; k < beat.end; k++) times[k] = start + gap * (k - beat.first);
  }

  /**
   * @param {WireEvent} event
   * @param {number} cue
   * @param {number | undefined} chance
   */
  function appendOne(event, cue, chance) {
    const last = beats.at(-1);
    const state = view.reduce(/** @type {State} */ (states.at(-1)), event, chance);
    // Beats that the server shows together have one cue: they are one beat here.
    if (last && (last.cue === cue || events[last.first].beat === event.beat)) last.end += 1;
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
    /** Whether events come with the chances after them. */
    get hasChances() {
      return hasChances;
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
     * Append the new events of a chunk; return false when events before it are missing.
     *
     * @param {Chunk} chunk
     */
    append(chunk) {
      if (chunk.from_seq > events.length) return false;
      const known = events.length - chunk.from_seq;
      for (let k = known; k < chunk.events.length; k++) {
        const event = translatedNames(chunk.events[k], called);
        appendOne(event, chunk.cues[k], chunk.chances?.[k]);
      }
      if (chunk.until_ms > untilMs) {
        untilMs = chunk.until_ms;
        closeBeat(untilMs);
      }
      isOver ||= chunk.over;
      hasChances ||= chunk.chances !== undefined;
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

/**
 * Return an event with built-in names, which recordings have in English, in the page's language. The recorded name of
 * an army is kept as well, for everything that must not depend on a language.
 *
 * @param {WireEvent} event
 * @param {Called | null} called
 * @returns {WireEvent}
 */
export function translatedNames(event, called) {
  if (!called) return event;
  const { a, b, army } = event;
  const said = (/** @type {string} */ name) =>
    Object.hasOwn(called.armies, name) ? called.armies[name] : name;
  const named = (/** @type {any} */ who, /** @type {SideId} */ side) => ({
    ...who,
    name: called.sides[side] ?? who.name,
    army: said(who.army),
    recorded: who.army,
  });
  if (a?.name != null) return { ...event, a: named(a, "a"), b: named(b, "b") };
  return army ? { ...event, army: said(army) } : event;
}
