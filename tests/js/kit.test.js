// Scenes that are not built with the player: which version of the kit they get.
import assert from "node:assert/strict";
import test from "node:test";
import { createKitView, KIT_VERSION, kit } from "../../static/js/player/kit.js";

const scene = (more) => ({ createView: (catalog, given) => ({ catalog, given }), ...more });

for (const more of [{}, { kitVersion: KIT_VERSION }])
  test(`a scene ${JSON.stringify(more)} gets the kit and its words`, () => {
    const { catalog, given } = createKitView(scene(more), { ruleset: "x" }, { minor: [] });
    assert.equal(catalog.ruleset, "x");
    assert.equal(given.moves, kit.moves);
    assert.deepEqual(given.wordsFile, { minor: [] });
  });

test("a scene for another version is refused in words", () => {
  const later = scene({ kitVersion: KIT_VERSION + 1 });
  assert.throws(() => createKitView(later, {}), /version 2 of the kit; this site has version 1/);
});
