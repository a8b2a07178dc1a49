// @ts-check
// What a page of ours loads of the player later. In the package, files.package.js takes this module's place.

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
