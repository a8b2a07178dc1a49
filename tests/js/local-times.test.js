// @ts-check
import assert from "node:assert/strict";
import test from "node:test";
import { timeLeft } from "../../static/js/lib/local-times.js";
import { exactTime } from "../../static/js/site/relative-times.js";

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

test("an exact time is local, with how far away it is and the year only if it is another one", () => {
  const now = new Date(2026, 11, 30, 12).getTime();
  const told = (/** @type {number} */ minutes) =>
    exactTime(new Date(now + minutes * MINUTE), now).replace("\u202f", " ");
  assert.equal(told(90), "Dec 30, 1:30 PM (in\u00a02\u00a0hours)");
  assert.equal(told(4 * 24 * 60), "Jan 3, 2027, 12:00 PM (in\u00a04\u00a0days)");
});
