// How the page writes numbers and names.
import assert from "node:assert/strict";
import test from "node:test";
import { createView } from "../../static/js/games/warlords/view.js";
import { isolated, percent, scoreText } from "../../static/js/lib/text.js";
import { namesOf, numberedName } from "../../static/js/player/engine/words.js";
import { summarize } from "../../static/js/site/watch/summary.js";

const SHARES = [1e-300, 1.334e-5, 4.9999e-4, 5e-4, 0.004, 0.0625, 0.5, 0.994, 0.9996, 1 - 1e-16];

test("a chance that is not certain never reads 0 or 100", () => {
  for (const digits of [0, 1, 2])
    for (const share of SHARES)
      assert.doesNotMatch(percent(share, digits), /^(0(\.0+)?|100(\.0+)?)%$/, `${share} ${digits}`);
  const read = [0, 1.334e-5, 0.0005, 0.62499, 0.99998666, 1].map((share) => percent(share, 1));
  assert.deepEqual(read, ["0%", "<0.1%", "0.1%", "62.5%", ">99.9%", "100%"]);
});

test("the gauge of Warlords reads 100 for a side only if the other cannot win", () => {
  const view = createView({ entries: {}, abilities: {} });
  const read = (chance) => {
    const { a, b } = view.score({ chance });
    return [scoreText(view, a), scoreText(view, b)];
  };
  assert.deepEqual(read(0.99998666), [">99.9", "<0.1"]);
  assert.deepEqual(read(1e-20), ["<0.1", ">99.9"]);
  assert.deepEqual(read(1), ["100", "0"]);
  assert.deepEqual(scoreText(view, null), "?");
  assert.deepEqual(view.swingText(28.4), "+14%");
});

test("a name from right to left moves no number beside it", () => {
  const [shalom, marhaba] = ["\u05e9\u05dc\u05d5\u05dd (1)", "\u0645\u0631\u062d\u0628\u0627"];
  assert.equal(isolated("Zoë (1)"), "Zoë (1)");
  for (const name of [shalom, marhaba]) assert.equal(isolated(name), `\u2068${name}\u2069`);
  const army = [1, 2].map((number) => ({ name: marhaba, id: `a${number}`, side: "a" }));
  assert.equal(numberedName(army[1], army, {}), `\u2068${marhaba}\u2069 2`);
});

test("units of one name on both sides are called by their side, too", () => {
  const unit = (side, name) => ({ side, name });
  const roster = { a1: unit("a", "Ogres"), b1: unit("b", "Ogres"), b2: unit("b", "Toad") };
  const sideName = (_, side) => ({ a: "Bo", b: "Ann" })[side];
  const names = namesOf({ roster }, { unitName: (_, id) => roster[id].name, sideName }, String);
  const called = Object.keys(roster).map((id) => names.unit(id).text);
  assert.deepEqual(called, ["Ogres (Bo)", "Ogres (Ann)", "Toad"]);
  const view = {
    fallen: () => null,
    damage: ({ hit }) => hit,
    dossier: (_, id) => roster[id],
    sideName,
  };
  const hit = [
    { by: "a1", to: "b1", amount: 2 },
    { by: "b2", to: "a1", amount: 1 },
  ];
  const { units } = summarize(
    { events: [{ hit, cause: null }], states: [{}, { roster, winner: null }] },
    view,
  );
  assert.deepEqual(
    units.map(({ name }) => name),
    ["Ogres (Bo)", "Toad", "Ogres (Ann)"],
  );
});
