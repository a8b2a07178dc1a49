// @ts-check
// How the player finds what it loads later. In the package, files.package.js takes this module's place.

/** @import { Catalog, RulesetView } from "./types" */

export const loadDeferred = () => import("./controls/deferred.js");
export const loadKit = () => import("./kit.js");
export const loadLive = () => import("./source/live-reel.js");

/** The address of a file of the package. @type {(name: string) => string} */
export const addressOf = (name) => `/player/1/${name}`;

/**
 * Load the scene of a game of the package.
 *
 * @param {string} id
 * @returns {Promise<{ createView: (catalog: Catalog) => RulesetView }>}
 */
export const loadScene = (id) => import(addressOf(`reel-${id}.js`));

/**
 * Load the player in another language: an instance of its modules, whose texts are constants.
 *
 * @type {(lang: string, texts?: Record<string, string | string[]>) => Promise<typeof import("./assemble.js") | null>}
 */
export const loadLanguage = async () => null;
