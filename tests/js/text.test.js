// How the page writes numbers and names.
import assert from "node:assert/strict";
import test from "node:test";
import { createView } from "../../static/js/games/warlords/view.js";
import { isolated, percent, scoreText } from "../../static/js/lib/text.js";
import { numberedName } from "../../static/js/player/engine/words.js";

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
