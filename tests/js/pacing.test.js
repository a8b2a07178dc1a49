// Director and highlights: beats of 1,000 ms, each of one event, with side a's chance after it. A
// turning point is a shift of the lead by 5 points here, so 20 points, or 10 of the chance, have full
// weight.
import assert from "node:assert/strict";
import test from "node:test";
import { createDirector } from "../../static/js/player/engine/director.js";
import { createGaze } from "../../static/js/player/engine/pacing.js";
import { createStore } from "../../static/js/player/engine/store.js";
import { turningPoints } from "../../static/js/player/engine/turning-points.js";
import { glareOf } from "../../static/js/player/stage/tracks.js";
import { nextLargeScreen, recentSwing } from "../../static/js/site/tv/auto-switch.js";
import { createFilm, each, isClose, wholeFilm } from "./page.js";

const END_MS = 60_000;

/** A battle of a minute: side a's chance falls by 10 points in beat 20, by 5 in beat 40. */
function minute() {
  const film = createFilm();
  const chances = Array.from({ length: 60 }, (_, k) => 50 - 10 * (k >= 20) - 5 * (k >= 40));
  const events = chances.map((a) => ({ a }));
  film.show(events, { chances: chances.map((a) => a / 100) });
  return film;
}

test("weight is the shift of the chances, and has no leaps", () => {
  const { pacing } = minute();
  const weights = { 20450: 1, 40450: 0.5, 30450: 0 };
  each(weights, (ms, weight) => isClose(pacing.weightAt(ms), weight));
  for (let ms = 10; ms < END_MS; ms += 10)
    isClose(pacing.weightAt(ms), pacing.weightAt(ms - 10), 0.02);
});

test("the Director slows down for what matters and before it, and hurries through the rest", () => {
  const { pacing, timeline } = minute();
  // The beat before has 0.6 of the weight: 0.6 + 2.4 * 0.4 ** 2. The beat after has none.
  const rates = { 20500: 0.6, 30500: 3, 19500: 0.984, 21500: 3 };
  each(rates, (ms, rate) => isClose(pacing.rateAt(ms), rate));
  const gaze = createGaze(timeline, pacing);
  timeline.seek(20_450);
  assert.deepEqual([gaze.closeness(), gaze.speed(30_500)], [0, 1]);
  timeline.setSpeed("director");
  isClose(gaze.closeness(), 1);
  assert.deepEqual([gaze.speed(20_500), gaze.speed(30_500)].map(Math.round), [1, 3]);
});

for (const every of [1, 16, 100, 2000])
  test(`the Director's position does not depend on frames of ${every} ms`, () => {
    const { timeline, clock } = minute();
    timeline.setSpeed("director");
    timeline.seek(17_000);
    timeline.play();
    clock.pass(4000, every);
    // 2,000 ms at 3, 1,000 at 0.984, then 1,000 at 0.6: 666.67 + 1016.26 + 1666.67 = 3349.59 ms
    isClose(timeline.position, 21_000 + (4000 - 3349.593) * 3, 1);
  });

test("the Director is never faster than the air", () => {
  const { timeline, clock } = minute();
  timeline.setAirClock(30_000);
  timeline.setSpeed("director");
  timeline.goLive();
  for (const [seek, ms, position] of [
    [null, 2000, 32_000],
    [31_000, 200, 31_600],
    [null, 2000, 34_200], // it has caught up with the air
  ]) {
    if (seek) timeline.seek(seek);
    clock.pass(ms);
    isClose(timeline.position, position);
    assert.equal(timeline.speed, "director");
  }
});

test("highlights have the beginning, what matters and the end in half a minute", () => {
  const spans = minute().pacing.highlights();
  assert.deepEqual([spans[0][0], spans.at(-1)[1]], [0, END_MS]);
  for (const cue of [20_000, 40_000])
    assert.ok(spans.some(([from, to]) => from <= cue && cue + 1000 <= to));
  assert.ok(spans.every(([from], k) => k === 0 || spans[k - 1][1] < from));
  // Where everything matters alike, there is room for no more than half a minute.
  const film = createFilm();
  const events = Array.from({ length: 60 }, (_, k) => ({ a: 50 + 10 * (k % 2) }));
  film.show(events, { chances: [0.5] });
  for (const found of [spans, film.pacing.highlights()]) {
    const length = found.reduce((sum, [from, to]) => sum + to - from, 0);
    assert.ok(length <= 30_000 && length > 8000, `${length}`);
  }
});

test("a tour jumps from highlight to highlight and stops at the end", () => {
  const { pacing, timeline, clock } = minute();
  const spans = pacing.highlights();
  timeline.playTour();
  const seen = Array.from({ length: 3100 }, () => {
    clock.pass(10);
    return timeline.position;
  });
  const isIn = ([from, to], at) => from <= at && at <= to;
  assert.ok(seen.every((at) => spans.some((span) => isIn(span, at))));
  assert.ok(spans.every((span) => seen.some((at) => isIn(span, at))));
  assert.deepEqual([seen.at(-1), timeline.playing, timeline.tour], [END_MS, false, null]);
});

test("a seek, a step and an event that is shown leave the highlights, pause keeps them", () => {
  const { timeline, clock } = minute();
  for (const leave of [
    () => timeline.seek(12_345),
    () => timeline.step("beat", 1),
    () => timeline.showEvent(30),
  ]) {
    timeline.playTour();
    clock.pass(500);
    timeline.pause();
    assert.notEqual(timeline.tour, null);
    leave();
    assert.equal(timeline.tour, null);
  }
});

/** A director of the battle of page.js, and its calls of the scene since the last look. */
function directed(lasts = 1000) {
  const { store, timeline } = wholeFilm();
  const calls = [];
  const scene = {
    render: (state) => calls.push(`render ${state.count}`),
    play(_, events, times, before, after) {
      assert.equal(events.length, times.length);
      calls.push(`play ${events.length} from ${before.count} to ${after.count}`);
      const seek = (ms, [later]) =>
        calls.push(`at ${Math.round(ms)}${later ? " of an old one" : ""}`);
      return { lasts, seek, clear: () => calls.push("clear") };
    },
    resize: () => calls.push("resize"),
  };
  const director = createDirector(store, timeline, scene);
  const tells = (...expected) => assert.deepEqual(calls.splice(0), expected);
  return { timeline, director, tells, calls };
}

const OLD = "at 1300 of an old one";
for (const [title, lasts, ...jumps] of [
  [
    "clears the motion before, which is not built again when it is over",
    1000,
    [1950, "render 3", "play 2 from 1 to 3", "at 950"],
    [4900, "clear", "render 6", "play 1 from 5 to 6", "at 900"],
    [5000, "clear"], // nothing follows
    [1300, "render 1", "play 1 from 0 to 1", "play 2 from 1 to 3", "clear", "at 300"],
    [4900, "clear", "clear", "render 6", "play 1 from 5 to 6", "at 900"],
    [1300, "clear", "render 1", "play 2 from 1 to 3", "at 300"],
  ],
  [
    "draws below it what outlasts the beat before, for 900 ms",
    1900,
    [2300, "render 3", "play 2 from 1 to 3", "play 1 from 3 to 4", OLD, "at 300"],
    [3300, "clear", "render 4", "play 1 from 4 to 5", OLD, "at 300"],
    [3900, "clear", "render 5", "at 900"],
    [3300, "clear", "render 4", "play 1 from 3 to 4", "play 1 from 4 to 5", OLD, "at 300"],
  ],
])
  test(`a jump draws snapshot and motion, and ${title}`, () => {
    const { timeline, tells } = directed(lasts);
    for (const [ms, ...expected] of jumps) {
      timeline.seek(ms);
      tells(...expected);
    }
  });

test("what outlasts its beat gives way to a beat that is over, however the moment is reached", () => {
  const { store, timeline, show } = createFilm();
  show([{}, {}, {}, {}, {}], { cues: [0, 200, 400, 600, 800], until_ms: 1000 });
  const given = [];
  const scene = {
    render() {},
    play: (_, [{ seq }]) => ({
      lasts: seq === 0 ? 900 : 200,
      seek: (_, later) => given.push(`${seq} ${later.map(({ beat }) => beat.cue)}`),
      clear() {},
    }),
  };
  const director = createDirector(store, timeline, scene);
  const look = () => given.splice(0).filter((one) => one.startsWith("0"));
  for (const ways of [[500], [100, 300, 500]]) {
    for (const ms of ways) timeline.seek(ms);
    look();
    director.draw();
    assert.deepEqual(look(), ["0 200,400"]);
    timeline.seek(0);
  }
  director.destroy();
});

for (const way of ["in a replay", "at the edge of a live battle"])
  test(`${way} a sign is up for 400 ms, and the last of those that wait is next`, () => {
    const { store, timeline, show } = createFilm();
    const cues = [0, 1000, 1100, 1200, 1300, 2300]; // an event lands 45% into its beat
    let shown = null;
    const scene = {
      render: (_, signs) => (shown = signs.count),
      play: () => ({ seek() {}, clear() {} }),
    };
    createDirector(store, timeline, scene, undefined, ({ count }) => count);
    const changes = [];
    for (let ms = 0; ms < 2300; ms += 5) {
      const begun = way === "in a replay" ? 5 : cues.filter((cue) => cue <= ms).length;
      show(Array(begun).fill({}), { cues, until_ms: cues[begun] });
      timeline.seek(ms);
      if (shown !== changes.at(-1)?.[1]) changes.push([ms, shown]);
    }
    const expected = [
      [0, 1],
      [1045, 2],
      [1445, 4],
      [1845, 5],
    ]; // 3 has landed at 1145, 4 at 1245, 5 at 1750
    assert.deepEqual(changes, expected);
  });

test("another speed and a redrawing build the motion anew", () => {
  const { timeline, director, tells, calls } = directed();
  timeline.seek(1950);
  calls.length = 0;
  timeline.setSpeed(4); // blows flash less at a higher one
  tells("clear", "play 2 from 1 to 3", "at 950");
  director.redraw();
  tells("clear", "resize", "render 3", "play 2 from 1 to 3", "at 950");
  director.destroy();
  tells("clear");
});

test("less than three bright flashes a second at any speed", () => {
  const lengths = [50, 100, 200, 250, 300, 333, 400, 800, 3000];
  const glares = lengths.map(glareOf);
  for (const [k, length] of lengths.entries())
    if (1000 / length > 3) assert.ok(glares[k] < 0.7, `${length}`);
  assert.equal(glares.at(-1), 1);
  assert.ok(glares.every((glare, k) => k === 0 || glare >= glares[k - 1]));
});

test("turning points are the six largest swings in their order, and what decides", () => {
  const { store, view, show } = createFilm();
  const swings = [0, 10, 20, 4, 30, 40, 50, 60, 70, 2]; // by points of the lead, up and down
  let a = 50;
  const events = swings.map((swing, k) => {
    a += (swing / 2) * (k % 2 ? 1 : -1);
    return { a, round: k };
  });
  events[9].decides = { gains: "b", text: "Castle" };
  show(events);
  const tell = ({ seq }) => [{ text: `${seq}` }];
  const calls = { ...view, turnsBy: "beat", isMinor: () => false, tell };
  const points = turningPoints(store, calls);
  const read = ({ round, swing, gains, decided, phrases: [{ text }] }) =>
    [round, swing, gains, decided ?? "", text].join(" ");
  const swung = ["4 30 b  4", "5 40 a  5", "6 50 b  6", "7 60 a  7", "8 70 b  8"];
  assert.deepEqual(points.map(read), [...swung, "9 2 b Castle 9"]);
  const early = turningPoints(store, calls, 5);
  assert.deepEqual(early.map(read), ["1 10 a  1", "2 20 b  2", "4 30 b  4"]);
  assert.deepEqual([points[0].ms, points[0].until], [4000, 5000]);
});

test("a turning point names first whom the other side lost, and its own losses as a price", () => {
  const { store, view, show } = createFilm();
  // The lead of side a in four rounds: 0, +20, +40, +20.
  show([
    { a: 50, round: 0 },
    { a: 60, round: 1, lost: "a" },
    { a: 60, round: 2, lost: "a" },
    { a: 70, round: 2, lost: "b" },
    { a: 60, round: 3, lost: "a" },
  ]);
  const fallen = ({ lost }) => (lost ? { side: lost, name: lost.toUpperCase() } : null);
  const points = turningPoints(store, { ...view, turnsBy: "round", fallen });
  const causes = points.map(
    ({ gains, phrases }) => `${gains}: ${phrases.map(({ text }) => text).join("")}`,
  );
  assert.deepEqual(causes, ["a: although A falls", "a: B, A fall", "b: A falls"]);
});

for (const [title, a, b, moved] of [
  // Events land 45 % into beats of 4 s: at 0, 5.8, 9.8 and 13.8 s. At 13.801 s the first one that was
  // there 8 s ago is the second; at 18 s the third.
  [
    "counts what was shown within eight seconds",
    [50, 60, 30, 30],
    [50, 40, 70, 70],
    { 0: 0, 5799: 0, 5801: 10, 9801: 20, 13799: 20, 13801: 30, 18000: 0 },
  ],
  ["counts by the share", [6, 3], [2, 1], { 5801: 0 }],
  ["counts half of all", [6, 3], [2, 9], { 5801: 50 }],
  ["does not count what is not known", [null, 3], [2, 9], { 5801: 0 }],
])
  test(`movement of the chances ${title}`, () => {
    const view = {
      initial: { round: 0, score: null },
      reduce: (_, { score }) => ({ round: 1, score }),
      score: ({ score }) => score,
    };
    const store = createStore(view);
    const events = a.map((of, seq) => ({ seq, beat: seq, score: { a: of, b: b[seq] } }));
    const cues = events.map(({ seq }) => seq * 4000);
    store.append({ from_seq: 0, events, cues, until_ms: 4000 * events.length, over: true });
    each(moved, (ms, points) => isClose(recentSwing(store, view, ms), points, 0.05));
  });

for (const [moved, since, large] of [
  [{ a: 0, b: 5 }, 6000, "b"],
  [{ a: 0, b: 5 }, 5999, "a"],
  [{ a: 10, b: 14.9 }, 60_000, "a"],
  [{ a: 0, b: 20, c: 30, d: 25 }, 60_000, "c"],
  [{}, 60_000, "a"],
])
  test(`a screen large since ${since} ms is ${large} after ${JSON.stringify(moved)}`, () => {
    assert.equal(nextLargeScreen(new Map(Object.entries(moved)), "a", since), large);
  });
