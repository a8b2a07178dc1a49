// Paths of icons are rounded to tenths, and no point drifts away.
import assert from "node:assert/strict";
import test from "node:test";
import { shortened } from "../../icons.mjs";

for (const [path, short] of [
  ["M1.26 2.04l.04.04.04.04.04.04zm-.5 1.449h.06", "M1.3 2l0 .1 0 0 .1.1zm-.5 1.5h0"],
  ["M3.14159 100.04V3a4.4 4.4 0 0 0-1.802.327", "M3.1 100V3a4.4 4.4 0 0 0-1.8.3"],
])
  test(`${path} becomes ${short}`, () => assert.equal(shortened(path), short));
