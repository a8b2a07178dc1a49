// The arithmetic of the editor: documents, history, drafts, search.
import assert from "node:assert/strict";
import test from "node:test";
import * as documents from "../../static/js/builder/document.js";
import { createDrafts } from "../../static/js/builder/drafts.js";
import { createHistory } from "../../static/js/builder/history.js";
import { createLatestRequest } from "../../static/js/builder/latest-request.js";
import { steps } from "../../static/js/builder/paths.js";
import { find } from "../../static/js/builder/search.js";
import { correctQuery } from "../../static/js/builder/spelling.js";
import { Refused, Unreachable } from "../../static/js/lib/api.js";
import { fromPython, frozen } from "./page.js";

const { manymarios, warlords } = Object.fromEntries(
  fromPython("rulesets").map((ruleset) => [ruleset.id, ruleset]),
);
const { form, shelf } = manymarios;
const namesOf = (cards) => cards.map(({ name }) => name);

for (const [query, tags, names] of [
  ["thwo", [], ["Thwomp"]],
  ["flying <=6", [], ["Bullet Bill"]],
  ["cost <= 4", [], ["Goomba"]],
  ["cost:>=24 -plant", [], ["Airship"]],
  ['"deals and takes nothing" stun', [], ["Thwomp"]],
  ["", ["flying", "agility"], ["Boo"]],
])
  test(`search finds ${query} ${tags}`, () => {
    assert.deepEqual(namesOf(find(shelf, query, tags)).sort(), names.sort());
  });

for (const [query, tags, meant] of [
  ["gomba", [], "goomba"],
  ["Koppa Trooper", [], "koopa troopa"],
  ["bullet bil", [], null], // within Bill
  ["gomba cost>=24", [], null], // no Goomba costs that much, or flies
  ["gomba", ["flying"], null],
  ["unicorn", [], null],
])
  test(`a slip in "${query}" ${tags} is understood`, () => {
    assert.equal(correctQuery(shelf, query, tags), meant);
  });

test("search goes by the price where nothing counts against a limit, the best answer first", () => {
  const cheap = ({ price, cost }) => (cost ?? price) !== null && (cost ?? price) <= 50;
  const found = find(warlords.shelf, "cost<=50", []);
  assert.ok(namesOf(found).includes("Barge"));
  assert.deepEqual(found, warlords.shelf.filter(cheap));
  assert.equal(find(warlords.shelf, "assassin", [])[0].name, "Assassin");
  assert.deepEqual(namesOf(find(warlords.shelf, "knight", [])).slice(0, 2), [
    "Knight Lords",
    "Knights",
  ]);
});

test("rows are added, copied, moved and removed without touching what was", () => {
  const { addRow, startMoment, duplicateRow, moveRow, removeRow } = documents;
  const row = (id) => shelf.find((card) => card.id === id).row;
  const is = ({ army, keys, selected }, names, chosen) => {
    assert.equal(army.lineup.map(({ unit }) => unit).join(" "), names);
    assert.equal(new Set(keys).size, army.lineup.length);
    assert.equal(keys.indexOf(selected), chosen);
  };
  const one = frozen(
    addRow(form, startMoment(form, frozen({ name: "N", lineup: [] })), row("goomba")),
  );
  is(one, "goomba", 0);
  const two = frozen(addRow(form, one, row("boo"), 0));
  is(two, "boo goomba", 0);
  const three = frozen(duplicateRow(form, two, two.keys[1]));
  is(three, "boo goomba goomba", 2);
  const four = frozen(moveRow(form, three, three.keys[0], 2));
  is(four, "goomba goomba boo", 1);
  is(removeRow(form, four, four.keys[2]), "goomba goomba", 1);
  is(removeRow(form, four, four.keys[1]), "goomba boo", 1); // the neighbour is chosen next
  is(removeRow(form, two, two.keys[0]), "goomba", 0);
  is(removeRow(form, one, one.keys[0]), "", -1);
  for (const place of [-1, 3, 1]) assert.equal(moveRow(form, four, four.keys[1], place), four);
});

test("values that are defaults are left out", () => {
  const { addRow, startMoment, changeField, kindOf } = documents;
  const card = shelf.find(({ id }) => id === "custom");
  let moment = addRow(form, startMoment(form, { lineup: [] }), card.row);
  const { fields } = kindOf(form, shelf, moment.army.lineup[0]);
  const set = (path, value) => {
    const field = fields.find((one) => one.path === path);
    moment = changeField(form, shelf, moment, moment.keys[0], field, value);
  };
  const is = (row) => assert.deepEqual(moment.army.lineup, [row]);
  set("custom.ae", 3);
  set("equipment", ["parawings"]);
  is({ custom: { name: "Custom", energy: 2, ae: 3 }, equipment: ["parawings"] });
  set("custom.ae", 0);
  set("equipment", []);
  set("custom.energy", 0); // the card itself has it
  is({ custom: { name: "Custom", energy: 0 } });
});

test("problems are placed at their fields", () => {
  const lineup = [{ unit: "goomba" }, { custom: { name: "", energy: 2 } }];
  const moment = documents.startMoment(form, { lineup });
  for (const [path, row, field] of [
    ["lineup[0].equipment[1]", 0, "equipment"],
    ["lineup[1].custom.name", 1, "custom.name"],
    ["lineup[2].unit", -1, null],
    ["name", -1, "name"],
  ]) {
    const [placed] = documents.placeProblems(form, shelf, moment, [{ path, message: "wrong" }]);
    assert.deepEqual([moment.keys.indexOf(placed.key), placed.field], [row, field], path);
  }
  assert.deepEqual(steps("stack[3].buys.assassin+1"), ["stack", 3, "buys", "assassin+1"]);
});

test("a form with fixed units is filled in", () => {
  const fields = ["atk", "hp"].map((path) => ({ path, label: path, type: "number" }));
  const fixed = {
    ...{ list: "units", unit_word: "unit", fixed: ["A", "B", "C"] },
    head: [{ path: "name", label: "Name", type: "text" }],
    rows: [{ id: "unit", key: "unit", name: "Unit", fields }],
    pools: [{ label: "attack", paths: ["atk"], most: 10 }],
  };
  const { startMoment, changeField, isEmpty, placeProblems, poolsOf, rowsOf } = documents;
  const first = startMoment(fixed, { units: { A: { atk: 3, hp: 1 } } });
  assert.deepEqual([first.keys, first.selected], [["A", "B", "C"], "A"]);
  const next = changeField(fixed, [], first, "B", fields[0], 9);
  assert.deepEqual(rowsOf(fixed, next.army), [{ atk: 3, hp: 1 }, { atk: 9 }, {}]);
  assert.deepEqual(Object.keys(next.army.units), ["A", "B", "C"]);
  assert.deepEqual(poolsOf(fixed, next.army), [{ label: "attack", value: 12, most: 10 }]);
  const [problem] = placeProblems(fixed, [], next, [{ path: "units.B.atk", message: "" }]);
  assert.deepEqual([problem.key, problem.field], ["B", "atk"]);
  assert.deepEqual([isEmpty(fixed, {}), isEmpty(fixed, next.army)], [true, false]);
});

/** A history of an army's name whose clock stands at `ms` and is moved by the test. */
function createNamed() {
  const clock = { ms: 0 };
  const moment = (name, selected) => ({ army: { name }, keys: ["r1", "r2"], selected });
  const history = createHistory(moment("0", "r1"), () => clock.ms);
  const type = (name, ms, group = "") => {
    clock.ms += ms;
    history.commit(moment(name, history.present.selected), `type ${name}`, group);
  };
  const undone = () => [history.undo(), history.present.army.name];
  return { history, type, undone };
}

test("fast changes of one group are one step back", () => {
  const { history, type, undone } = createNamed();
  for (const [name, ms, group] of [
    ["1", 0, "name"],
    ["2", 1000, "name"],
    ["3", 1000, "note"],
    ["4", 1300, "note"],
  ])
    type(name, ms, group);
  assert.deepEqual(
    [undone(), undone(), undone()],
    [
      ["type 4", "3"],
      ["type 3", "2"],
      ["type 1", "0"],
    ],
  );
  assert.deepEqual([undone(), history.redo()], [[null, "0"], "type 1"]);
  assert.deepEqual([history.redoable, history.present.army.name], ["type 3", "2"]);
  type("5", 9000);
  assert.deepEqual([history.redoable, history.undoable, history.redo()], [null, "type 5", null]);
});

test("undo after choosing another row takes back the last edit alone", () => {
  for (const choose of ["select", "undo", "redo"]) {
    const { history, type, undone } = createNamed();
    type("1", 0, "energy");
    type("1b", 5000, "other");
    if (choose === "select") history.select("r2");
    else history.undo();
    if (choose === "redo") history.redo();
    const before = history.present.army.name;
    type("2", 100, choose === "undo" ? "energy" : "other");
    assert.deepEqual(undone(), ["type 2", before], choose);
    assert.equal(history.present.selected, choose === "select" ? "r2" : "r1");
  }
});

/** A browser's storage of what a map holds. */
const storageOf = (held) => ({
  get length() {
    return held.size;
  },
  key: (place) => [...held.keys()][place],
  getItem: (key) => held.get(key) ?? null,
  setItem: (key, text) => held.set(key, text),
  removeItem: (key) => held.delete(key),
});

test("drafts: the oldest of more than thirty goes, and a browser may refuse them", () => {
  const held = new Map([["theme", "dark"]]);
  const storage = storageOf(held);
  let now = 0;
  const of = (place) =>
    createDrafts(
      place,
      () => storage,
      () => ++now,
    );
  const draft = { army: { lineup: [] }, note: "", terms: {}, revision: null };
  for (let place = 0; place < 35; place++) assert.equal(of(`${place}`).save(draft), true);
  const last = of("34");
  last.load();
  last.discard();
  assert.deepEqual([held.size, held.get("theme")], [30, "dark"]);
  assert.deepEqual(
    [of("4").load(), of("33").load(), of("34").load()],
    [null, { ...draft, at: 34 }, null],
  );
  const forbidden = createDrafts("x", () => {
    throw new Error("forbidden");
  });
  const full = createDrafts("x", () => ({ ...storage, getItem: () => "{", setItem: null }));
  for (const drafts of [forbidden, full]) {
    assert.deepEqual([drafts.load(), drafts.save(draft)], [null, false]);
    drafts.discard();
  }
});

test("only the last answer counts, and a question is put again when that may help", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { timers } = context.mock;
  const asked = [];
  const heard = [];
  const ask = (question) =>
    new Promise((resolve, reject) => asked.push({ question, resolve, reject }));
  const latest = createLatestRequest(ask, {
    delayMs: 20,
    onAnswer: (answer) => heard.push(answer),
    onError: (error) => heard.push(error.message),
  });
  const settled = () => new Promise(setImmediate);
  const questions = () => asked.map(({ question }) => question).join(" ");
  latest.request("never");
  latest.request("slow");
  timers.tick(20);
  latest.request("fast");
  timers.tick(20);
  asked[1].resolve("fast answer");
  asked[0].resolve("stale answer");
  await settled();
  assert.deepEqual([questions(), heard], ["slow fast", ["fast answer"]]);
  for (const [error, ms] of [
    [new Unreachable("gone"), 4000],
    [new Refused(503, "busy", [], 3), 3000],
    [new Refused(422, "wrong", []), null],
  ]) {
    asked.length = 0;
    latest.request("why", 0);
    timers.tick(0);
    asked[0].reject(error);
    await settled();
    assert.equal(heard.at(-1), error.message);
    timers.tick((ms ?? 60_000) - 1);
    assert.equal(questions(), "why");
    timers.tick(1);
    timers.tick(0);
    assert.equal(questions(), ms === null ? "why" : "why why");
    latest.cancel();
  }
});

test("drafts: two tabs keep each its own, and the latest is found first", () => {
  const held = new Map();
  const storage = storageOf(held);
  let at = 0;
  const open = () =>
    createDrafts(
      "x",
      () => storage,
      () => ++at,
    );
  const draft = (name) => ({ army: { name }, note: "", terms: {}, revision: null });
  const [one, other] = [open(), open()];
  assert.deepEqual([one.load(), other.load()], [null, null]);
  for (const name of ["A", "AA"]) one.save(draft(name));
  other.save(draft("B"));
  one.save(draft("AAA"));
  const names = () => [...held.values()].map((text) => JSON.parse(text).army.name).sort();
  assert.deepEqual(names(), ["AAA", "B"]);
  const third = open();
  assert.equal(third.load().army.name, "AAA");
  third.save(draft("C"));
  one.save(draft("A4"));
  assert.deepEqual(names(), ["A4", "B", "C"], "the third went on from the first one's");
  third.discard();
  other.discard();
  assert.deepEqual(names(), ["A4"]);
  assert.equal(open().load().army.name, "A4");
});
