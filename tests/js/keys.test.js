// Keys of shortcuts, whatever the layout, and keys that belong to an input method.
import assert from "node:assert/strict";
import test from "node:test";
import { keyOf, letterOf } from "../../static/js/lib/keys.js";

const pressed = (key, code, ...held) => ({
  key,
  code,
  ...Object.fromEntries(held.map((name) => [name, true])),
});

test("a shortcut is the same key on every layout and with Caps Lock", () => {
  for (const [key, code, means] of [
    ["h", "KeyH", "h"],
    ["H", "KeyH", "h"],
    ["\u0440", "KeyH", "h"],
    ["\u0420", "KeyH", "h"],
    ["\u03b7", "KeyH", "h"],
    ["\u05d9", "KeyH", "h"],
    ["\u0445", "BracketLeft", "["],
    ["\u044e", "Period", "."],
    ["\u0663", "Digit3", "3"],
    ["z", "KeyY", "z"],
    ["\u00f6", "Semicolon", "\u00f6"],
    ["\u044d", "Quote", "quote"],
    ["?", "Minus", "?"],
    ["Home", "Home", "Home"],
    [" ", "Space", " "],
  ])
    assert.equal(keyOf(pressed(key, code)), means, key);
  assert.equal(letterOf(pressed("\u044f", "KeyZ", "ctrlKey")), "z");
});

test("Alt and AltGr may be held for signs, and for nothing else", () => {
  for (const [key, code, held, means] of [
    ["]", "Digit6", ["altKey"], "]"],
    ["[", "Digit8", ["altKey", "ctrlKey"], "["],
    ["[", "Digit8", ["ctrlKey"], ""],
    ["]", "Digit6", ["altKey", "metaKey"], ""],
    ["h", "KeyH", ["altKey"], ""],
    ["h", "KeyH", ["ctrlKey"], ""],
    ["H", "KeyH", ["shiftKey"], "h"],
    ["ArrowLeft", "ArrowLeft", ["altKey"], ""],
    [" ", "Space", ["altKey"], ""],
  ])
    assert.equal(keyOf(pressed(key, code, ...held)), means, `${held} ${key}`);
});

test("keys of a composition are the input method's", () => {
  assert.equal(keyOf(pressed("Enter", "Enter", "isComposing")), "");
  assert.equal(keyOf({ key: "Enter", code: "Enter", keyCode: 229 }), "");
});
