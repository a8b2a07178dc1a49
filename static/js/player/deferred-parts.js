// @ts-check
// The parts of the player that pages of the site load after the first frame. files.package.js replaces this module in the package.

/** @typedef {typeof import("./controls/keyboard.js").listenForKeys | null} ListenForKeys null where it comes later */

import {
  createInspector,
  createPeek,
  createSound,
  listenForKeys as listen,
  listenForClicks,
  listenForSwipes,
  turningPoints,
} from "./controls/deferred.js";

// Listed here: bundlers describe `import * as` by a getter for each part.
const deferred = {
  createInspector,
  createPeek,
  createSound,
  listenForClicks,
  listenForKeys: listen,
  listenForSwipes,
  turningPoints,
};

/** Our pages have these parts already: a file of their own would be another request. */
export const loadDeferred = async () => deferred;
/** @type {ListenForKeys} */
export const listenForKeys = listen;
export const loadHelp = () => import("./controls/help.js");
