// @ts-check
/** The player's parts that the first frame does not need, in one file. */
export { turningPoints } from "../engine/turning-points.js";
export { createHelpOpener } from "./help.js";
export { createInspector } from "./inspector.js";
export { createMarkers } from "./markers.js";
export { createSound } from "./sound.js";
