// Figures: one for each unit, and none like another of its game, seen on a grid of a few cells.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { ATTACKS, resolved, symbol } from "../../figures.mjs";
import { flat, parse } from "../../shapes.mjs";

const GRID = 24;
const read = (path) => JSON.parse(readFileSync(path, "utf8"));
const { icons } = read("node_modules/@iconify-json/game-icons/icons.json");
const glyphs = new Proxy({}, { get: (_, name) => icons[name]?.body.match(/ d="([^"]+)"/)[1] });
const games = globSync("static/js/games/*/figures.json").map((path) => [
  path.split("/").at(-2),
  resolved(read(path)),
]);

/** The cells inside a path: those whose row turns about their middle. */
function* cellsOf(d) {
  const rows = Array.from({ length: GRID }, () => []);
  for (const polygon of parse(d).map((shape) => flat(shape, 16)))
    for (const [i, end] of polygon.entries()) {
      const [[ax, ay], [bx, by]] = [polygon.at(i - 1), end].map((p) =>
        p.map((v) => (v * GRID) / 512),
      );
      const [top, bottom] = [Math.max(0, Math.ceil(Math.min(ay, by))), Math.max(ay, by)];
      for (let y = top; y < GRID && y < bottom; y++)
        rows[y].push([ax + ((y - ay) * (bx - ax)) / (by - ay), Math.sign(by - ay)]);
    }
  for (const [y, row] of rows.entries())
    for (let x = 0; x < GRID; x++)
      if (row.reduce((sum, [at, turn]) => sum + (at < x ? turn : 0), 0)) yield y * GRID + x;
}

/** A colour in CIE L*a*b*. */
function lab(hex) {
  const rgb = [1, 3, 5].map((i) => (Number.parseInt(hex.slice(i, i + 2), 16) / 255) ** 2.2);
  const rows = [0.4339, 0.3762, 0.1899, 0.213, 0.715, 0.072, 0.018, 0.11, 0.873];
  const [x, y, z] = [0, 3, 6].map((k) =>
    Math.cbrt(rgb.reduce((sum, v, i) => sum + v * rows[k + i], 0)),
  );
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const painted = (figure) =>
  new Map(
    [...symbol("x", figure, glyphs).matchAll(/<path fill="(#\w{6})".*? d="([^"]+)"/g)].flatMap(
      ([, color, d]) => [...cellsOf(d)].map((cell) => [cell, lab(color)]),
    ),
  );

for (const [game, figures] of games) {
  test(`no two figures of ${game} look alike`, () => {
    const all = Object.entries(figures).map(([id, figure]) => [id, painted(figure)]);
    for (const [i, [id, one]] of all.entries())
      for (const [other, two] of all.slice(0, i)) {
        const both = [...one.keys()].filter((cell) => two.has(cell));
        if (both.length / (one.size + two.size - both.length) <= 0.85) continue;
        const apart = both.map((cell) =>
          Math.hypot(...one.get(cell).map((v, k) => v - two.get(cell)[k])),
        );
        // A tunic of another colour is enough.
        const most = apart.sort((a, b) => b - a).slice(0, both.length / 10);
        const mean = most.reduce((sum, value) => sum + value, 0) / most.length;
        assert.ok(mean >= 20, `${id} and ${other} differ by ${mean.toFixed(1)}`);
      }
  });

  test(`every unit of ${game} has a figure and a shape of attack`, () => {
    const rows = globSync(`engine/rulesets/${game}/catalog/*.json`).flatMap(read);
    const units = rows.filter((row) => "strength" in row || "energy" in row);
    assert.deepEqual(
      units.map(({ id }) => id).filter((id) => !figures[id]),
      [],
    );
    assert.ok(Object.values(figures).every(({ attack }) => ATTACKS.includes(attack)));
  });
}
