// Every sound as samples: as loud as it may be, neither cut off nor silent, and of what length.
import assert from "node:assert/strict";
import test from "node:test";
import { ZZFX } from "zzfx";
import { createSound, createThinning, weightOf } from "../../static/js/player/controls/sound.js";
import {
  AMBIENCES,
  EFFECTS,
  renderAmbience,
  renderEffect,
} from "../../static/js/player/controls/sound-effects.js";
import { createFilm, isClose } from "./page.js";

const RATE = 44_100;
const GROUND_RATE = 22_050;
ZZFX.volume = 1;

const decibels = (power) => 10 * Math.log10(power);
const powerOf = (samples) => samples.reduce((sum, value) => sum + value ** 2, 0) / samples.length;
const peakOf = (samples) => samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0);

/** The share of samples with a change of sign. */
const pitchOf = (samples) =>
  samples.filter((value, k) => k > 0 && value * samples[k - 1] < 0).length / samples.length;

/** The level in dB of the loudest 50 ms: short effects are not quieter than long ones. */
function levelOf(samples, rate) {
  const part = rate / 20;
  const powers = Array.from({ length: Math.ceil(samples.length / part) }, (_, k) =>
    samples.subarray(k * part, (k + 1) * part).reduce((sum, value) => sum + value ** 2 / part, 0),
  );
  return decibels(Math.max(...powers));
}

const games = await Promise.all(
  ["manymarios", "siege", "warlords"].map((id) => import(`../../static/js/games/${id}/view.js`)),
);
const named = games.flatMap(({ SOUNDS }) => Object.values(SOUNDS));
const own = named.filter((sound) => typeof sound === "object");
const sounds = { ...EFFECTS, ...Object.fromEntries(own.map(({ name, layers }) => [name, layers])) };

for (const [name, layers] of Object.entries(sounds))
  test(`${name} is short, neither cut off nor silent, and begins without a click`, () => {
    for (const weight of [0, 0.5, 1]) {
      const samples = renderEffect(ZZFX, layers, weight);
      assert.ok(peakOf(samples) > 0.4 && peakOf(samples) <= 0.81);
      assert.ok(powerOf(samples) > 0.0005);
      assert.ok(Math.abs(samples[0]) < 0.2);
      assert.ok(0.02 * RATE < samples.length && samples.length < 1.4 * RATE);
    }
    const heavy = renderEffect(ZZFX, layers, 1);
    isClose(peakOf(heavy), 0.8, 0.01);
    assert.ok(levelOf(heavy, RATE) > -13 && levelOf(heavy, RATE) < -5);
    assert.ok(heavy.length > 0.05 * RATE);
  });

test("what is heavy is louder, longer and lower", () => {
  const [light, heavy] = [0, 1].map((weight) => renderEffect(ZZFX, EFFECTS.stars, weight)); // a plain tone
  assert.ok(peakOf(heavy) > 1.3 * peakOf(light));
  assert.ok(heavy.length > 1.2 * light.length);
  assert.ok(pitchOf(heavy) < pitchOf(light));
});

test("each shape of attack differs from every other by a quarter in pitch, length or strokes", () => {
  const shapes = ["blow", "claw", "bite", "smash", "pierce", "pounce"]; // a cut is the plain blow
  const heard = shapes.map((name) => {
    const samples = renderEffect(ZZFX, EFFECTS[name], 0.5);
    const strokes = new Set(EFFECTS[name].map(([delay]) => delay));
    return [pitchOf(samples), samples.length, strokes.size];
  });
  const isFar = (one, other) => one.some((value, k) => Math.abs(Math.log(value / other[k])) > 0.25);
  for (const [k, one] of heard.entries())
    for (const other of heard.slice(k + 1))
      assert.ok(isFar(one, other), `${shapes[k]} ${one} ${other}`);
});

test("the ground is silent for 500 ms when a blow kills, and a seek sounds nothing", async (t) => {
  const { store, timeline, clock, view, show } = createFilm();
  t.mock.method(performance, "now", clock.now);
  const heard = [];
  let effects = 0;
  const node = { gain: {}, connect: () => node };
  ZZFX.audioContext = {
    ...{ resume() {}, createGain: () => node, createDynamicsCompressor: () => node },
    createBuffer: () => ({ getChannelData: () => new Float32Array(8 * GROUND_RATE) }),
    createBufferSource: () => ({
      ...node,
      start() {
        if (this.loop) heard.push(`starts ${clock.now()}`);
        else effects += 1;
      },
      stop: () => heard.push(`stops ${clock.now()}`),
    }),
  };
  view.sound = () => "blow";
  const sound = createSound({ onEnd() {} }, store, timeline, view);
  show([{}, { hits: 1 }, { hits: 0 }, {}]); // an event lands 45% into its second
  await sound.toggle();
  timeline.play();
  clock.pass(3500);
  assert.equal(heard.join(), "starts 0,stops 2460,starts 2950"); // a frame every 10 ms
  assert.equal(effects, 4);
  for (const ms of [500, 2600, 1200]) {
    clock.sleep(500);
    timeline.seek(ms);
  }
  assert.equal(effects, 4);
});

for (const name of Object.keys(AMBIENCES))
  test(`the ground ${name} is quiet, the same each time, and its loop has no seam`, () => {
    const samples = renderAmbience(name, GROUND_RATE);
    assert.deepEqual(renderAmbience(name, GROUND_RATE), samples);
    assert.equal(samples.length, 8 * GROUND_RATE);
    isClose(peakOf(samples), 0.12, 0.001);
    assert.ok(powerOf(samples) > 0.00005);
    const level = levelOf(samples, GROUND_RATE);
    assert.ok(level > -32 && level < -24, `${level}`);
    const seam = Math.abs(samples[0] - samples.at(-1));
    const leap = samples.reduce(
      (most, v, k) => (k ? Math.max(most, Math.abs(v - samples[k - 1])) : 0),
      0,
    );
    assert.ok(seam <= leap && leap <= 0.1);
  });

test("every sound that a scene names is there", () => {
  const names = ["blow", "stars", "thud", ...named.map((sound) => sound.name ?? sound)]; // a siege's changes
  assert.deepEqual(
    names.filter((name) => !(name in sounds)),
    [],
  );
});

test("in a siege losses sound as heavy as they are, and rest is silent", async () => {
  const { createView } = await import("../../static/js/games/siege/view.js");
  const { sound } = createView({ abilities: {}, entries: {} });
  for (const [stat, amount, name, weight] of [
    ["hp", -1, "blow", 0],
    ["def", -2, "blow", 0.2],
    ["hp", -9, "blow", 1],
    ["atk", 1, "stars", 0],
    ["exh", 2, "thud", 0.2],
    ["exh", -1, null, 0],
  ]) {
    const event = { type: "unit_changed", stat, amount };
    assert.equal(sound(event), name, `${stat} ${amount}`);
    isClose(weightOf(event), weight);
  }
});

for (const [rate, names, every, count] of [
  [1, ["blow", "fall", "shot"], 300, 3],
  [1, Array(100).fill("blow"), 10, 7], // one in 150 ms
  [1, Array.from({ length: 100 }, (_, k) => `${k}`), 10, 17], // one in 60 ms
  [3.9, Array(100).fill("blow"), 10, 7],
  [4, Array(100).fill("blow"), 10, 0],
  [4, Array(20).fill(["kill", "fall", "fanfare"]).flat(), 10, 4], // one in 180 ms
])
  test(`of ${names.length} sounds in ${names.length * every} ms at speed ${rate} ${count} are played`, () => {
    const isDue = createThinning();
    assert.equal(names.filter((name, k) => isDue(name, k * every, rate)).length, count);
  });
