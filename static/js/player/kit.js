// @ts-check
import * as dom from "../lib/dom.js";
import * as text from "../lib/text.js";
import * as facts from "./engine/facts.js";
import * as reducer from "./engine/reducer.js";
import * as sides from "./engine/sides.js";
import * as words from "./engine/words.js";
import * as banner from "./stage/banner.js";
import * as canvas from "./stage/effects/canvas.js";
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

/** @import { SceneModules } from "./types" */

/**
 * What scenes are made with. Our own import these modules; a scene that is a plain module gets them
 * as an argument.
 *
 * @type {SceneModules}
 */
export const kit = {
  ...{ dom, facts, reducer, sides, text, words },
  ...{ stage, unit, layout, motion, moves, banner, signs, listen, world, scenery },
  ...{ canvas, particles, projectiles },
};
