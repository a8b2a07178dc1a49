// @ts-check
// Where files.package.js finds the package's files, pages of ours find none: the package alone plays reel files.

/** @typedef {typeof import("./files.package.js")} Files */

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
