import assert from "node:assert/strict";
import { test } from "node:test";
import { neighbours } from "../../static/js/site/watch/whatif/dice.js";

const roll = (at, sides = 10) => ({ at, who: "a/goblins/0", name: "Goblins", sides, result: 0 });

test("the dice around a moment are the last one before it and the first one after it", () => {
  const rolls = [roll(3), roll(8), roll(9), roll(12), roll(14, 1000)];
  assert.deepEqual(neighbours(rolls, 8, 10), { earlier: rolls[0], later: rolls[3] });
  // Before the first and after the last one nothing wraps around; a bot's die is not choosable.
  assert.deepEqual(neighbours(rolls, 0, 3), { earlier: undefined, later: rolls[0] });
  assert.deepEqual(neighbours(rolls, 13, 20), { earlier: rolls[3], later: undefined });
});
