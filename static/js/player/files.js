// @ts-check
// What a page of ours loads of the player later. In the package, files.package.js takes this module's place: it alone
// plays reel files.

import * as deferred from "./controls/deferred.js";

/** @typedef {typeof import("./files.package.js")} Files */

/** Our pages have these parts already: a file of their own would be another request. */
export const loadDeferred = async () => deferred;
export const loadHelp = () => import("./controls/help.js");

const inPackage = /** @type {() => Promise<any>} */ (
  () => Promise.reject(new Error("Only the package plays reel files."))
);

/** @type {Files["loadAssembly"]} */
export const loadAssembly = inPackage;
/** @type {Files["loadKit"]} */
export const loadKit = inPackage;
/** @type {Files["loadMarkers"]} */
export const loadMarkers = inPackage;
/** @type {Files["loadLive"]} */
export const loadLive = inPackage;
/** @type {Files["loadScene"]} */
export const loadScene = inPackage;
/** @type {Files["addressOf"]} */
export const addressOf = (name) => name;
