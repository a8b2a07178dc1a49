// Figures: one for each unit, and none like another of its game.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { ATTACKS, resolved } from "../../figures.mjs";
import { alike } from "../../likeness.mjs";

const read = (path) => JSON.parse(readFileSync(path, "utf8"));
const { icons } = read("node_modules/@iconify-json/game-icons/icons.json");
const glyphs = new Proxy({}, { get: (_, name) => icons[name]?.body.match(/ d="([^"]+)"/)[1] });

for (const path of globSync("static/js/games/*/figures.json")) {
  const [figures, game] = [resolved(read(path)), path.split("/").at(-2)];
  test(`every unit of ${game} has a figure that looks like no other`, () => {
    const rows = globSync(`engine/rulesets/${game}/catalog/*.json`).flatMap(read);
    const units = rows.filter((row) => "strength" in row || "energy" in row);
    assert.ok(units.every(({ id }) => figures[id]));
    assert.ok(Object.values(figures).every(({ attack }) => ATTACKS.includes(attack)));
    const [[first, copy]] = Object.entries(figures);
    assert.deepEqual(alike({ ...figures, copy }, glyphs), [`${first} and copy`]);
  });
}
