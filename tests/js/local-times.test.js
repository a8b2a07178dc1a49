// @ts-check
import assert from "node:assert/strict";
import test from "node:test";
import { timeLeft } from "../../static/js/lib/local-times.js";

const MINUTE = 60_000;

test("the time left is told in its two largest units", () => {
  /** @type {[number, string][]} */
  const cases = [
    [51 * 60 * MINUTE, "2 d 3 h"],
    [90 * MINUTE, "1 h 30 min"],
    [59 * MINUTE + 7000, "59:07"],
    [1, "0:01"],
    [0, ""],
  ];
  for (const [ms, text] of cases) assert.equal(timeLeft(ms), text);
});
