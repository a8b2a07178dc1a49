import assert from "node:assert/strict";
import { test } from "node:test";
import { boxesOf, lineOf } from "../../static/js/site/puzzle/results.js";

test("boxes show how close an answer is, all five only the best", () => {
  const best = 80;
  const full = [0, 15, 16, 40, 79, 80].map((win) => boxesOf({ win, best }));
  assert.deepEqual(full, [0, 0, 1, 2, 4, 5]);
  assert.equal(boxesOf({ win: 0, best: 0 }), 5);
});

test("the line to share has boxes, tries and a streak, and no chance", () => {
  const found = { tried: ["0-1", "1-0"], win: 40, best: 80, shown: false, onDay: true };
  const line = "Battlereel puzzle 2026-11-01: \u{1F7E9}\u{1F7E9}\u2B1C\u2B1C\u2B1C, 2 tries";
  assert.equal(lineOf("2026-11-01", found, 1), line);
  assert.equal(lineOf("2026-11-01", found, 3), `${line}, streak: 3 days`);
});
