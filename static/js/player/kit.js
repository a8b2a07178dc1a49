// @ts-check
import * as dom from "../lib/dom.js";
import * as text from "../lib/text.js";
import { t } from "../lib/text.js";
import * as facts from "./engine/facts.js";
import * as reducer from "./engine/reducer.js";
import * as sides from "./engine/sides.js";
import * as words from "./engine/words.js";
import * as banner from "./stage/banner.js";
import * as blows from "./stage/effects/blows.js";
import * as canvas from "./stage/effects/canvas.js";
import { createCaptions } from "./stage/effects/captions.js";
import * as particles from "./stage/effects/particles.js";
import * as projectiles from "./stage/effects/projectiles.js";
import * as layout from "./stage/layout.js";
import * as listen from "./stage/listen.js";
import * as motion from "./stage/motion.js";
import * as moves from "./stage/moves.js";
import * as scenery from "./stage/scenery/scenery.js";
import * as signs from "./stage/signs.js";
import * as stage from "./stage/stage.js";
import * as unit from "./stage/unit.js";
import * as world from "./stage/world.js";

/** @import { Words } from "./engine/words" */
/** @import { Catalog, RulesetView, SceneModule, SceneModules } from "./types" */

/** Version of the kit, raised when scenes for the one before would not work any more. */
export const KIT_VERSION = 1;

/**
 * What scenes are made with. Our own import these modules; a scene that is a plain module gets them
 * as an argument.
 *
 * @type {SceneModules}
 */
export const kit = {
  ...{ dom, facts, reducer, sides, text, words },
  ...{ stage, unit, layout, moves, banner, signs, listen, world, scenery },
  ...{ blows, canvas, particles, projectiles },
  motion: {
    ...motion,
    createStep: (choreography, setup, happening) =>
      motion.createStep(choreography, { captions: createCaptions, ...setup }, happening),
  },
};

/**
 * Create the view of a scene that was not built with the player. Throws an error in words for a scene that was made for
 * another version of the kit.
 *
 * @param {SceneModule} scene
 * @param {Catalog} catalog
 * @param {Words | null} [wordsFile]
 * @returns {RulesetView}
 */
export function createKitView({ createView, kitVersion = 1 }, catalog, wordsFile = null) {
  if (kitVersion === KIT_VERSION) return createView(catalog, { ...kit, wordsFile });
  const versions = { theirs: kitVersion, ours: KIT_VERSION };
  throw new Error(
    t(
      "This scene was made for version {theirs} of the kit; this site has version {ours}.",
      versions,
    ),
  );
}
