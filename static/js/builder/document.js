// @ts-check
import { goesWithoutSaying, isObject, steps, valueAt, withValue } from "./paths.js";

/** @import { Army, Field, Form, Kind, Moment, Option, Problem, Row, ShelfItem } from "./types" */

let named = 0;
const freshKey = () => `row-${++named}`;

/**
 * Whether armies have units to be listed; others are made of the army's own fields alone.
 *
 * @param {Form} form
 */
export const hasRows = (form) => form.list !== "";

/**
 * The rows of an army: those of its list, or always the same ones.
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
 * The army with these rows instead.
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
 * The first moment of an edit. The rows of a fixed list are called by their own keys.
 *
 * @param {Form} form
 * @param {Army} army
 * @returns {Moment}
 */
export function beginWith(form, army) {
  const keys = form.fixed ?? rowsOf(form, army).map(freshKey);
  return { army, keys, selected: form.fixed?.[0] ?? null };
}

/**
 * The kind of a row, by the card that it comes from; undefined for what is no row of this form.
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
 * The card that a row comes from. A unit of one's own comes from the card of its kind.
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
 * What people call a row: the name that somebody gave it, or its card's.
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
 * The options of a field in a row.
 *
 * @param {Field} field
 * @param {Row} row
 * @returns {Option[]}
 */
export function optionsOf({ options, options_by: by }, row) {
  return by ? (by.of[String(row[by.member])] ?? []) : (options ?? []);
}

/**
 * With a row more, which is chosen; at the end, or before the row at `place`.
 *
 * @param {Form} form
 * @param {Moment} moment
 * @param {Row} row
 * @param {number} [place]
 * @returns {Moment}
 */
export function added(form, { army, keys }, row, place = keys.length) {
  const key = freshKey();
  return {
    army: withRows(form, army, rowsOf(form, army).toSpliced(place, 0, structuredClone(row))),
    keys: keys.toSpliced(place, 0, key),
    selected: key,
  };
}

/**
 * Without a row. Its neighbour is chosen next, so that whoever goes on by keyboard stays in place.
 *
 * @param {Form} form
 * @param {Moment} moment
 * @param {string} key
 * @returns {Moment}
 */
export function removed(form, { army, keys, selected }, key) {
  const place = keys.indexOf(key);
  const left = keys.toSpliced(place, 1);
  return {
    army: withRows(form, army, rowsOf(form, army).toSpliced(place, 1)),
    keys: left,
    selected: selected === key ? (left[place] ?? left.at(-1) ?? null) : selected,
  };
}

/**
 * With a copy of a row behind it, which is chosen.
 *
 * @param {Form} form
 * @param {Moment} moment
 * @param {string} key
 */
export function duplicated(form, moment, key) {
  const place = moment.keys.indexOf(key);
  return added(form, moment, rowsOf(form, moment.army)[place], place + 1);
}

/**
 * With a row at another place; the same moment when it stands there already, or cannot.
 *
 * @param {Form} form
 * @param {Moment} moment
 * @param {string} key
 * @param {number} to
 * @returns {Moment}
 */
export function moved(form, moment, key, to) {
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
 * With another value in a field of a row, or of the army when `key` is null. A value that goes
 * without saying is left out of the document, except what the card itself gives.
 *
 * @param {Form} form
 * @param {ShelfItem[]} shelf
 * @param {Moment} moment
 * @param {string | null} key
 * @param {Field} field
 * @param {any} value
 * @returns {Moment}
 */
export function changed(form, shelf, moment, key, field, value) {
  if (key === null) {
    const kept = goesWithoutSaying(field, value) ? undefined : value;
    return { ...moment, army: withValue(moment.army, field.path, kept) };
  }
  const rows = rowsOf(form, moment.army);
  const place = moment.keys.indexOf(key);
  const given = form.fixed !== null || valueAt(cardOf(shelf, rows[place])?.row, field.path) != null;
  const kept = goesWithoutSaying(field, value) && !given ? undefined : value;
  const row = withValue(rows[place], field.path, kept);
  return { ...moment, army: withRows(form, moment.army, rows.with(place, row)) };
}

/**
 * How many points the rows take from each pool.
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
 * Whether nothing has been put into an army yet: no row, or no point into rows that are always there.
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
 * Problems, where they belong: to a row and a field of it, to a field of the army, or to no field.
 *
 * @param {Form} form
 * @param {ShelfItem[]} shelf
 * @param {Moment} moment
 * @param {Problem[]} problems
 */
export function placed(form, shelf, { army, keys }, problems) {
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

/** @typedef {ReturnType<typeof placed>[number]} PlacedProblem */

/**
 * The field that a path leads to, or into.
 *
 * @param {Field[]} fields
 * @param {(string | number)[]} way
 */
function fieldAt(fields, way) {
  const dotted = way.join(".");
  return fields.find(({ path }) => dotted === path || dotted.startsWith(`${path}.`))?.path ?? null;
}

/**
 * Whether two armies say the same, in whatever order their members stand.
 *
 * @param {any} one
 * @param {any} other
 * @returns {boolean}
 */
export function isSame(one, other) {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((value, place) => isSame(value, other[place]));
  }
  if (!isObject(one) || !isObject(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame(one[name], other[name]))
  );
}
