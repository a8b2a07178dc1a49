// @ts-check
/** @import { Field } from "./types" */

/**
 * Return the value at a dotted path; undefined if there is none.
 *
 * @param {any} document
 * @param {string} path
 */
export function valueAt(document, path) {
  let value = document;
  for (const key of path.split(".")) {
    if (value === null || typeof value !== "object" || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
}

/**
 * Return a copy of the document with the value at a dotted path replaced, or removed if undefined.
 * Objects that become empty are removed too.
 *
 * @param {Record<string, any>} document
 * @param {string} path
 * @param {any} value
 * @returns {Record<string, any>}
 */
export function withValue(document, path, value) {
  const [key, ...rest] = path.split(".");
  if (rest.length > 0) {
    const inner = Object.hasOwn(document, key) ? document[key] : undefined;
    const changed = withValue(isObject(inner) ? inner : {}, rest.join("."), value);
    return put(document, key, Object.keys(changed).length === 0 ? undefined : changed);
  }
  return put(document, key, value);
}

/**
 * Return the value that a field's control shows; a missing value shows as its default.
 *
 * @param {Record<string, any>} document
 * @param {Field} field
 */
export function shownValue(document, field) {
  const value = valueAt(document, field.path);
  if (value !== undefined) return value;
  if (field.default !== undefined && field.default !== null) return field.default;
  return { text: "", number: null, flag: false, choice: "", many: [], counts: {} }[field.type];
}

/**
 * Whether a value equals the default and can be left out of the document.
 *
 * @param {Field} field
 * @param {any} value
 */
export function isDefault(field, value) {
  if (value === undefined || value === null || value === "" || value === false) return true;
  if (Array.isArray(value)) return value.length === 0;
  if (typeof value === "object") return Object.keys(value).length === 0;
  return value === field.default;
}

/** @param {unknown} value */
export function isObject(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/**
 * @param {Record<string, any>} document
 * @param {string} key
 * @param {any} value
 */
function put(document, key, value) {
  if (value !== undefined) return { ...document, [key]: value };
  const { [key]: _, ...others } = document;
  return others;
}

const STEP = /\[(\d+)\]|[^.[\]]+/y;

/**
 * Split a problem's path: `lineup[2].custom.name` is `["lineup", 2, "custom", "name"]`.
 *
 * @param {string} path
 * @returns {(string | number)[]}
 */
export function steps(path) {
  const found = [];
  STEP.lastIndex = 0;
  for (let at = 0; at < path.length; ) {
    if (path[at] === ".") at += 1;
    STEP.lastIndex = at;
    const match = STEP.exec(path);
    if (!match) break;
    found.push(match[1] === undefined ? match[0] : Number(match[1]));
    at = STEP.lastIndex;
  }
  return found;
}
