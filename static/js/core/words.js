// @ts-check
import { signed } from "./facts.js";

/** @import { Phrase, SideId, WireEvent } from "./types" */

/**
 * A sentence with {field} or {field.inner} placeholders, empty for what goes without saying; or a choice of them `by`
 * the value of a field, as JSON writes it (`"a"`, `"1"`, `"null"`), else the `default`.
 *
 * @typedef {string | { by: string, [value: string]: Template }} Template
 */

/**
 * A ruleset's words.json, which webapp/words/templates.py reads for the command line by the same
 * rules.
 *
 * @template {{ type: string }} [Event={ type: string }]
 * @typedef {object} Words
 * @property {string[]} headings types of events that begin a paragraph on the command line
 * @property {string[]} minor types of events that merely follow from others, or tell a detail of them
 * @property {Record<string, string>} fields what a field holds, one of KINDS; any other is written as
 *   it is
 * @property {Record<string, string>} things names of ids that are not in the catalog
 * @property {Record<Event["type"], Template>} sentences by type of event
 */

/**
 * What a scene calls everybody; `thing` names abilities, items and whatever else is a source.
 *
 * @typedef {object} Cast
 * @property {(id: string) => Phrase} unit
 * @property {(id: SideId) => Phrase} side
 * @property {(id: string) => string} thing
 */

/**
 * The cast of a state that has cards by the units' ids; whoever has none is called by its id.
 *
 * @template {{ cards: Record<string, { side: SideId }> }} State
 * @param {State} state
 * @param {{ unitName: (state: State, id: string) => string, sideName: (state: State, side: SideId) => string }} names
 * @param {(id: string) => string} thing
 * @returns {Cast}
 */
export const castOf = (state, { unitName, sideName }, thing) => ({
  unit: (id) =>
    state.cards[id]
      ? { text: unitName(state, id), side: state.cards[id].side, unit: id }
      : { text: id },
  side: (side) => ({ text: sideName(state, side), side }),
  thing,
});

/** @param {string} id */
const letter = (id) => id.slice(-1);

/** @param {Record<string, string>} orders by id of the unit */
const ordered = (orders) =>
  Object.entries(orders)
    .map(([id, order]) => `${letter(id)} ${order}`)
    .join(", ");

/** @type {Record<string, (cast: Cast, value: any) => Phrase>} */
const KINDS = {
  unit: (cast, id) => cast.unit(id),
  side: (cast, id) => cast.side(id),
  thing: (cast, id) => ({ text: cast.thing(id) }),
  /** What a number is made of: ` (1 base + 1 Flying)`, and nothing where it has one part. */
  sum(cast, parts) {
    if (parts.length < 2) return { text: "" };
    const named = parts.map(
      (/** @type {{ source: string, amount: number }} */ part) =>
        `${part.amount} ${cast.thing(part.source)}`,
    );
    return { text: ` (${named.join(" + ")})` };
  },
  /** Differences and what they come to within their limits: `leadership 3 − chaos 1 = +2`. */
  brackets(cast, rows) {
    const named = rows
      .filter((/** @type {any} */ row) => row.own_total || row.against_total)
      .map(
        (/** @type {any} */ row) =>
          `${cast.thing(row.own)} ${row.own_total} − ${cast.thing(row.against)} ${row.against_total} = ${signed(row.amount)}`,
      );
    return { text: named.join(", ") || "nothing on either side" };
  },
  /** What came up: `7`, with a medal die `12 and 7`; `no die` where none was needed. */
  dice: (_cast, dice) => ({
    text: dice.map((/** @type {any} */ die) => die.result).join(" and ") || "no die",
  }),
  /** A change: `+1`, `−1`. */
  signed: (_cast, amount) => ({ text: signed(amount) }),
  /** Units of one side by their letters alone: `A, C`. */
  letters: (_cast, ids) => ({ text: ids.map(letter).join(", ") || "nobody" }),
  /** What each unit of a side is to do: `A attack, B none`. */
  orders: (_cast, orders) => ({ text: ordered(orders) }),
  /** Orders that do not count: ` · not allowed: A attack`, and nothing where there are none. */
  refused: (_cast, orders) => ({
    text: Object.keys(orders).length ? ` · not allowed: ${ordered(orders)}` : "",
  }),
};

/**
 * The sentence for an event, as runs of text; none when it goes without saying. An event that the
 * file does not know is told by its type.
 *
 * @param {Words} words
 * @param {WireEvent} event
 * @param {Cast} cast
 * @returns {Phrase[]}
 */
export function tell(words, event, cast) {
  if (!Object.hasOwn(words.sentences, event.type)) {
    return [{ text: event.type.replaceAll("_", " ") }];
  }
  return choose(words.sentences[event.type], event)
    .split(/\{([\w.]+)\}/)
    .map((part, k) => (k % 2 ? written(words, event, part, cast) : { text: part }))
    .filter((run) => run.text !== "");
}

/**
 * @param {Template} template
 * @param {WireEvent} event
 * @returns {string}
 */
function choose(template, event) {
  if (typeof template === "string") return template;
  const value = String(event[template.by]);
  return choose(template[Object.hasOwn(template, value) ? value : "default"], event);
}

/**
 * @param {Words} words
 * @param {WireEvent} event
 * @param {string} field
 * @param {Cast} cast
 * @returns {Phrase}
 */
function written(words, event, field, cast) {
  const path = field.split(".");
  const value = path.reduce((/** @type {any} */ inner, name) => inner[name], event);
  // Where a and b are the armies, and not units of theirs, the sides are meant.
  if (typeof value === "object" && (field === "a" || field === "b")) return cast.side(field);
  const kind = KINDS[words.fields[/** @type {string} */ (path.at(-1))]];
  if (kind) return kind(cast, value);
  return { text: Array.isArray(value) ? value.join(", ") : String(value) };
}
