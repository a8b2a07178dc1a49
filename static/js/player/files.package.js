// @ts-check
// How the package finds the files next to it: by the address of its module, with the query of a language.

import { adopt, isTranslated, language } from "../lib/text.js";
import * as assembly from "./assemble.js";

/** @import { Texts } from "../lib/text" */
/** @import { Catalog, ReelOptions, RulesetView } from "./types" */

const here = new URL(import.meta.url);
/** "?lang=de" in the instance of a language, which its other files share. */
const query = here.searchParams.has("lang") ? here.search : "";

/** @param {string} name */
export const addressOf = (name) => new URL(name, here).href;

/** @param {string} name */
const load = (name) => import(addressOf(name) + query);

/**
 * Load what assembles a reel, in the reel's own language.
 *
 * @param {Pick<ReelOptions, "lang" | "texts">} options
 * @returns {Promise<typeof import("./assemble.js")>}
 */
export async function loadAssembly({ lang, texts }) {
  const isOwn = !lang || (lang === language && isTranslated);
  return isOwn && !texts ? assembly : loadLanguage(lang ?? language, texts);
}

/** @returns {Promise<typeof import("./controls/deferred.js")>} */
export const loadDeferred = () => load("reel-deferred.js");

/** Keys are listened for by the deferred parts. @type {import("./deferred-parts.js").ListenForKeys} */
export const listenForKeys = null;

/** @returns {Promise<typeof import("./controls/help.js")>} */
export const loadHelp = () => load("reel-help.js");

/** @returns {Promise<typeof import("./controls/markers.js")>} */
export const loadMarkers = () => load("reel-markers.js");

/** @returns {Promise<typeof import("./source/live-reel.js")>} */
export const loadLive = () => load("reel-live.js");

/** @returns {Promise<typeof import("./kit.js")>} */
export const loadKit = () => load("reel-kit.js");

/**
 * Load the scene of a game, after the game's texts in this language, which are constants in it.
 *
 * @param {string} id
 * @returns {Promise<{ createView: (catalog: Catalog) => RulesetView }>}
 */
export async function loadScene(id) {
  if (isTranslated) {
    const found = await textsOf(`${language}-${id}`);
    adopt({ ...found?.of, ...languages.get(query)?.own });
  }
  return load(`reel-${id}.js`);
}

/**
 * Languages of the package's instances by their queries; lib/text.js of an instance reads its own.
 *
 * @type {Map<string, { lang: string, texts: object | null, own?: Texts["of"] }>}
 */
const languages = shared("languages");

/** Queries of languages by what a host asked for. @type {Map<string, string>} */
const queries = shared("queries");

/**
 * Load the instance of a language: the same modules once more, with other texts.
 *
 * @param {string} lang
 * @param {Record<string, string | string[]>} [texts] in place of the package's, by the English ones
 * @returns {Promise<typeof import("./assemble.js")>}
 */
async function loadLanguage(lang, texts) {
  const known = await textsOf(lang);
  const asked = JSON.stringify([lang, texts]);
  const found = queries.get(asked);
  if (found) return import(addressOf("battle-reel.js") + found);
  const number = texts ? `&texts=${queries.size + 1}` : "";
  const key = `?lang=${encodeURIComponent(lang)}${number}`;
  queries.set(asked, key);
  const plural = (/** @type {number} */ count) => count !== 1;
  const all = { plural, ...known, of: { ...known?.of, ...texts } };
  languages.set(key, { lang, texts: known || texts ? all : null, own: texts });
  return import(addressOf("battle-reel.js") + key);
}

/**
 * The package's texts in a language, or those of a game in it; null where there are none.
 *
 * @param {string} name `de` or `de-siege`
 * @returns {Promise<Texts | null>}
 */
async function textsOf(name) {
  if (!REEL_LANGUAGES.includes(name.split("-")[0])) return null;
  await import(addressOf(`reel-text-${name}.js`)).catch(() => {});
  return /** @type {any} */ (globalThis).battlereelLanguages?.[name] ?? null;
}

/**
 * A map that all instances of this package share.
 *
 * @param {string} name
 */
function shared(name) {
  const key = Symbol.for(`battlereel ${name} ${new URL(".", here)}`);
  const all = /** @type {any} */ (globalThis);
  all[key] ??= new Map();
  return all[key];
}
