// What battles of the contract rarely show: units that replace others, and what a siege leaves behind.
import assert from "node:assert/strict";
import test from "node:test";
import * as manymarios from "../../static/js/games/manymarios/reduce.js";
import { explainRound } from "../../static/js/games/siege/match/explanation.js";
import * as siege from "../../static/js/games/siege/reduce.js";
import * as warlords from "../../static/js/games/warlords/reduce.js";
import { statesOf } from "./page.js";

/** The last of the states after these events. */
const after = (view, ...events) => statesOf(view, events).at(-1);

const mario = (id, ae, de) => ({ id, side: id[0], name: id, ae, de, abilities: [] });
const MARIOS = {
  type: "battle_started",
  a: { name: "A", army: "A", lineup: [mario("a1", 1, 2), mario("a2", 3, 4), mario("a3", 5, 6)] },
  b: { name: "B", army: "B", lineup: [mario("b1", 7, 8)] },
};
const FRESH = {
  type: "units_replaced",
  side: "a",
  replaced: [{ unit: "a2", by: mario("a4", 9, 5) }],
};

test("a unit of Many Marios that replaces another one takes its place with its own energy", () => {
  const state = after(manymarios, MARIOS, { type: "unit_stunned", unit: "a2", round: 1 }, FRESH);
  assert.deepEqual(state.lineups, { a: ["a1", "a4", "a3"], b: ["b1"] });
  assert.deepEqual(state.units.a4, { ae: 9, de: 5, stunned: 0 });
  assert.deepEqual(state.roster.a4, mario("a4", 9, 5));
  assert.deepEqual([state.units.a1, state.units.a2.stunned], [{ ae: 1, de: 2, stunned: 0 }, 1]);
  assert.deepEqual(state.replaced, { a: 1, b: 0 });
  assert.deepEqual(manymarios.energy(state), { a: 1 + 2 + 9 + 5 + 5 + 6, b: 15 });
  const more = [
    { unit: "a4", by: mario("a5", 2, 3) },
    { unit: "a1", by: mario("a6", 1, 1) },
  ];
  const later = after(manymarios, MARIOS, FRESH, { ...FRESH, replaced: more });
  assert.deepEqual([later.lineups.a, later.replaced], [["a6", "a5", "a3"], { a: 3, b: 0 }]);
  assert.notEqual(later.armies, after(manymarios, MARIOS).armies, "the stage is drawn anew");
});

test("only the shooter that has gone is forgotten", () => {
  const shot = { type: "shot_fired", attacker: "a2", target: "b1", ae: 0, de: 3 };
  const gone = (unit, type = "unit_defeated") => after(manymarios, MARIOS, shot, { type, unit });
  assert.deepEqual(gone("a1").shooters, { a: "a2", b: null });
  assert.deepEqual(gone("a2").shooters, { a: null, b: null });
  assert.deepEqual(gone("a2", "pipe_removed").lineups.a, ["a1", "a3"]);
});

const stacked = (id, more = {}) => ({
  ...{ id, side: id[0], name: id, strength: 5, hits: 2, medals: 0, powers: {} },
  ...{ blessed: false, poisoned: false, diseased: false, paralysed: false },
  ...{
    strength_parts: [{ source: "base", amount: 5 }],
    hits_parts: [{ source: "base", amount: 2 }],
  },
  ...more,
});
const STACKS = {
  ...{ type: "battle_started", field: { terrain: [], city: null, die: 20 } },
  a: { name: "A", army: "A", stack: [stacked("a1"), stacked("a2", { blessed: true })] },
  b: { name: "B", army: "B", stack: [stacked("b1", { powers: { missile: [{ amount: 2 }] } })] },
};
const ready = (id, strength) => ({
  ...{ id, strength, hits: 3, immune: true },
  ...{ strength_parts: [{ source: "morale", amount: strength }], hits_parts: [] },
});
const READIED = { type: "stack_readied", side: "a", units: [ready("a1", 6), ready("a2", 6)] };

for (const [title, by, afflictions, conditions] of [
  ["plain", {}, [], {}],
  ["blessed", { blessed: true }, [], { blessed: true }],
  ["blessed and cursed", { blessed: true }, ["curse"], { cursed: true }],
  [
    "ill",
    {},
    ["disease", "paralysis", "poison"],
    { diseased: true, paralysed: true, poisoned: true },
  ],
])
  test(`a ${title} unit of Warlords replaces another one`, () => {
    const fresh = stacked("a3", { ...by, powers: { missile: [{ amount: 3 }, { amount: 1 }] } });
    const replaced = [{ unit: "a1", by: fresh, afflictions, medals: 2, ready: ready("a3", 7) }];
    const event = { type: "units_replaced", side: "a", replaced };
    for (const events of [[STACKS], [STACKS, READIED]]) {
      const state = after(warlords, ...events, event);
      assert.deepEqual(state.units.a3, {
        ...{ strength: 7, hits: 3, medals: 2, shots: 4, immune: true, blessed: false },
        ...{ cursed: false, poisoned: false, diseased: false, paralysed: false, ...conditions },
      });
      assert.deepEqual(state.lineups, { a: ["a3", "a2"], b: ["b1"] });
      assert.deepEqual(state.made.a3, { strength: ready("a3", 7).strength_parts, hits: [] });
      assert.equal(state.ready.a3?.strength, events.length > 1 ? 7 : undefined);
      assert.deepEqual([state.replaced.a, state.roster.a3], [1, fresh]);
    }
  });

test("strength and hits are made of parts that sum up to them", () => {
  const cursed = {
    ...{ type: "unit_afflicted", unit: "a2", affliction: "curse" },
    ...{ blessed: false, medals: 0, strength: 4, hits: 2 },
  };
  const acid = { type: "acid_hit", target: "a2", strength: 3 };
  const state = after(warlords, STACKS, cursed, acid);
  const written = ({ made }, id, what) =>
    made[id][what].map(({ source, amount }) => `${source} ${amount}`).join();
  assert.equal(written(state, "a2", "strength"), "base 5,curse -1,acid -1");
  assert.equal(written(state, "a2", "hits"), "base 2");
  assert.deepEqual(
    [state.units.a2.strength, state.units.a2.blessed, state.units.a2.cursed],
    [3, false, true],
  );
  const unit = stacked("a1", { blessed: true, strength: 6, hits: 1 });
  const began = after(warlords, { ...STACKS, a: { ...STACKS.a, stack: [unit] } });
  assert.equal(written(began, "a1", "strength"), "base 5,blessing 1");
  assert.equal(written(began, "a1", "hits"), "base 2,disease -1");
});

test("attempts that failed are counted from the last hit or the beginning of a pairing", () => {
  const events = [
    [{ type: "melee_rolled", struck: null, round: 1 }, 1],
    [{ type: "missiles_shrugged", attacker: "b1", shots: 1 }, 2],
    [{ type: "attempt_failed" }, 3],
    [{ type: "chance_weighed" }, 3],
    [{ type: "shot_fired", attacker: "b1", target: "a1", hits: 1, shots: 0, kills: false }, 4],
    [{ type: "melee_rolled", struck: "a1", round: 2 }, 0],
    [{ type: "attempt_failed" }, 1],
    [{ type: "acid_hit", target: "a1", strength: 4 }, 0],
    [{ type: "attempt_failed" }, 1],
    [{ type: "lightning_hit", target: "a1", hits: 1 }, 0],
    [{ type: "unit_assassinated", target: "a1", hits: 0 }, 0],
    [{ type: "attempt_failed" }, 1],
    [{ type: "shot_fired", attacker: "b1", target: "a1", hits: 0, shots: 0, kills: true }, 0],
    [{ type: "attempt_failed" }, 1],
    [{ type: "unit_slain", target: "a1", hits: 0 }, 0],
    [{ type: "attempt_failed" }, 1],
    [{ type: "pairing_started", pairing: 2 }, 0],
  ];
  const states = statesOf(warlords, [STACKS, ...events.map(([event]) => event)]);
  assert.deepEqual(
    states.slice(2).map(({ misses }) => misses),
    events.map(([, misses]) => misses),
  );
  assert.equal(warlords.reduce(states[1], { type: "attempt_failed" }, 0.25).chance, 0.25);
});

const LETTERS = [..."ABCDE"];
const SIEGE = {
  ...{ type: "battle_started", rows: [{ id: "r1" }], rounds: 5 },
  ...Object.fromEntries(
    ["a", "b"].map((side) => [
      side,
      { name: side, units: LETTERS.map((name) => ({ id: side + name, name })) },
    ]),
  ),
};
const MET = { type: "units_met", a: "aA", b: "bA", a_atk: 3, b_atk: 1 };
const GUARDED = { type: "castle_guarded", side: "b", defenders: ["bB", "bC"] };
const BESIEGED = {
  ...{ type: "castle_besieged", side: "b", attack: 4, defense: 2 },
  ...{ besiegers: ["aC", "aB"], defenders: ["bB"] },
};
const round = (number) => ({ type: "round_started", round: number });
const spotsOf = ({ spots }, ...ids) =>
  ids.map((id) => `${spots[id].kind} ${spots[id].place}`).join();

test("units of a siege meet in the field and leave it when a castle is attacked or guarded", () => {
  const met = after(siege, SIEGE, round(1), MET, { ...MET, a: "aB", b: "bE" });
  assert.equal(spotsOf(met, "aA", "bA", "aB", "bE"), "field 0,field 0,field 1,field 1");
  assert.deepEqual([met.units.aB.foe, met.units.bE.foe, met.acts.aB], ["bE", "aB", "attack"]);
  const guarded = after(siege, SIEGE, round(1), MET, GUARDED);
  assert.equal(spotsOf(guarded, "aA", "bA", "bB", "bC"), "home 0,home 0,wall 0,wall 1");
  const besieged = after(siege, SIEGE, round(1), MET, BESIEGED);
  assert.equal(
    spotsOf(besieged, "aA", "bA", "aC", "aB", "bB"),
    "home 0,home 0,siege 0,siege 1,wall 0",
  );
  // Two castles are looked at one after the other: who stands on a wall stays there.
  const own = { ...GUARDED, side: "a", defenders: ["aD"] };
  assert.equal(spotsOf(after(siege, SIEGE, round(1), GUARDED, own), "bB", "aD"), "wall 0,wall 0");
});

test("a newcomer reads why a round has ended like this", () => {
  const row = (id, name) => ({ id, name });
  const start = { ...SIEGE, rows: [row("B5", "spent"), row("S5", "thrown back")] };
  const source = "B5";
  const fought = { type: "unit_fought", unit: "aA", opponent: "bA", source };
  const tired = { type: "unit_changed", unit: "aA", stat: "exh", amount: 1, value: 1, source };
  const settled = { type: "siege_settled", side: "a", castle: "b", source: "S5" };
  const state = after(siege, start, round(1), MET, fought, tired, BESIEGED, settled);
  assert.deepEqual(explainRound(state, "a", true), [
    "a's A with ATK 3 met b's A with ATK 1: +1 EXH. An ordinary fight: it only tires.",
    "a stormed the castle of b with C, B, who met no opponent. ATK 4 against DEF 2. DEF at least twice the ATK throws the attackers back: all +1 EXH, and each attacker −1 HP.",
  ]);
  assert.deepEqual(explainRound(after(siege, start, round(1)), "a", true), [
    "No one attacked.",
    "No one stood on your wall: an attacker without an opponent would have won.",
  ]);
});

test("a siege is settled by the row for its castle alone", () => {
  const settled = (castle) =>
    after(siege, SIEGE, BESIEGED, { type: "siege_settled", side: "a", castle, source: "r1" });
  assert.deepEqual([settled("b").assault.row, settled("a").assault.row], ["r1", null]);
  const judged = ({ history }) =>
    Object.keys(history).filter((id) => history[id].at(-1)?.kind === "judged");
  assert.deepEqual([judged(settled("b")), judged(settled("a"))], [["aB", "aC"], []]);
});

test("everybody is at home again after resting, counting and resigning; a round clears the rest", () => {
  for (const event of [
    { type: "units_rested", units: ["aD"] },
    { type: "totals_counted" },
    { type: "side_resigned", side: "a" },
  ])
    assert.equal(spotsOf(after(siege, SIEGE, MET, event), "aA", "bA"), "home 0,home 0");
  const next = after(siege, SIEGE, round(1), MET, BESIEGED, round(2));
  assert.deepEqual([next.round, next.phase, next.fights, next.assault], [2, "orders", [], null]);
  assert.deepEqual([next.units.aA.foe, next.acts.aA, next.refused], [null, null, {}]);
});

test("what is known of a secret value is its last one, as of its round; the score needs all", () => {
  const mustered = (side) => ({
    ...{ type: "army_mustered", side, army: side },
    units: LETTERS.map((name) => ({ id: side + name, values: { atk: 2, def: 3, hp: 1, exh: 0 } })),
  });
  const state = after(siege, SIEGE, mustered("a"), round(1), MET, round(2));
  assert.deepEqual(siege.known(state, "aA", "atk"), { value: 2, asOf: null });
  assert.deepEqual(siege.known(state, "bA", "atk"), { value: 1, asOf: 1 });
  assert.equal(siege.known(state, "bB", "atk"), null);
  assert.deepEqual([siege.score(state, "a"), siege.score(state, "b")], [30, null]);
  const tired = { type: "unit_changed", unit: "aA", stat: "exh", value: 2 };
  assert.equal(siege.score(after(siege, SIEGE, mustered("a"), tired), "a"), 28);
});
