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
 * @property {Record<string, string>} fields what kind of value a field holds; any other is written as
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

/**
 * How kinds of fields are written, by their names in a words.json.
 *
 * @typedef {Record<string, (cast: Cast, value: any) => Phrase>} Kinds
 */

/** @type {Kinds} what every game may have */
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
  /** A change: `+1`, `−1`. */
  signed: (_cast, amount) => ({ text: signed(amount) }),
};

/**
 * The sentence for an event, as runs of text; none when it goes without saying. An event that the
 * file does not know is told by its type.
 *
 * @param {Words} words
 * @param {WireEvent} event
 * @param {Cast} cast
 * @param {Kinds} [kinds] of fields that the game has beside those of every game
 * @returns {Phrase[]}
 */
export function tell(words, event, cast, kinds = {}) {
  if (!Object.hasOwn(words.sentences, event.type)) {
    return [{ text: event.type.replaceAll("_", " ") }];
  }
  return choose(words.sentences[event.type], event)
    .split(/\{([\w.]+)\}/)
    .map((part, k) => (k % 2 ? written(words, event, part, cast, kinds) : { text: part }))
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
 * @param {Kinds} kinds
 * @returns {Phrase}
 */
function written(words, event, field, cast, kinds) {
  const path = field.split(".");
  const value = path.reduce((/** @type {any} */ inner, name) => inner[name], event);
  // Where a and b are the armies, and not units of theirs, the sides are meant.
  if (typeof value === "object" && (field === "a" || field === "b")) return cast.side(field);
  const kind = words.fields[/** @type {string} */ (path.at(-1))];
  const write = kinds[kind] ?? KINDS[kind];
  if (write) return write(cast, value);
  return { text: Array.isArray(value) ? value.join(", ") : String(value) };
}
