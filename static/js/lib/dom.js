// @ts-check
import { ICON, wantIcons } from "./icons.js";

/** Stands for a custom unit without a figure. */
const CUSTOM_ICON = "overlord-helm";

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | null | undefined | false} Child */

/**
 * Create an element with attributes and children. Functions under `onclick` etc. become listeners; null,
 * undefined and false omit an attribute.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, any>} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  decorate(element, attributes, children);
  return element;
}

/**
 * Create an SVG element in the same way.
 *
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, any>} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  decorate(element, attributes, children);
  return /** @type {SVGElementTagNameMap[Tag]} */ (element);
}

/**
 * @param {Element} element
 * @param {Record<string, any>} attributes
 * @param {Child[]} children
 */
function decorate(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(
    ...children.filter((child) => child !== null && child !== undefined && child !== false),
  );
}

/**
 * Draw a decorative icon without an accessible name, or a unit's figure. Its picture appears once the server has sent it.
 *
 * @param {string} url of the icons; "" if all of them are in the page already
 * @param {string} name
 * @param {string} [kind] an additional class
 */
export function icon(url, name, kind = "") {
  if (url) wantIcons(url, [name]);
  return s(
    "svg",
    { class: `icon ${kind}${name.includes("-unit-") ? " cutout" : ""}`, "aria-hidden": "true" },
    s("use", { href: `#${ICON}${name}` }),
  );
}

/**
 * The picture of a unit: its figure with how it attacks and whether it hovers, in words, where the catalog lists one;
 * else the icon that its recording names.
 *
 * @param {any} catalog as the server sends it
 * @param {{ unit?: string | null, icon: string | null }} card `unit` is null for a custom one, `icon` can name a figure
 * @returns {[name: string, words?: string]}
 */
export function pictureOf({ ruleset, figures }, { unit, icon }) {
  const kind = unit ?? icon?.split("-unit-")[1] ?? "custom";
  const words = figures?.[kind];
  return words ? [`${ruleset}-unit-${kind}`, words] : [icon ?? CUSTOM_ICON];
}

/**
 * Return a unit's shape of attack, as the catalog's figures tell it; a cut for those without a figure.
 *
 * @param {any} catalog
 * @param {{ unit?: string | null, icon: string | null }} unit
 */
export const attackOf = (catalog, unit) =>
  /** @type {import("../player/types").AttackShape} */ (
    pictureOf(catalog, unit)[1]?.split(" ")[0] ?? "cut"
  );

/**
 * A small built-in icon, 24 by 24.
 *
 * @param {string} path
 */
export const glyph = (path) =>
  s("svg", { class: "glyph", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: path }));

/**
 * Link a style sheet, and wait for it; nothing without an address.
 *
 * @param {string | null | undefined} href
 */
export const loadStyle = (href) =>
  href &&
  new Promise((resolve, reject) => {
    document.head.append(h("link", { rel: "stylesheet", href, onload: resolve, onerror: reject }));
  });

/**
 * Return a function that tells whether a value differs from the one before, to redraw only then.
 *
 * @template T
 * @param {T} first
 */
export function createChange(first) {
  let last = first;
  return (/** @type {T} */ next) => {
    const isNew = next !== last;
    last = next;
    return isNew;
  };
}

/** @typedef {"below" | "above" | "right" | "left"} Side */

/** @typedef {{ left: number, top: number, right: number, bottom: number }} Box */

/**
 * Find the place of a card next to what it is about: on the first side with room for it, else on the one with most.
 * All in px, of one origin.
 *
 * @param {Box} about
 * @param {{ width: number, height: number }} card
 * @param {Box} room
 * @param {{ sides: Side[], gap: number, edge: number, isLevel?: boolean }} how `gap` to what it is about, `edge` to
 *   those of the room; centred, or level with its upper or left edge
 */
export function placeNextTo(about, { width, height }, room, { sides, gap, edge, isLevel = false }) {
  const space = {
    below: room.bottom - about.bottom - height,
    above: about.top - room.top - height,
    right: room.right - about.right - width,
    left: about.left - room.left - width,
  };
  const found = sides.find((side) => space[side] >= gap + edge);
  const side = found ?? sides.reduce((most, one) => (space[one] > space[most] ? one : most));
  const level = (
    /** @type {number} */ from,
    /** @type {number} */ to,
    /** @type {number} */ size,
  ) => (isLevel ? from : (from + to - size) / 2);
  const wanted = {
    below: [level(about.left, about.right, width), about.bottom + gap],
    above: [level(about.left, about.right, width), about.top - gap - height],
    right: [about.right + gap, level(about.top, about.bottom, height)],
    left: [about.left - gap - width, level(about.top, about.bottom, height)],
  };
  const [x, y] = wanted[side];
  const within = (/** @type {number} */ at, /** @type {number} */ from, /** @type {number} */ to) =>
    Math.max(from + edge, Math.min(at, to - edge));
  return {
    side,
    fits: found !== undefined,
    left: within(x, room.left, room.right - width),
    top: within(y, room.top, room.bottom - height),
  };
}

/** The part of the page that is seen. @returns {Box} */
export const windowBox = () => {
  const { clientWidth: right, clientHeight: bottom } = document.documentElement;
  return { left: 0, top: 0, right, bottom };
};
