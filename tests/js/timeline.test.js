// Store and timeline on a clock that only the test moves; page.js has the battle.
import assert from "node:assert/strict";
import test from "node:test";
import { SPEEDS } from "../../static/js/player/engine/timeline.js";
import { createFilm, END_MS, each, wholeFilm } from "./page.js";

const LANDS = [0, 1430, 1750, 2450, 3450, 4450];

/** A battle on air, of which the first events are there; the clock tells `airMs`. */
function onAir(airMs, end = 4, until = 3000) {
  const film = createFilm();
  film.append(0, end, until);
  film.timeline.setAirClock(airMs);
  return film;
}

test("events land as worked out by hand", () => {
  assert.deepEqual(wholeFilm().store.times.map(Math.round), LANDS);
});

for (const [unit, on, back] of [
  ["event", [...LANDS.slice(1), END_MS], LANDS.slice(0, -1)],
  ["beat", [2000, 3000, 4000, END_MS], [0, 1000, 2000, 3000, 4000]],
  ["round", [1430, 3450, END_MS], [0, 1430, 3450]],
])
  test(`steps by ${unit} go through all of them and back`, () => {
    const { timeline, is } = wholeFilm();
    for (const [direction, stops] of [
      [1, on],
      [-1, back.toReversed()],
    ])
      for (const ms of stops) {
        timeline.step(unit, direction);
        is(ms, LANDS.filter((landing) => landing <= ms).length);
      }
  });

test("an animated step plays one beat, and in a hurry skips the rest of the motion", () => {
  const { timeline, is, pass } = wholeFilm();
  timeline.step("beat", 1, true);
  is(1000, 1, "playing");
  pass(600).is(1600, 2, "playing");
  pass(600).is(2000, 3);
  timeline.seek(2100);
  timeline.step("beat", 1, true);
  pass(1200).is(3000, 4);
});

test("playing stops at the end, and begins again from there", () => {
  const { timeline, is, pass } = wholeFilm();
  timeline.play();
  pass(1500).is(1500, 2, "playing");
  pass(10_000).is(END_MS, 6);
  timeline.play();
  is(0, 1, "playing");
});

test("speed is film time by time, and slow frames lose none", () => {
  assert.deepEqual(SPEEDS, [0.25, 0.5, 1, 2, 4, 8, 16]);
  for (const speed of SPEEDS) {
    const { timeline, clock } = wholeFilm();
    timeline.setSpeed(speed);
    timeline.play();
    clock.pass(200);
    assert.equal(timeline.position, 200 * speed);
  }
  const { timeline, pass } = wholeFilm();
  timeline.play();
  pass(3500, 3500).is(3500, 5, "playing");
});

test("seeking keeps within the battle", () => {
  const { timeline, is } = wholeFilm();
  each({ [-5]: 1, 3: 4, 99: 6 }, (seq, landed) => {
    timeline.seekEvent(seq);
    is(LANDS[landed - 1], landed);
  });
  each({ 0: 1, 1: 2, 3: 5, 4: 6, 99: 6 }, (beat, landed) => {
    timeline.seekBeat(beat);
    is(LANDS[landed - 1], landed);
  });
  assert.equal(timeline.seekRound(3), false);
  assert.equal(timeline.seekRound(2), true);
  is(3450, 5);
});

test("a chunk that leaves a gap of one event is refused", () => {
  const { store, append } = createFilm();
  assert.ok(append(0, 2, 2000));
  assert.ok(!append(3, 6));
  assert.deepEqual([store.nextSeq, store.isOver, store.untilMs], [2, false, 2000]);
  assert.ok(append(2, 6), "in the middle of a beat");
  assert.deepEqual(store.times.map(Math.round), LANDS);
});

test("events that come again are dropped", () => {
  const { store, append } = createFilm();
  assert.ok(append(0, 4, 3000));
  assert.ok(append(1, 3, 2000));
  for (let k = 0; k < 2; k++) assert.ok(append(0, 6));
  assert.equal(store.events.map(({ seq }) => seq).join(""), "012345");
  assert.equal(store.untilMs, END_MS);
  assert.deepEqual(store.times.map(Math.round), LANDS);
});

test("blows of one beat land apart from a quarter of it on", () => {
  // From 25 % to 80 % a beat of 1,800 ms has 990 ms for four steps.
  const { store, show } = createFilm();
  show([{}, ...Array(5).fill({ beat: 1 })], { cues: [0, ...Array(5).fill(1000)], until_ms: 2800 });
  assert.deepEqual(store.times, [0, 1450, 1697.5, 1945, 2192.5, 2440]);
});

test("a live position follows the server's clock, waits at the edge of what is known and ends", () => {
  const { timeline, append, pass } = onAir(-500);
  timeline.goLive();
  pass(300).is(-200, 0, "live");
  pass(1700).is(1500, 2, "live");
  timeline.pause();
  pass(500).is(1500, 2);
  timeline.goLive();
  pass(1500).is(3000, 4, "live");
  append(4, 6);
  pass(10).is(3510, 5, "live");
  pass(1500).is(END_MS, 6);
  assert.equal(timeline.onAir, false);
});

test("a message that came late does not set the clock back, an earlier one sets it on", () => {
  const { timeline, clock } = onAir(1000);
  timeline.setAirClock(800);
  timeline.goLive();
  clock.pass(100);
  assert.equal(timeline.position, 1100);
  timeline.setAirClock(1300);
  clock.pass(100);
  assert.equal(timeline.position, 1400);
});

test("nothing is shown that is not on air yet", () => {
  const { timeline, is } = onAir(1200);
  for (const [seek, ...where] of [
    ["seek", 2900],
    ["seekEvent", 3],
    ["showEvent", 3],
  ]) {
    timeline[seek](...where);
    is(1200, 1);
  }
  assert.equal(timeline.seekRound(2), false);
});

test("playing faster catches up with the live moment", () => {
  const { timeline, pass } = onAir(2000);
  timeline.seek(0);
  timeline.setSpeed(16);
  timeline.play();
  pass(50).is(800, 1, "playing");
  pass(150).is(2200, 3, "live");
});

test("a veiled page reveals what was shown and no more, until the last event has landed", () => {
  const { timeline } = wholeFilm();
  timeline.setVeiled(true);
  timeline.seek(2000);
  assert.equal(timeline.revealed(), 2000);
  timeline.seek(500);
  assert.equal(timeline.revealed(), 2000, "it was on the stage");
  assert.equal(timeline.edge(), END_MS, "it may be played further");
  timeline.seekEvent(4);
  assert.equal(timeline.veiled, true);
  timeline.seekEvent(5);
  assert.deepEqual([timeline.veiled, timeline.revealed()], [false, END_MS]);
});

test("with less motion a step shows its result immediately", () => {
  const film = wholeFilm();
  const { timeline, is } = film;
  film.still = true;
  for (const [act, how, ...where] of [
    ["step", ["beat", 1, true], 2000, 3],
    ["showEvent", [3], 2450, 4],
  ]) {
    timeline[act](...how);
    is(...where);
  }
});

test("an event is shown from just before it until the next one", () => {
  const { timeline, is, pass } = wholeFilm();
  for (const [seq, from, landed, until, all] of [
    [3, 2000, 3, 3000, 4],
    [1, 1000, 1, 1750, 2], // the second event of the beat is still to come
  ]) {
    timeline.showEvent(seq);
    is(from, landed, "playing");
    pass(1200).is(until, all);
  }
});

test("a replay stands still on a hidden page, with frames or without", () => {
  const { timeline, clock, is } = wholeFilm();
  timeline.play();
  clock.pass(1500);
  timeline.setHidden(true);
  clock.pass(70_000, 1000);
  clock.sleep(70_000);
  is(1500, 2, "playing");
  timeline.setHidden(false);
  clock.pass(500);
  is(2000, 3, "playing");
});

test("a show on air goes on while the page is hidden, and the veil stays over what was missed", () => {
  const { timeline, clock, append, pass } = onAir(1000, 3, 2000);
  timeline.setVeiled(true);
  timeline.goLive();
  clock.pass(500);
  timeline.setHidden(true);
  append(3, 6);
  clock.pass(70_000, 1000);
  assert.deepEqual([timeline.veiled, timeline.revealed()], [true, 1500]);
  timeline.setHidden(false);
  pass(10).is(1510, 2, "playing");
  assert.equal(timeline.veiled, true);
});

test("while the end is hidden the future stays open, and nothing tells more than was seen", async () => {
  const { createFilm: createBar } = await import("../../static/js/player/controls/film.js");
  const { momentAt } = await import("../../static/js/player/controls/peek.js");
  const { store, timeline, view, pacing } = wholeFilm();
  const tell = ({ seq }) => [{ text: `event ${seq}` }];
  Object.assign(view, { gaugeTitle: "", roundWord: "Duel", isMinor: () => false, tell });
  const bar = createBar(store, timeline, view, pacing);
  timeline.setVeiled(true);
  timeline.seek(1800);
  assert.equal(bar.axis, 20_000, "longer than the battle, whatever its length");
  const { title, event } = momentAt(store, timeline, view, 1800);
  assert.deepEqual([title, event], ["Duel 1 · 50 : 50", [{ text: "event 2" }]]);
  assert.equal(momentAt(store, timeline, view, 1801), null);
  timeline.seek(END_MS);
  assert.equal(bar.axis, END_MS);
  assert.equal(momentAt(store, timeline, view, 1801).title, title);
});
