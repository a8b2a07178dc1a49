// What the tests of the page's modules share.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createPacing } from "../../static/js/player/engine/pacing.js";
import { createStore } from "../../static/js/player/engine/store.js";
import { createTimeline } from "../../static/js/player/engine/timeline.js";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../..");

/** What `python -m tests.js.expected WHAT` prints: JSON, one value a line. */
export function fromPython(...what) {
  const { stdout, stderr, status } = spawnSync(
    join(ROOT, ".venv/bin/python"),
    ["-m", "tests.js.expected", ...what],
    { cwd: ROOT, env: { ...process.env, PYTHONPATH: ROOT }, maxBuffer: 2 ** 30, encoding: "utf8" },
  );
  assert.equal(status, 0, stderr);
  return stdout.trimEnd().split("\n").map(JSON.parse);
}

/** A state that throws when anything in it is changed. */
export function frozen(value) {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(frozen);
  }
  return value;
}

/** The states of a view before the first event and after each, frozen. */
export function statesOf({ initial, reduce }, events) {
  const states = [frozen(initial)];
  for (const event of events) states.push(frozen(reduce(states.at(-1), event)));
  return states;
}

/** Values that differ by less than rounding does. */
export const isClose = (actual, expected, within = 1e-6) =>
  assert.ok(Math.abs(actual - expected) <= within, `${actual} is not ${expected}`);

/** Calls `check` with the number and the value of each member. */
export const each = (table, check) => {
  for (const [key, value] of Object.entries(table)) check(Number(key), value);
};

/** A clock that stands still until a test moves it, frame by frame. */
export function createHandClock() {
  let now = 0;
  let id = 0;
  const waiting = new Map();
  return {
    now: () => now,
    request(callback) {
      waiting.set(++id, callback);
      return id;
    },
    cancel: (frame) => waiting.delete(frame),
    /** Lets time pass without a frame. */
    sleep(ms) {
      now += ms;
    },
    /** Lets time pass, with a frame every `every` ms. */
    pass(ms, every = 10) {
      for (const end = now + ms; now < end; ) {
        now = Math.min(end, now + every);
        const due = [...waiting.values()];
        waiting.clear();
        for (const callback of due) callback();
      }
    },
  };
}

const BEATS = [0, 1, 1, 2, 3, 4];
const ROUNDS = [0, 1, 1, 1, 2, 2];
export const END_MS = 5000;

/**
 * Store, pacing and timeline on a hand clock. The battle of `append` has five beats of 1,000 ms, the
 * second of two events. An event lands at 45 % of its beat; of two the second lands at 75 % and the
 * first 320 ms before it; the first of all lands immediately:
 *
 *     seq      0     1     2     3     4     5
 *     beat     0     1     1     2     3     4
 *     round    0     1     1     1     2     2
 *     lands    0  1430  1750  2450  3450  4450
 */
export function createFilm() {
  const view = {
    initial: { round: 0, ended: false, winner: null, reason: null, a: 50, count: 0 },
    leastSwing: 5,
    reduce: (state, { round, a }) => ({ ...state, round, a: a ?? state.a, count: state.count + 1 }),
    score: ({ a }) => ({ a, b: 100 - a }),
    fallen: ({ falls }) => (falls ? { side: "a", name: "Somebody" } : null),
    decides: ({ decides }) => decides,
  };
  const store = createStore(view);
  const clock = createHandClock();
  const pacing = createPacing(store, view);
  const film = { view, store, clock, pacing, still: false };
  const timeline = createTimeline(store, clock, { pacing, isStill: () => film.still });
  return Object.assign(film, {
    timeline,
    /** Hands the store a chunk of the battle. */
    append: (first = 0, end = BEATS.length, until_ms = END_MS) =>
      store.append({
        ...{ from_seq: first, until_ms, over: end === BEATS.length },
        events: BEATS.slice(first, end).map((beat, k) => ({
          ...{ seq: first + k, beat, type: "told", round: ROUNDS[first + k] },
        })),
        cues: BEATS.slice(first, end).map((beat) => 1000 * beat),
      }),
    /** Hands it a whole battle with an event for each beat of 1,000 ms. */
    show: (events, more = {}) =>
      store.append({
        ...{ from_seq: 0, until_ms: 1000 * events.length, over: true },
        events: events.map((event, k) => ({ seq: k, beat: k, type: "told", round: 1, ...event })),
        cues: events.map((_, k) => 1000 * k),
        ...more,
      }),
    /** Lets time pass; gives the film. */
    pass(...ms) {
      clock.pass(...ms);
      return film;
    },
    /** Expects the timeline to stand here; `how`: "paused", "playing" or "live". */
    is(position, landed, how = "paused") {
      const { playing, live } = timeline;
      const now = [Math.round(timeline.position), store.landed(timeline.position)];
      const is = live ? "live" : playing ? "playing" : "paused";
      assert.deepEqual([...now, is, playing], [position, landed, how, how !== "paused"]);
    },
  });
}

/** The film with its whole battle, at its beginning. */
export function wholeFilm() {
  const film = createFilm();
  assert.ok(film.append());
  return film;
}
