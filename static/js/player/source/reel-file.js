// @ts-check
import { s } from "../../lib/dom.js";
import { ICON } from "../../lib/icons.js";
import { language, t } from "../../lib/text.js";

/** @import { Chunk, PageData, ReelFile } from "../types" */

/** The version of reel files that this player plays. */
const VERSION = 1;

/** What of a picture is taken over: nothing in it can run or load anything. */
const SHAPES = /^(g|path|circle|ellipse|rect|(poly)?line|polygon|linearGradient|stop)$/;
const SAFE =
  /^(d|id|points|transform|fill(-rule|-opacity)?|(stop|stroke)(-\w+)?|offset|opacity|c?[xy][12]?|r[xy]?|width|height|clip-rule)$/;

/**
 * Fetches a reel file, from any origin and without cookies.
 *
 * @param {string} src its address, or that of a battle on a Battlereel server (`https://host/b/ID`)
 * @param {AbortSignal} signal
 * @returns {Promise<ReelFile>}
 */
export async function fetchReel(src, signal) {
  const url = addressOfReel(src);
  const headers = { "Accept-Language": language };
  const answer = await fetch(url, { credentials: "omit", headers, signal });
  if (!answer.ok) throw new Error(t("The server answered {status}.", { status: answer.status }));
  return answer.json();
}

/** The address of a reel file, also by that of its battle. @param {string} src */
export function addressOfReel(src) {
  const url = new URL(src, document.baseURI);
  if (/\/b\/[\w-]+\/?$/.test(url.pathname))
    url.pathname = `${url.pathname.replace(/\/$/, "")}/reel.json`;
  return url;
}

/**
 * Return the content of a reel file in the form that the player takes. Throw an error for other files and versions.
 *
 * @param {ReelFile} reel
 * @returns {{ data: PageData, whole: Chunk }}
 */
export function readReel(reel) {
  if (reel?.reel !== VERSION || !Array.isArray(reel.recording) || !/^\w+$/.test(reel.scene))
    throw new Error(t("This is not a reel file of version {version}.", { version: VERSION }));
  const [, ...events] = reel.recording;
  const nobody = { name: "", army: "" };
  const data = /** @type {PageData} */ ({
    battle: {
      ...{ id: "", version: "", title: "", ruleset: reel.scene, ruleset_name: "", share_url: "" },
      ...{ starts_at_ms: 0, sides: { a: nobody, b: nobody }, called: null, ground: null },
      ...reel.battle,
      status: reel.live ? "on_air" : "over",
    },
    catalog: reel.catalog,
    scene: { module: "", style: null, icons: [], words: null },
    ...{ texts: {}, recording_url: "", icons_url: "", spoilers_hidden: true },
  });
  const { cues, chances, luck, end_ms: until_ms } = reel;
  return { data, whole: { from_seq: 0, events, cues, chances, luck, until_ms, over: !reel.live } };
}

/**
 * The pictures of a reel file, as symbols that `icon` finds in the same document or shadow root.
 *
 * @param {Record<string, string>} [figures] SVG texts by the names of the pictures
 */
export function createFigures(figures = {}) {
  const root = s("svg", { class: "visually-hidden", "aria-hidden": "true" });
  addFigures(root, figures);
  return root;
}

/**
 * Add pictures that are not there yet.
 *
 * @param {SVGElement} root
 * @param {Record<string, string>} figures
 */
export function addFigures(root, figures) {
  const known = new Set([...root.children].map(({ id }) => id));
  for (const [name, text] of Object.entries(figures)) {
    if (known.has(ICON + name)) continue;
    const { documentElement: drawn } = new DOMParser().parseFromString(text, "image/svg+xml");
    const viewBox = drawn.getAttribute("viewBox") ?? "0 0 512 512";
    const symbol = s("symbol", { id: ICON + name, viewBox, fill: "currentColor" });
    symbol.append(...[...drawn.children].flatMap(copied));
    root.append(symbol);
  }
}

/** A shape and those within it, without anything but shapes. @param {Element} element @returns {Element[]} */
function copied(element) {
  if (!SHAPES.test(element.localName)) return [];
  const kept = [...element.attributes].filter(({ name }) => SAFE.test(name));
  const attributes = Object.fromEntries(kept.map(({ name, value }) => [name, value]));
  const copy = s(/** @type {"g"} */ (element.localName), attributes);
  copy.append(...[...element.children].flatMap(copied));
  return [copy];
}
