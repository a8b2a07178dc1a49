// @ts-check
/** The player's parts that the first frame does not need, in one file. */
export { listenForSwipes } from "../../lib/swipe.js";
export { turningPoints } from "../engine/turning-points.js";
export { listenForClicks } from "./clicks.js";
export { createInspector } from "./inspector.js";
export { listenForKeys } from "./keyboard.js";
export { createPeek } from "./peek.js";
export { createSound } from "./sound.js";
