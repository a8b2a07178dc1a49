// The page's half of each ruleset agrees with the engine: states, sentences, choreography, pace.
import assert from "node:assert/strict";
import test from "node:test";
import { explainRound } from "../../static/js/games/siege/match/explanation.js";
import { findReasons } from "../../static/js/site/watch/reasons.js";
import { fromPython, statesOf } from "./page.js";

const expected = Object.groupBy(
  fromPython("rulesets", "texts", "golden", "random", "seen", "kept"),
  ({ kind }) => kind,
);

/** The language and the view of each game, as pages in English and in German have them. */
const VIEWS = { en: {}, de: {} };
for (const language of Object.keys(VIEWS)) {
  if (language === "de")
    globalThis.battlereelTexts = { of: expected.texts[0].of, plural: (count) => count !== 1 };
  document.documentElement.lang = language;
  for (const { id, catalog } of expected.rulesets) {
    const query = language === "en" ? "" : "?de";
    const { createView } = await import(`../../static/js/games/${id}/view.js${query}`);
    VIEWS[language][id] = createView(catalog);
  }
}

/** The sentences of a page, with the ids of units and the letters of sides for their names. */
function toldBy(view, events, states) {
  return events.map((event, k) =>
    view
      .tell(event, states[k + 1])
      .map(({ text, side, unit }) => unit ?? side ?? text)
      .join(""),
  );
}

/** A round that was not quiet, and the number that a bot's chance is drawn from, need no words. */
const goesWithoutSaying = ({ type, quiet, purpose }) =>
  (type === "round_ended" && quiet === 0) || (type === "dice_rolled" && purpose === "bot");

for (const { name, ruleset, events, states, told } of [...expected.golden, ...expected.random])
  test(`${name} has the engine's states and the command line's sentences`, () => {
    const shown = statesOf(VIEWS.en[ruleset], events);
    const keys = Object.keys(states.at(-1));
    for (const [k, state] of shown.entries())
      assert.deepEqual(Object.fromEntries(keys.map((key) => [key, state[key]])), states[k], `${k}`);
    for (const [language, views] of Object.entries(VIEWS))
      assert.deepEqual(toldBy(views[ruleset], events, shown), told[language], language);
    for (const [k, event] of events.entries()) {
      const sentence = told.en[k]; // as the page tells it, too
      if (goesWithoutSaying(event)) assert.equal(sentence, "");
      else assert.match(sentence, /\S/, JSON.stringify(event));
      assert.doesNotMatch(sentence, /[{}]|undefined|null|\[object/);
      const isTold = event.type !== "unit_changed"; // in words, with the new value
      for (const number of [isTold ? event.amount : event.value, event.rounds])
        if (typeof number === "number")
          assert.ok(sentence.includes(`${number}`.replace("-", "−")), sentence);
    }
  });

/** Why a siege ended: event, round, side and swing. */
const reasonsOf = (events, states) =>
  findReasons({ events, states }, VIEWS.en.siege).map(({ seq, round, gains, swing }) =>
    [seq, round, gains, swing].join(),
  );

for (const { name, events, seen } of expected.seen)
  test(`${name} reduces to what each viewer knows`, () => {
    const view = VIEWS.en.siege;
    const complete = statesOf(view, events).at(-1);
    for (const [viewer, shown] of Object.entries(seen)) {
      const states = statesOf(view, shown);
      for (const id of Object.keys(complete.units)) {
        const isOwn = id[0] === viewer;
        for (const { units, round } of states.slice(1, -1))
          for (const stat of ["atk", "def", "hp", "exh"])
            if (!isOwn || round > 0) assert.equal(units[id][stat] !== null, isOwn, `${id} ${stat}`);
        assert.equal(states.at(-1).units[id].atk, complete.units[id].atk);
        if (isOwn) assert.deepEqual(states.at(-1).history[id], complete.history[id]);
      }
      for (const state of viewer === "spectator" ? [] : states)
        assert.doesNotMatch(explainRound(state, viewer, true).join(), /[{}]|undefined|null|object/);
      // By resignation; no swing of a secret score, and no fight that moved 2 points or more.
      const end = shown.findIndex(({ type }) => type === "side_resigned");
      if (end >= 0) assert.deepEqual(reasonsOf(shown, states), [`${end},3,,0`]);
    }
  });

test("a siege ends for the fight or wall that moved 2 points or more, then for what decided it", () => {
  // S6 in round 3 takes 3 points from the defenders and 1 from the besieger; any fight moves 1 at most.
  const { events } = expected.golden.find(({ name }) => name === "siege open-gate");
  const states = statesOf(VIEWS.en.siege, events);
  assert.deepEqual(reasonsOf(events, states), ["53,3,a,2", "78,4,,0"]);
});

for (const { name, ruleset, events } of expected.kept)
  test(`${name} of an earlier version reduces to the end that it tells`, () => {
    const states = statesOf(VIEWS.en[ruleset], events);
    const [end, last] = [states.at(-1), events.at(-1)];
    assert.deepEqual([end.ended, end.winner, end.reason], [true, last.winner, last.reason]);
    for (const survivor of Object.values(last.survivors).flat()) {
      const unit = end.units[survivor.id];
      for (const [key, value] of Object.entries(survivor))
        if (Object.hasOwn(unit, key)) assert.equal(Number(unit[key]), Number(value), key);
    }
    const told = toldBy(VIEWS.en[ruleset], events, states);
    assert.ok(told.at(-1));
    assert.ok(told.every((sentence) => !/undefined|\[object/.test(sentence)));
  });

for (const { id, types, pace } of expected.rulesets) {
  test(`every event of ${id} has words, choreography and pace`, async () => {
    const { default: words } = await import(`../../static/js/games/${id}/words.json`);
    const { CHOREOGRAPHY } = await import(`../../static/js/games/${id}/choreography.js`);
    const { SOUNDS } = await import(`../../static/js/games/${id}/view.js`);
    assert.deepEqual(Object.keys(words.sentences).sort(), types);
    assert.deepEqual(Object.keys(CHOREOGRAPHY).sort(), types);
    assert.ok(Object.keys(SOUNDS).every((type) => types.includes(type)));
    assert.deepEqual(pace, types);
  });

  test(`an event of a type unknown to ${id} changes nothing and is told by its name`, () => {
    const view = VIEWS.en[id];
    const event = { seq: 0, beat: 0, type: "moon_eclipsed", unit: "a1" };
    const [before, after] = statesOf(view, [event]);
    assert.deepEqual(after, before);
    assert.deepEqual(view.tell(event, after), [{ text: "moon eclipsed" }]);
  });

  test(`battles here have every type of event of ${id}`, () => {
    const battles = [...expected.golden, ...expected.random].filter(
      ({ ruleset }) => ruleset === id,
    );
    const seen = new Set(battles.flatMap(({ events }) => events.map(({ type }) => type)));
    assert.deepEqual(
      types.filter((type) => !seen.has(type)),
      [],
    );
  });
}
