// Where two battles part, and both as one on a common clock. Beats of a second each, in which an event
// lands after 450 ms, or the two of one beat after 430 and 750 ms.
import assert from "node:assert/strict";
import test from "node:test";
import { createStore } from "../../static/js/player/engine/store.js";
import {
  divergenceOf,
  firstDifference,
  firstTellingEvents,
} from "../../static/js/site/pair/difference.js";
import { joinStores, joinViews } from "../../static/js/site/pair/joint-store.js";

const SAME = [
  { type: "began", armies: { a: [1, 2], b: [3] }, round: 0 },
  { type: "struck", by: "a1", round: 1 },
  { type: "rolled", results: [3], round: 1 },
];
const HIT = [...SAME, { type: "struck", by: "a1", round: 2 }, { type: "ended", round: 2 }];
const MISSED = [
  ...SAME,
  { type: "missed", by: "a1", round: 2 },
  { type: "struck", by: "b1", round: 3 },
  { type: "ended", round: 3 },
];
const OTHER_ROLL = [...SAME.slice(0, 2), { type: "rolled", results: [4], round: 1 }];

const OWN = {
  initial: { round: 0, ended: false, winner: null, reason: null, count: 0 },
  reduce: (state, { round }) => ({ ...state, round, count: state.count + 1 }),
  tell: ({ type, by }, { count }) => (by ? [{ text: `${by} ${type} ${count}` }] : []),
  fallen: ({ type }, { count }) => (type === "missed" ? { side: "a", name: `${count}` } : null),
  sideName: ({ count }, side) => `${side}${count}`,
};

function storesOf(...battles) {
  return battles.map((types) => {
    const store = createStore(OWN);
    const events = types.map((event, seq) => ({ ...event, seq, beat: event.beat ?? seq }));
    const cues = events.map(({ beat }) => beat * 1000);
    store.append({ from_seq: 0, events, cues, until_ms: cues.at(-1) + 1000, over: true });
    return store;
  });
}

for (const [title, one, other, seq] of [
  ["the same", HIT, HIT, null],
  ["another event", HIT, MISSED, 3],
  ["one that ended before", SAME, HIT, 3],
  ["the order of a list", HIT, HIT.with(0, { ...HIT[0], armies: { a: [2, 1], b: [3] } }), 0],
  ["the order of members", HIT, HIT.with(0, { ...HIT[0], armies: { b: [3], a: [1, 2] } }), null],
  ["a member more", HIT, HIT.with(1, { ...HIT[1], source: null }), 1],
  ["a list and an object", HIT, HIT.with(2, { ...HIT[2], results: { 0: 3 } }), 2],
])
  test(`the first difference: ${title}`, () => {
    assert.equal(firstDifference(one, other), seq);
    assert.equal(firstDifference(other, one), seq);
  });

test("events that are the same are there once, then both battles' as they land", () => {
  const store = joinStores(...storesOf(HIT, MISSED), 3);
  assert.equal(store.untilMs, 6000, "the longer one's end");
  assert.deepEqual(
    store.events.map(({ type, of, seq, beat }) => [type, of, seq, beat].join(" ")),
    [
      ...["began 0 0 0", "struck 0 1 1", "rolled 0 2 2", "struck 0 3 3", "missed 1 4 3"],
      ...["ended 0 5 4", "struck 1 6 4", "ended 1 7 5"],
    ],
  );
  assert.deepEqual(store.times, [0, 1450, 2450, 3450, 3450, 4450, 4450, 5450]);
  assert.deepEqual(
    store.beats.map(({ first, end, cue, round }) => [first, end, cue, round].join(" ")),
    ["0 1 0 0", "1 2 1000 1", "2 3 2000 1", "3 5 3000 2", "5 7 4000 2", "7 8 5000 3"],
  );
  assert.deepEqual(
    store.states.map(({ count, other, round }) => [count, other.count, round].join(" ")),
    ["0 0 0", "1 1 0", "2 2 1", "3 3 1", "4 3 2", "4 4 2", "5 4 2", "5 5 3", "5 6 3"],
  );
});

test("both are shown where they differ, before either goes on", () => {
  const quick = MISSED.with(4, { ...MISSED[4], beat: 3 });
  const { known, until } = divergenceOf(...storesOf(HIT, quick), OWN);
  assert.equal(known, 3900, "450 of 1000 ms into a beat of two seconds");
  assert.ok(known <= until && until < 4000, `${until}: the first one's next beat begins at 4000`);
});

test("words, falls and names are those of the battle that they belong to", () => {
  const store = joinStores(...storesOf(HIT, MISSED), 3);
  const view = joinViews(OWN, ({ of }) => ["", "Other"][of]);
  const said = store.events.map((event, k) =>
    view
      .tell(event, store.states[k + 1])
      .map(({ text }) => text)
      .join(""),
  );
  assert.deepEqual(said, [
    ...["", "a1 struck 2", "", "a1 struck 4", "Other: a1 missed 4", "", "Other: b1 struck 5", ""],
  ]);
  const fallen = store.events.map((event, k) => view.fallen(event, store.states[k])?.name ?? null);
  assert.deepEqual(fallen, [null, null, null, null, "3", null, null, null]);
  assert.deepEqual(
    store.states.map((state) => view.sideName(state, "a")),
    ["a0", "a1", "a2", "a3", "a4", "a4", "a5", "a5", "a6"],
  );
});

for (const [title, one, other, same, told] of [
  ["immediately", HIT, MISSED, 3, [3, 3]],
  ["one is over", HIT, SAME, 3, [3, null]],
  // Where events differ that have no words: the next ones that have, unless both say the same.
  ["later", [...OTHER_ROLL, ...HIT.slice(3)], MISSED, 2, [3, 3]],
  ["never", [...OTHER_ROLL, HIT[3]], HIT, 2, [null, null]],
])
  test(`the difference is told by the first words that differ: ${title}`, () => {
    assert.deepEqual(firstTellingEvents(...storesOf(one, other), same, OWN), told);
  });
