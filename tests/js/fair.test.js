// Seals and proofs, as webapp/challenges/FAIR.md writes them; the hashes here are node:crypto's.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import test from "node:test";
import * as fair from "../../static/js/site/challenge/fair-dice.js";
import { findingsOf } from "../../static/js/site/challenge/proof.js";

const sha256 = (...lines) => createHash("sha256").update(lines.join("\n")).digest("hex");

const AGREED = { ruleset: "manymarios", terms: { z: 1, a: ["ü", 1e21] }, limits: { cost: 30 } };
const TERMS = sha256(
  "battlereel/1 terms",
  '{"limits":{"cost":30},"ruleset":"manymarios","terms":{"a":["ü",1e+21],"z":1}}',
);
const ARMIES = { a: { name: "A", lineup: [] }, b: { lineup: [{ unit: "boo" }] } };
const WRITTEN = { a: '{"lineup":[],"name":"A"}', b: '{"lineup":[{"unit":"boo"}]}' };
const sealOf = (side) => sha256("battlereel/1 army", "c1", TERMS, side, "5a17", WRITTEN[side]);
const SEALS = { a: sealOf("a"), b: sealOf("b") };
const SEED = BigInt(
  `0x${sha256("battlereel/1 seed", "c1", TERMS, "5ec2e7", SEALS.a, SEALS.b).slice(0, 16)}`,
).toString();

test("JSON has one form, with members in order and without undefined ones", () => {
  for (const [value, text] of [
    [
      { b: [1, null, true], a: { d: "x\n", c: 1.5 } },
      '{"a":{"c":1.5,"d":"x\\n"},"b":[1,null,true]}',
    ],
    [
      { "€": "Euro", "\r": 1, 10: [null], 9: 1e30, ö: '"\u000f', 1: {} },
      '{"\\r":1,"1":{},"10":[null],"9":1e+30,"ö":"\\"\\u000f","€":"Euro"}',
    ],
    [{ a: undefined, b: -0 }, '{"b":0}'],
  ])
    assert.equal(fair.canonical(value), text);
});

for (const isSecure of [true, false])
  test(`hashes are those of FAIR.md ${isSecure ? "under" : "without"} HTTPS`, async (context) => {
    // Browsers have no crypto.subtle on pages without HTTPS.
    if (!isSecure) context.mock.getter(crypto, "subtle", () => undefined);
    assert.equal(await fair.termsOf(AGREED), TERMS);
    for (const side of ["a", "b"]) {
      const sealing = { ...AGREED, challenge: "c1", side };
      assert.equal(await fair.sealOf(sealing, "5a17", ARMIES[side]), SEALS[side]);
    }
    assert.equal(await fair.seedOf("c1", TERMS, "5ec2e7", SEALS), SEED);
  });

test("hashes of FAIR.md's example are those that sha256sum gives", async () => {
  const agreed = { challenge: "abcd2345", ruleset: "manymarios", terms: {}, limits: {} };
  const [secret, terms] = ["0".repeat(64), await fair.termsOf(agreed)];
  const seal = (side, salt, unit) =>
    fair.sealOf({ ...agreed, side }, salt.repeat(64), { lineup: [{ unit }] });
  const seals = { a: await seal("a", "1", "goomba"), b: await seal("b", "2", "toad") };
  assert.equal(await fair.seedOf("abcd2345", terms, secret, seals), "2903599011792095584");
});

function proof() {
  const seat = (side) => ({ name: side, seal: SEALS[side], salt: "5a17", army: ARMIES[side] });
  return {
    ...{ ...structuredClone(AGREED), challenge: "c1", secret: "5ec2e7", seed: SEED },
    commitment: sha256("battlereel/1 secret", "c1", "5ec2e7"),
    seats: { a: seat("a"), b: seat("b") },
    recording: [
      {
        seed: SEED,
        battle: {
          ...{ ruleset: "manymarios", seed: Number(SEED), ...structuredClone(AGREED.terms) },
          sides: ["a", "b"].map((name) => ({ name, army: ARMIES[name] })),
        },
      },
    ],
  };
}
const NOTED = { commitment: proof().commitment, seals: SEALS };

test("an honest proof holds, noted before or not", async () => {
  for (const [noted, count] of [
    [NOTED, 6],
    [{ commitment: null, seals: {} }, 5],
  ]) {
    const findings = await findingsOf(proof(), noted);
    assert.deepEqual(
      findings.map(({ holds }) => holds),
      Array(count).fill(true),
    );
  }
  const findings = await findingsOf(proof(), { commitment: null, seals: { a: "0".repeat(64) } });
  assert.equal(findings.at(-1).holds, false, "the seal that was noted is another one");
});

for (const [title, forge, ...wrong] of [
  ["secret", (p) => Object.assign(p, { secret: "5ec2e8" }), "server's secret", "seed of the dice"],
  ["army", (p) => Object.assign(p.seats.a, { army: ARMIES.b }), "a's army, salt", "a has another"],
  ["salt", (p) => Object.assign(p.seats.b, { salt: "5a18" }), "b's army, salt"],
  [
    ...["army in the battle", ({ recording: [{ battle }] }) => battle.sides.reverse()],
    ...["a has", "b has", "a is called b", "b is called a"],
  ],
  ["name", (p) => Object.assign(p.seats.a, { name: "Eve" }), "Eve is called a"],
  ["terms", ({ recording: [{ battle }] }) => Object.assign(battle, { z: 2 }), "other terms"],
  ["game", ({ recording: [{ battle }] }) => Object.assign(battle, { ruleset: "x" }), "other terms"],
  ["dice", ({ recording: [header] }) => Object.assign(header, { seed: "7" }), "another seed"],
  ["number", ({ recording: [{ battle }] }) => Object.assign(battle, { seed: 7 }), "another seed"],
  ["limits", (p) => Object.assign(p, { limits: {} }), "a's army", "b's army", "seed of the dice"],
])
  test(`a proof with another ${title} does not hold`, async () => {
    const forged = structuredClone(proof());
    forge(forged);
    const failed = (await findingsOf(forged, NOTED)).filter(({ holds }) => !holds);
    assert.equal(failed.length, wrong.length, JSON.stringify(failed));
    for (const [k, { text }] of failed.entries()) assert.ok(text.includes(wrong[k]), text);
  });
