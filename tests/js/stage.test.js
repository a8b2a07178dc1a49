// Where units stand, what flies, and how a blow is drawn, in the sample battles.
import assert from "node:assert/strict";
import test from "node:test";
import { HAMMER } from "../../static/js/games/manymarios/effects.js";
import { createStore } from "../../static/js/player/engine/store.js";
import { createCaptions } from "../../static/js/player/stage/effects/captions.js";
import { beganWith, createLayout } from "../../static/js/player/stage/layout.js";
import { createStep } from "../../static/js/player/stage/motion.js";
import { fromPython, isClose } from "./page.js";

const all = fromPython("rulesets", "samples");
const RULESETS = Object.fromEntries(
  all.filter(({ kind }) => kind === "rulesets").map((ruleset) => [ruleset.id, ruleset]),
);
const SAMPLES = all.filter(({ kind }) => kind === "samples");
const GAMES = { manymarios: {}, warlords: {} };
for (const [id, game] of Object.entries(GAMES)) {
  const { createView } = await import(`../../static/js/games/${id}/view.js`);
  const { CHOREOGRAPHY } = await import(`../../static/js/games/${id}/choreography.js`);
  Object.assign(game, { view: createView(RULESETS[id].catalog), choreography: CHOREOGRAPHY });
}

const STAGE = { width: 1000, height: 500 };

/** The beats of a sample battle, whose events `ask(stage, event, landing)` of a fake stage. */
function* beatsOf({ ruleset, events, cues, until_ms }) {
  const { view, choreography } = GAMES[ruleset];
  const store = createStore(view);
  store.append({ from_seq: 0, events, cues, until_ms, over: true });
  for (const { first, end, cue, length } of store.beats) {
    const [before, after] = [store.states[first], store.states[end]];
    const largest = { a: before.lineups.a.length || 1, b: before.lineups.b.length || 1 };
    const layout = createLayout(STAGE, largest);
    for (let seq = first; seq < end; seq++) {
      const asked = { ways: {}, numbers: {}, quakes: [], thrown: [] };
      const landing = store.times[seq] - cue;
      const element = (id) => Object.assign(document.createElement("div"), { id });
      const fx = {
        number: (id, text, kind) => kind === "loss" && Object.assign(asked.numbers, { [id]: text }),
        projectile: (kind, from) =>
          asked.thrown.push([before.roster[from].unit, kind === HAMMER ? "hammer" : kind]),
        heart: () => ({ x: 0, y: 0, size: 1 }),
      };
      const stage = {
        ...{ before, after, layout, length, catalog: RULESETS[ruleset].catalog, glare: 1 },
        at(id) {
          const { side } = before.roster[id];
          return layout.slot(side, Math.max(0, before.lineups[side].indexOf(id)));
        },
        move({ id }, { translateX }, start) {
          if (start === landing && id) asked.ways[id] = translateX;
        },
        fx: new Proxy(fx, { get: (_, name) => fx[name] ?? (() => {}) }),
        ...{ body: element, figure: () => element(""), part: () => element(""), partOf() {} },
        ...{ wayOf: () => ({ x: 0, y: 0 }), everybody: () => [] },
        attackOf: () => "cut",
        forward: (side) => (side === "a" ? 1 : -1),
        quake: (px) => asked.quakes.push(px),
      };
      const event = events[seq];
      if (event.target || event.type === "missiles_cancelled")
        choreography[event.type](stage, event, landing, { until: length, again: false });
      yield { event, asked, room: length - landing, cue: cues[seq] };
    }
  }
}

for (const id of Object.keys(GAMES))
  test(`blows of ${id} stand still for as long as they take and say what they took`, () => {
    const stops = { kill: new Set(), hit: new Set() };
    for (const sample of SAMPLES.filter(({ ruleset }) => ruleset === id))
      for (const { event, asked, room, cue } of beatsOf(sample)) {
        const left = sample.left[event.seq];
        const way = asked.ways[event.target];
        if (!left || !way) continue;
        const where = `${sample.name} ${event.seq} ${event.type}`;
        const [stop, push, back] = way.map(({ duration }) => duration);
        // A shot that kills takes all that is left; another blow may strike for more than that.
        const taken = event.amount ?? left[0];
        const kills = left[1] === 0;
        stops[kills ? "kill" : "hit"].add(stop);
        // 220 ms where the beat has 330 left; in a shorter one the same share.
        if (kills) isClose(stop, Math.min(220, 0.67 * room));
        else if (room >= 200) assert.ok(60 <= stop && stop <= 90, where);
        if (kills && event.type === "shot_fired" && id === "warlords" && stop < 220)
          assert.ok(cue > RULESETS[id].calm, `${where} is cut short`);
        assert.ok(stop + push + back <= room + 1e-6, where);
        if (["unit_assassinated", "unit_slain"].includes(event.type)) continue;
        assert.equal(asked.numbers[event.target].replace(" DE", ""), `−${taken}`, where);
        assert.deepEqual(asked.quakes, [{ 1: 2, 2: 5, 3: 5 }[taken] ?? 10], where);
      }
    assert.equal(Math.max(...stops.kill), 220);
    assert.equal(Math.max(...stops.hit), 70);
  });

const FITTING = {
  manymarios: { cannon: "ball", "hammer-bro": "hammer", null: "stone" },
  warlords: {
    ...{ archers: "arrow", "elven-archers": "arrow", moonguard: "arrow", centaurs: "arrow" },
    ...{ ranger: "arrow", halflings: "stone", ballistae: "bolt", "dwarf-crossbows": "bolt" },
  },
};

for (const [id, fitting] of Object.entries(FITTING))
  test(`what flies in ${id} fits who throws it`, () => {
    const thrown = SAMPLES.filter(({ ruleset }) => ruleset === id).flatMap((sample) =>
      [...beatsOf(sample)]
        .filter(({ event }) => ["shot_fired", "missiles_cancelled"].includes(event.type))
        .flatMap(({ asked }) => asked.thrown),
    );
    assert.deepEqual(
      [...new Set(thrown.map(([unit, kind]) => `${unit} ${kind}`))].sort(),
      Object.entries(fitting)
        .map((pair) => pair.join(" "))
        .sort(),
    );
  });

const bare = {
  ...{ canvas: { hold() {}, draw() {} }, drawings: new Map(), still: false, parts: {} },
  ...{ walkers: () => [], layout: createLayout(STAGE, { a: 1, b: 1 }), at: () => null },
};

for (const px of [2, 16])
  test(`a quake of ${px} px shakes the stage as far and is over in 200 ms`, () => {
    const world = document.createElement("div");
    const shaken = (stage, _, landing) => stage.quake(px, landing);
    const setup = { ...bare, world };
    const step = createStep({ shaken }, setup, {
      ...{ beat: { cue: 0, length: 1000 }, events: [{ type: "shaken", seq: 1 }], times: [400] },
      ...{ before: { roster: {} }, after: { roster: {} } },
    });
    const away = Array.from({ length: 301 }, (_, k) => {
      step.seek(350 + k); // from 50 ms before to 250 after
      return Math.hypot(...(world.style.transform.match(/-?[\d.]+(?=px)/g) ?? [0]).map(Number));
    });
    const most = (from, to) => Math.max(...away.slice(from, to));
    assert.equal(most(0, 51), 0);
    assert.ok(px <= most(0) && most(0) <= 1.2 * px);
    assert.ok(most(150) < 0.65 * most(0) && most(200) < 0.3 * most(0));
    assert.equal(most(250), 0);
  });

test("a number outlasts its beat and gives way to the next one on its unit", () => {
  globalThis.getComputedStyle = () => ({ fontFamily: "" });
  const shown = [];
  const state = { roster: { b1: { side: "b" } }, lineups: { a: [], b: ["b1"] } };
  const effects = { append: (element) => shown.push(element) };
  const setup = {
    ...bare,
    effects,
    captions: createCaptions,
    at: () => ({ x: 0, y: 200, size: 90 }),
  };
  const struck = (stage, _, landing) => stage.fx.number("b1", "−1", "loss", landing);
  const [one, step] = [0, 600].map((cue) =>
    createStep({ struck }, setup, {
      ...{ beat: { cue, length: 600 }, events: [{ type: "struck", seq: 1 }], times: [cue + 270] },
      ...{ before: state, after: state, room: 1500 },
    }),
  );
  for (const [ms, later, opacity] of [
    [870, [], 1],
    [1170, [], 0], // 900 ms after it has appeared
    [825, [{ step, beat: { cue: 600 } }], 0.5],
    [870, [{ step, beat: { cue: 600 } }], 0],
    // The next one 200 ms later waits until it is read.
    [715, [{ step, beat: { cue: 200 } }], 0.5],
    [760, [{ step, beat: { cue: 200 } }], 0],
  ]) {
    one.seek(ms, later);
    isClose(Number(shown[0].style.opacity), opacity);
  }
});

for (const [length, visible] of [
  [399, []],
  [400, [0, 400]],
  [440, [12, 412]], // half of it after 29 % of the 40 ms in which it comes, and again of those in which it goes
  [1000, [537, 937]],
])
  test(`a caption of a beat of ${length} ms is seen for 400 ms or left out`, () => {
    globalThis.getComputedStyle = () => ({ fontFamily: "" });
    const shown = [];
    const state = { roster: { b1: { side: "b" } } };
    const root = { before: (element) => shown.push(element) };
    const setup = {
      ...{ ...bare, captions: createCaptions, at: () => ({ x: 0, y: 200, size: 90 }) },
      canvas: { ...bare.canvas, root },
    };
    const struck = (stage, _, landing) => stage.fx.caption("b1", "Missed", landing);
    const step = createStep({ struck }, setup, {
      ...{ beat: { cue: 0, length }, events: [{ type: "struck", seq: 1 }], times: [length - 10] },
      ...{ before: state, after: state, room: 1900 },
    });
    const seen = Array.from({ length }, (_, ms) => {
      step.seek(ms);
      return Number(shown[0]?.style.opacity ?? 0) >= 0.5 ? ms : -1;
    }).filter((ms) => ms >= 0);
    assert.deepEqual(seen.length ? [seen[0], seen.at(-1) + 1] : [], visible);
  });

for (const [width, height] of [
  [1280, 620],
  [360, 420],
  [412, 520],
])
  for (const count of [1, 2, 8, 10, 21, 40])
    test(`${count} units stand apart on a stage of ${width} × ${height} in a queue that turns`, () => {
      const layout = createLayout({ width, height }, { a: count, b: 1 });
      const [leader, ...queue] = Array.from({ length: count }, (_, k) => layout.slot("a", k));
      assert.ok(leader.leads && leader.x < width / 2);
      assert.ok(queue.every(({ leads, size }) => !leads && size <= leader.size));
      for (const [k, { x, y, size }] of [leader, ...queue].entries()) {
        assert.ok(x - size / 2 >= 0 && y - size / 2 >= 0 && y < height, `${k} is on the stage`);
        // The other side stands as in a mirror.
        if (k === 0) isClose(layout.slot("b", 0).x, width - x);
      }
      // The landscape's near ground can be lifted to 0.4467 - 0.22 of the height.
      if (count > 1) assert.ok(layout.far > 0.2267, "the last row stands on the ground");
      // Who moves up goes to the next place: beside it, or straight down to the row below.
      for (const [k, { x, y, size }] of queue.slice(1).entries()) {
        const isBeside = Math.abs(y - queue[k].y) < size / 4;
        isClose(
          Math.abs(x - queue[k].x),
          isBeside ? (count > 21 && width < 640 ? 1.05 : 1.14) * queue[0].size : 0,
        );
        assert.ok(isBeside || y < queue[k].y, `${k + 1} stands behind`);
      }
    });

test("a side's size is what it began with, without those who came later", () => {
  const roster = Object.fromEntries(["a1", "a2", "a3", "b1"].map((id) => [id, { side: id[0] }]));
  const state = { roster, replaced: { a: 1, b: 0 } };
  assert.deepEqual(
    [beganWith(state, "a"), beganWith({ roster }, "a"), beganWith(state, "b")],
    [2, 3, 1],
  );
});
