// @ts-check
import { isDefault, isObject, steps, valueAt, withValue } from "./paths.js";

/** @import { Army, Field, Form, Kind, Moment, Option, Problem, Row, ShelfItem } from "./types" */

let lastKey = 0;
const freshKey = () => `row-${++lastKey}`;

/**
 * Whether armies have units; otherwise they consist of the army's own fields alone.
 *
 * @param {Form} form
 */
export const hasRows = (form) => form.list !== "";

/**
 * Return the rows of an army, from its list or from its fixed keys.
 *
 * @param {Form} form
 * @param {Army} army
 * @returns {Row[]}
 */
export function rowsOf(form, army) {
  const held = army[form.list];
  if (form.fixed) return form.fixed.map((key) => (isObject(held?.[key]) ? held[key] : {}));
  return Array.isArray(held) ? held.map((row) => (isObject(row) ? row : {})) : [];
}

/**
 * Return the army with its rows replaced.
 *
 * @param {Form} form
 * @param {Army} army
 * @param {Row[]} rows
 * @returns {Army}
 */
export function withRows(form, army, rows) {
  const list = form.fixed
    ? Object.fromEntries(form.fixed.map((key, place) => [key, rows[place]]))
    : rows;
  return { ...army, [form.list]: list };
}

/**
 * Return the first moment of an edit. Rows of a fixed list keep their own keys.
 *
 * @param {Form} form
 * @param {Army} army
 * @returns {Moment}
 */
export function startMoment(form, army) {
  const keys = form.fixed ?? rowsOf(form, army).map(freshKey);
  return { army, keys, selected: form.fixed?.[0] ?? null };
}

/**
 * Return the kind of a row by its card; undefined when it is no row of this form.
 *
 * @param {Form} form
 * @param {ShelfItem[]} shelf
 * @param {Row} row
 * @returns {Kind | undefined}
 */
export function kindOf(form, shelf, row) {
  if (form.fixed) return form.rows[0];
  const kind = cardOf(shelf, row)?.kind;
  return (
    form.rows.find(({ id }) => id === kind) ?? form.rows.find(({ key }) => Object.hasOwn(row, key))
  );
}

/**
 * Return the shelf card of a row; a custom unit's is the card of its kind.
 *
 * @param {ShelfItem[]} shelf
 * @param {Row} row
 */
export function cardOf(shelf, row) {
  return shelf.find(({ key, id, row: { [key]: held } }) =>
    isObject(held) ? isObject(row[key]) : row[key] === id,
  );
}

/**
 * Return the display name of a row: its own name, or its card's.
 *
 * @param {Form} form
 * @param {ShelfItem[]} shelf
 * @param {Row} row
 * @param {number} place
 */
export function nameOf(form, shelf, row, place) {
  const given = kindOf(form, shelf, row)?.fields.find(
    ({ path, type }) => type === "text" && path.split(".").at(-1) === "name",
  );
  const name = given && valueAt(row, given.path);
  if (typeof name === "string" && name.trim()) return name.trim();
  if (form.fixed) return form.fixed[place];
  const held = Object.values(row).find((value) => typeof value === "string");
  return cardOf(shelf, row)?.name ?? held ?? form.unit_word;
}

/**
 * @param {Field} field
 * @param {Row} row
 * @returns {Option[]}
 */
export function optionsOf({ options, options_by: by }, row) {
  return by ? (by.of[String(row[by.member])] ?? []) : (options ?? []);
}

/**
 * Insert a row at the end, or before the row at `place`, and select it.
 *
 * @param {Form} form
 * @param {Moment} moment
 * @param {Row} row
 * @param {number} [place]
 * @returns {Moment}
 */
export function addRow(form, { army, keys }, row, place = keys.length) {
  const key = freshKey();
  return {
    army: withRows(form, army, rowsOf(form, army).toSpliced(place, 0, structuredClone(row))),
    keys: keys.toSpliced(place, 0, key),
    selected: key,
  };
}

/**
 * Remove a row. If it was selected its neighbour is next, so that keyboard users keep their place.
 *
 * @param {Form} form
 * @param {Moment} moment
 * @param {string} key
 * @returns {Moment}
 */
export function removeRow(form, { army, keys, selected }, key) {
  const place = keys.indexOf(key);
  const left = keys.toSpliced(place, 1);
  return {
    army: withRows(form, army, rowsOf(form, army).toSpliced(place, 1)),
    keys: left,
    selected: selected === key ? (left[place] ?? left.at(-1) ?? null) : selected,
  };
}

/**
 * Insert a copy of a row behind it, and select the copy.
 *
 * @param {Form} form
 * @param {Moment} moment
 * @param {string} key
 */
export function duplicateRow(form, moment, key) {
  const place = moment.keys.indexOf(key);
  return addRow(form, moment, rowsOf(form, moment.army)[place], place + 1);
}

/**
 * Move a row to another place. Return the same moment when nothing changes.
 *
 * @param {Form} form
 * @param {Moment} moment
 * @param {string} key
 * @param {number} to
 * @returns {Moment}
 */
export function moveRow(form, moment, key, to) {
  const { army, keys } = moment;
  const from = keys.indexOf(key);
  if (from < 0 || to < 0 || to >= keys.length || to === from) return moment;
  /** @template T @param {T[]} list */
  const shifted = (list) => list.toSpliced(from, 1).toSpliced(to, 0, list[from]);
  return {
    ...moment,
    army: withRows(form, army, shifted(rowsOf(form, army))),
    keys: shifted(keys),
  };
}

/**
 * Change a field of a row, or of the army when `key` is null. A default value is left out of the
 * document unless the card gives the field.
 *
 * @param {Form} form
 * @param {ShelfItem[]} shelf
 * @param {Moment} moment
 * @param {string | null} key
 * @param {Field} field
 * @param {any} value
 * @returns {Moment}
 */
export function changeField(form, shelf, moment, key, field, value) {
  if (key === null) {
    const kept = isDefault(field, value) ? undefined : value;
    return { ...moment, army: withValue(moment.army, field.path, kept) };
  }
  const rows = rowsOf(form, moment.army);
  const place = moment.keys.indexOf(key);
  const given = form.fixed !== null || valueAt(cardOf(shelf, rows[place])?.row, field.path) != null;
  const kept = isDefault(field, value) && !given ? undefined : value;
  const row = withValue(rows[place], field.path, kept);
  return { ...moment, army: withRows(form, moment.army, rows.with(place, row)) };
}

/**
 * Return the points that the rows take from each pool.
 *
 * @param {Form} form
 * @param {Army} army
 */
export function poolsOf(form, army) {
  const rows = rowsOf(form, army);
  return (form.pools ?? []).map(({ label, paths, most }) => {
    const values = rows.flatMap((row) => paths.map((path) => Number(valueAt(row, path) ?? 0)));
    const known = values.filter(Number.isFinite);
    return { label, value: known.reduce((sum, value) => sum + value, 0), most };
  });
}

/**
 * Whether an army is still empty: no rows, or no points in fixed rows.
 *
 * @param {Form} form
 * @param {Army} army
 */
export function isEmpty(form, army) {
  if (!hasRows(form)) return false;
  const pools = poolsOf(form, army);
  return form.fixed ? pools.every(({ value }) => value === 0) : rowsOf(form, army).length === 0;
}

/**
 * Assign problems to a row and its field, to a field of the army, or to no field.
 *
 * @param {Form} form
 * @param {ShelfItem[]} shelf
 * @param {Moment} moment
 * @param {Problem[]} problems
 */
export function placeProblems(form, shelf, { army, keys }, problems) {
  const rows = rowsOf(form, army);
  return problems.map(({ path, message }) => {
    const [list, at, ...rest] = steps(path);
    const place = form.fixed ? form.fixed.indexOf(String(at)) : Number(at);
    if (list !== form.list || at === undefined || !(place in rows)) {
      return { key: null, field: fieldAt(form.head, steps(path)), message, path };
    }
    const fields = kindOf(form, shelf, rows[place])?.fields ?? [];
    return { key: keys[place], field: fieldAt(fields, rest), message, path };
  });
}

/** @typedef {ReturnType<typeof placeProblems>[number]} PlacedProblem */

/**
 * Return the path of the field that `way` leads to or into; null if there is none.
 *
 * @param {Field[]} fields
 * @param {(string | number)[]} way
 */
function fieldAt(fields, way) {
  const dotted = way.join(".");
  return fields.find(({ path }) => dotted === path || dotted.startsWith(`${path}.`))?.path ?? null;
}
