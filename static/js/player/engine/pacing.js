// @ts-check
import { DIRECTOR } from "./timeline.js";

/** @import { RulesetView } from "../types" */
/** @import { Store } from "./store" */
/** @import { Timeline } from "./timeline" */

/** A stretch of the show in ms. @typedef {[from: number, to: number]} Span */

/** How fast a Director plays what does not matter, and what matters most. */
const FASTEST = 3;
const SLOWEST = 0.6;

/** A shift of the lead of this many turning points has the greatest weight. */
const FULL_SWING = 4;

/** What matters is led up to: the beat before it has this share of its weight. */
const LEAD_UP = 0.6;
const BEGINNING = 0.6;

/** Without chances: who falls matters so much at least, and nothing else does. */
const FALL = 0.6;

/** Highlights: total length, length of the opening and the ending, and margins of a scene. */
const HIGHLIGHTS_MS = 30_000;
const OPENING_MS = 4000;
const ENDING_MS = 4000;
const BEFORE_MS = 700;
const AFTER_MS = 900;
const MOMENTS_MOST = 8;

/**
 * What matters in a battle, and so at which rate a Director plays it and what its highlights are:
 * by how much each beat moves the chances, or who falls in it where a game has no chances. It depends
 * on nothing but the recording, so that every moment is the same for everybody.
 *
 * @param {Store} store
 * @param {RulesetView} view
 */
export function createPacing(store, view) {
  /** @type {number[]} how much each beat matters, from 0 to 1 */
  const weights = [];
  let known = -1;

  /** @param {number} k */
  function measure(k) {
    const { first, end } = store.beats[k];
    const [before, after] = [store.states[first], store.states[end]];
    if (k === 0) return BEGINNING;
    if (after.ended) return 1;
    const events = store.events.slice(first, end);
    if (events.some((event) => view.decides?.(event))) return 1;
    const [was, is] = [view.score(before), view.score(after)];
    const swing = Math.abs((is.a ?? 0) - (is.b ?? 0) - (was.a ?? 0) + (was.b ?? 0));
    if (store.hasChances) return Math.min(1, swing / (FULL_SWING * view.leastSwing));
    // A loss counts for more, the less is left to lose.
    const share = swing / Math.max(1, (was.a ?? 0) + (was.b ?? 0));
    const isFall = events.some((event, i) => view.fallen(event, store.states[first + i]));
    return isFall ? Math.min(1, FALL + 2 * share) : Math.min(FALL, 8 * share);
  }

  function weighed() {
    if (known !== store.events.length) {
      // The last beat may have grown.
      weights.length = Math.max(0, weights.length - 1);
      for (let k = weights.length; k < store.beats.length; k++) weights.push(measure(k));
      known = store.events.length;
    }
    return weights;
  }

  /** Film time that passes in a ms of a beat. @param {number} k */
  function rateOf(k) {
    const all = weighed();
    const weight = Math.max(all[k] ?? 0, LEAD_UP * (all[k + 1] ?? 0));
    return SLOWEST + (FASTEST - SLOWEST) * (1 - weight) ** 2;
  }

  return {
    /**
     * Return the weight of the scene at a time, from 0 to 1: it rises to each beat's first landing
     * and falls after it, smoothly.
     *
     * @param {number} ms
     */
    weightAt(ms) {
      const all = weighed();
      const peak = (/** @type {number} */ k) => store.times[store.beats[k].first];
      let k = store.beatAt(ms);
      if (k < 0) return all[0] ?? 0;
      if (ms < peak(k) && k > 0) k -= 1;
      const next = Math.min(k + 1, all.length - 1);
      const way = peak(next) - peak(k);
      const share = way > 0 ? Math.min(1, Math.max(0, (ms - peak(k)) / way)) : 0;
      return all[k] + (all[next] - all[k]) * share * share * (3 - 2 * share);
    },

    /** The director's playback rate at a time. @param {number} ms */
    rateAt: (ms) => rateOf(Math.max(0, store.beatAt(ms))),

    /**
     * Where a Director has got to from a position, `passed` ms later. It does not depend on how
     * often one looks.
     *
     * @param {number} position
     * @param {number} passed
     */
    advance(position, passed) {
      let [at, left] = [position, passed];
      for (let k = Math.max(0, store.beatAt(at)); k < store.beats.length; k++) {
        const rate = rateOf(k);
        const end = store.beats[k].cue + store.beats[k].length;
        if (at + left * rate <= end) return at + left * rate;
        left -= Math.max(0, end - at) / rate;
        at = Math.max(at, end);
      }
      return at + left;
    },

    /**
     * The beginning, what matters most, and the end: about half a minute of the show, in order.
     *
     * @returns {Span[]}
     */
    highlights() {
      const end = store.untilMs;
      if (end <= HIGHLIGHTS_MS) return [[0, end]];
      const all = weighed();
      /** @type {Span[]} */
      let spans = [
        [0, OPENING_MS],
        [end - ENDING_MS, end],
      ];
      const ranked = [...all.keys()]
        .filter((k) => all[k] > 0)
        .sort((m, n) => all[n] - all[m] || m - n);
      for (const k of ranked.slice(0, MOMENTS_MOST)) {
        const { cue, length } = store.beats[k];
        const more = joined([
          ...spans,
          [Math.max(0, cue - BEFORE_MS), Math.min(end, cue + length + AFTER_MS)],
        ]);
        if (lengthOf(more) <= HIGHLIGHTS_MS) spans = more;
      }
      return spans;
    },
  };
}

/** @typedef {ReturnType<typeof createPacing>} Pacing */

/**
 * How a battle is watched at the speed that is chosen, whether it plays or not.
 *
 * @param {Timeline} timeline
 * @param {Pacing} pacing
 */
export function createGaze(timeline, pacing) {
  const isDirected = () => timeline.speed === DIRECTOR;
  return {
    /** How near the view is to what happens, from 0 to 1. */
    closeness: () => (isDirected() ? pacing.weightAt(timeline.position) : 0),
    /**
     * Return the playback speed at a time. Live battles and steps are not slowed down.
     *
     * @param {number} ms
     */
    speed: (ms) => Math.max(1, timeline.speed === DIRECTOR ? pacing.rateAt(ms) : timeline.speed),
  };
}

/** @typedef {ReturnType<typeof createGaze>} Gaze */

/** @param {Span[]} spans */
const lengthOf = (spans) => spans.reduce((sum, [from, to]) => sum + to - from, 0);

/**
 * The same stretches in order, those that touch as one.
 *
 * @param {Span[]} spans
 * @returns {Span[]}
 */
function joined(spans) {
  /** @type {Span[]} */
  const whole = [];
  for (const [from, to] of spans.sort((m, n) => m[0] - n[0])) {
    const last = whole.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else whole.push([from, to]);
  }
  return whole;
}
