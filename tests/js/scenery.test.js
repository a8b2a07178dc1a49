// Backdrops: painted for every field, alike each time, in both themes; the weather; and icons.
import assert from "node:assert/strict";
import test from "node:test";
import { shortened } from "../../icons.mjs";
import { translatedNames } from "../../static/js/player/engine/store.js";
import * as weather from "../../static/js/player/stage/scenery/weather.js";

const { drawWeather, ...kinds } = weather;
const WEATHERS = Object.values(kinds);
const TERRAINS = ["open", "hills", "forest", "marsh", "desert", "ice"];
const CITIES = ["village", "town", "citadel"];
const GAMES = {};
for (const id of ["manymarios", "siege", "warlords"])
  GAMES[id] = (await import(`../../static/js/games/${id}/backdrop.js`)).paintBackdrop;

function painted(game, terrain, city = null, a = { army: "Ours" }) {
  const armies = { a, b: { army: "Others" } };
  const backdrop = GAMES[game]({ field: { terrain, city, die: 20 }, armies });
  return { ...backdrop, markup: backdrop.layers.map(({ drawing }) => drawing.outerHTML) };
}
const stacks = (...field) => painted("warlords", ...field).markup;

for (const game of Object.keys(GAMES))
  test(`the layers of ${game} lie from the sky to the ground, and differ by theme`, () => {
    const { layers, horizon, markup } = painted(game, ["hills"]);
    const depths = layers.map(({ depth }) => depth);
    assert.ok(depths.length <= 5 && horizon > 0.3 && horizon < 0.5);
    assert.deepEqual([depths[0], depths.at(-2), depths.at(-1)], [0, 1, 0]); // over all: dark corners
    assert.ok(depths.slice(1, -1).every((depth, k) => depth > depths[k]));
    assert.ok(layers.every(({ drawing }) => drawing.getAttribute("aria-hidden") === "true"));
    const tones = [...markup.join("").matchAll(/light-dark\(([^()]+),([^()]+)\)/g)];
    assert.ok(tones.length > 10);
    assert.ok(tones.filter(([, day, night]) => day !== night).length > tones.length / 2);
    assert.deepEqual(painted(game, ["ice"]).markup, painted(game, ["ice"]).markup);
    for (const word of TERRAINS)
      assert.ok([...WEATHERS, null].includes(painted(game, [word]).weather), word);
  });

for (const game of ["manymarios", "warlords"])
  test(`other armies of ${game} meet on another field, the same in every language`, () => {
    const ours = painted(game, []).markup;
    assert.notDeepEqual(painted(game, [], null, { army: "Theirs" }).markup, ours);
    // A page calls a built-in army in its own words; the field goes by the recording's.
    const event = { a: { name: "", army: "Ours" }, b: { name: "", army: "Others" } };
    const armies = translatedNames(event, { sides: {}, armies: { Ours: "Unsere" } });
    assert.deepEqual(painted(game, [], null, armies.a).markup, ours);
  });

test("every terrain has a picture and adds to another; the first one decides on the sky", () => {
  const unknown = stacks(["somewhere"]);
  assert.deepEqual(stacks(["open"]), unknown);
  assert.deepEqual(stacks([]), unknown);
  for (const word of TERRAINS) {
    if (word !== "open") assert.notDeepEqual(stacks([word]), unknown);
    const other = TERRAINS.find((terrain) => terrain !== word);
    const [both, alone] = [stacks([other, word]), stacks([other])];
    assert.ok(both.join("").length > alone.join("").length, word);
    assert.equal(both[0], alone[0]);
  }
});

test("every city stands behind its defender", () => {
  const [none, ...cities] = [null, ...CITIES].map((city) => stacks(["hills"], city)[2]);
  assert.equal(new Set(cities).size, CITIES.length);
  for (const city of cities) assert.ok(city.length > none.length);
});

/** A canvas that notes what is drawn on it, and gives styles back at `restore`. */
function createCanvas() {
  const drawn = [];
  const kept = [];
  let styles = { fillStyle: "#000000", strokeStyle: "#000000", lineWidth: 1, globalAlpha: 1 };
  const own = {
    save: () => kept.push({ ...styles }),
    restore: () => {
      styles = kept.pop();
    },
    createRadialGradient: (...how) => ({ how, addColorStop: (...stop) => how.push(stop) }),
    createLinearGradient: (...how) => ({ how, addColorStop: (...stop) => how.push(stop) }),
  };
  const context = new Proxy(own, {
    get: (_, name) =>
      own[name] ?? styles[name] ?? ((...how) => drawn.push(JSON.stringify([name, how, styles]))),
    set: (_, name, value) => Object.assign(styles, { [name]: value }),
  });
  const strokes = () => drawn.filter((call) => /^\["(fill|fillRect|stroke)"/.test(call)).length;
  return { context, drawn, strokes, styles: () => styles };
}

for (const kind of WEATHERS)
  test(`${kind.name} is the same whenever its moment is drawn, little, and leaves the canvas as it was`, () => {
    const [first, later, again, before] = [5000, 9000, 5000, 0].map((ms) => {
      const canvas = createCanvas();
      const was = { ...canvas.styles() };
      drawWeather(canvas.context, kind, "seed", 300, 200, ms);
      assert.ok(canvas.strokes() > 0 && canvas.strokes() <= 80);
      assert.deepEqual(canvas.styles(), was);
      return canvas.drawn.join();
    });
    assert.equal(first, again);
    assert.equal(new Set([first, later, before]).size, 3);
  });

test("the path of an icon is rounded to tenths, and what is lost does not add up", () => {
  const path = "M1.26 2.04l.04.04.04.04.04.04zm-.5 1.449h.06V3a4.4 4.4 0 0 0-1.802.327";
  assert.equal(shortened(path), "M1.3 2l0 .1 0 0 .1.1zm-.5 1.5h0V3a4.4 4.4 0 0 0-1.8.3");
});
