// @ts-check
// What a page of ours loads of the player later. In the package, files.package.js takes this module's place.

/** @typedef {typeof import("./controls/keyboard.js").listenForKeys | null} ListenForKeys null where it comes later */

import * as deferred from "./controls/deferred.js";

/** Our pages have these parts already: a file of their own would be another request. */
export const loadDeferred = async () => deferred;
/** @type {ListenForKeys} */
export const listenForKeys = deferred.listenForKeys;
export const loadHelp = () => import("./controls/help.js");
