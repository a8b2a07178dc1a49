// @ts-check
import { isolated, t, translated } from "../../lib/text.js";
import { signed } from "./facts.js";

/** @import { Phrase, SideId, StageUnit, WireEvent } from "../types" */

/**
 * A sentence with {field} or {field.inner} placeholders, empty for an event that needs no words; or a choice of them `by`
 * the value of a field, as JSON writes it (`"a"`, `"1"`, `"null"`), else the `default`. {field:hits|hit} is the word for a
 * unit with the name of one, and for one with the name of many.
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
 * @property {string[]} [many] ids of units with plural names, besides those that the game derives
 * @property {Record<Event["type"], Template>} sentences by type of event
 */

/**
 * How a scene names units, sides and things; `thing` names abilities, items and whatever else is a source.
 *
 * @typedef {object} Names
 * @property {(id: string) => Phrase} unit
 * @property {(id: SideId) => Phrase} side
 * @property {(id: string) => string} thing
 * @property {(id: string) => boolean} isPlural whether a unit's name is that of many
 */

/**
 * The names of a state with a roster. A unit that is not in it is called by its id.
 *
 * @template {{ roster: Record<string, { side: SideId, name: string }> }} State
 * @param {State} state
 * @param {{ unitName: (state: State, id: string) => string, sideName: (state: State, side: SideId) => string }} names
 * @param {(id: string) => string} thing
 * @param {(id: string) => boolean} [isPlural]
 * @returns {Names}
 */
export const namesOf = (state, { unitName, sideName }, thing, isPlural = () => false) => ({
  unit(id) {
    const unit = state.roster[id];
    if (!unit) return { text: id };
    const { side, name } = unit;
    const text = unitName(state, id);
    const owner = sideName(state, side);
    // Where the other side has a unit of this name, only the colour would tell them apart.
    const isShared =
      !text.includes(owner) &&
      Object.values(state.roster).some((other) => other.side !== side && other.name === name);
    return { text: isShared ? `${text} (${owner})` : text, side, unit: id };
  },
  side: (side) => ({ text: sideName(state, side), side }),
  thing: (id) => translated(thing(id)),
  isPlural,
});

/**
 * What a unit is called: with its number in the army where another one there has the same name; for
 * units that joined later, where any unit has it.
 *
 * @param {StageUnit} unit
 * @param {StageUnit[]} army as it began
 * @param {Record<string, StageUnit>} roster
 */
export function numberedName(unit, army, roster) {
  const among = army.includes(unit)
    ? army
    : Object.values(roster).filter(({ side }) => side === unit.side);
  const alike = among.filter(({ name }) => name === unit.name);
  const name = isolated(t(unit.name));
  return alike.length > 1 ? `${name} ${unit.id.slice(1)}` : name;
}

/**
 * How kinds of fields are written, by their names in a words.json.
 *
 * @typedef {Record<string, (names: Names, value: any) => Phrase | Phrase[]>} Kinds
 */

/** @type {Kinds} what every game may have */
const KINDS = {
  unit: (names, id) => names.unit(id),
  side: (names, id) => names.side(id),
  thing: (names, id) => ({ text: names.thing(id) }),
  /** What a number is made of: ` (1 base + 1 Flying)`, and nothing where it has one part. */
  sum(names, parts) {
    if (parts.length < 2) return { text: "" };
    const named = parts.map(
      (/** @type {{ source: string, amount: number }} */ part) =>
        `${part.amount} ${names.thing(part.source)}`,
    );
    return { text: ` (${named.join(" + ")})` };
  },
  /** Who comes in place of whom: `Archers 5 instead of Griffons`. */
  replaced: (names, rows) =>
    rows.flatMap(
      (
        /** @type {{ unit: string, by: { id: string } }} */ { unit, by },
        /** @type {number} */ k,
      ) => [
        { text: k ? ", " : "" },
        ...t("{unit} instead of {other}")
          .split(/[{}]/)
          .map((part, place) =>
            place % 2 ? names.unit(part === "unit" ? by.id : unit) : { text: part },
          ),
      ],
    ),
  /** A change: `+1`, `−1`. */
  signed: (_names, amount) => ({ text: signed(amount) }),
};

/**
 * The sentence for an event, as runs of text; none for an event that needs no words. An event that the
 * file does not know is described by its type.
 *
 * @param {Words} words
 * @param {WireEvent} event
 * @param {Names} names
 * @param {Kinds} [kinds] of the game's own fields
 * @returns {Phrase[]}
 */
export function tell(words, event, names, kinds = {}) {
  if (!Object.hasOwn(words.sentences, event.type)) {
    return [{ text: event.type.replaceAll("_", " ") }];
  }
  return translated(choose(words.sentences[event.type], event))
    .split(/\{([\w.]+(?::[^{}]+)?)\}/)
    .flatMap((part, k) => (k % 2 ? written(words, event, part, names, kinds) : { text: part }))
    .filter((run) => run.text);
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
 * @param {string} placeholder
 * @param {Names} names
 * @param {Kinds} kinds
 * @returns {Phrase | Phrase[]}
 */
function written(words, event, placeholder, names, kinds) {
  const [field, forms] = placeholder.split(":");
  const path = field.split(".");
  const value = path.reduce((/** @type {any} */ inner, name) => inner[name], event);
  if (forms) return { text: forms.split("|")[Number(names.isPlural(value))] };
  // Where a and b are the armies, and not units of theirs, the sides are meant.
  if (typeof value === "object" && (field === "a" || field === "b")) return names.side(field);
  const kind = words.fields[/** @type {string} */ (path.at(-1))];
  const write = kinds[kind] ?? KINDS[kind];
  if (write) return write(names, value);
  return { text: Array.isArray(value) ? value.join(", ") : String(value) };
}
