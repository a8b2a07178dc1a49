// @ts-check
import { ICON, wantIcons } from "./icons.js";

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | null | undefined | false} Child */

/**
 * An element with attributes and children. A function under `onclick` and the like is listened with;
 * null, undefined and false leave an attribute out.
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
 * The same for SVG.
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
 * An icon. It is decoration: whatever holds it has the words. The picture comes as soon as the server
 * has sent it.
 *
 * @param {string} url of the icons; "" where all that can be shown are in the page
 * @param {string} name
 * @param {string} [kind] one more class for it
 */
export function icon(url, name, kind = "") {
  if (url) wantIcons(url, [name]);
  return s(
    "svg",
    { class: kind ? `icon ${kind}` : "icon", "aria-hidden": "true" },
    s("use", { href: `#${ICON}${name}` }),
  );
}

/**
 * A small drawing of the page's own, 24 by 24.
 *
 * @param {string} path
 */
export const glyph = (path) =>
  s("svg", { class: "glyph", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: path }));
