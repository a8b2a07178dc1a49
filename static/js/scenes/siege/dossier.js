// @ts-check
import { fact, signed } from "../../core/facts.js";
import { known, STATS } from "./reduce.js";
import { rowName, sourceName, unitName } from "./words.js";

/** @import { Catalog, Dossier, Fact } from "../../core/types" */
/** @import { Find } from "./found" */
/** @import { Stat, State } from "./reduce" */

/** So many rounds of a unit's course are told; its values tell where all of their points come from. */
const ROUNDS_MOST = 8;

/** How conditions and effects of a table are written for people, part by part. */
const SIGNS = /** @type {const} */ ([
  [/\bAU\.?/g, ""],
  [/\bEU\./g, "enemy "],
  [/>=/g, "≥"],
  [/<=/g, "≤"],
  [/!=/g, "≠"],
  [/\* ?/g, "× "],
  [/-(?=\d)/g, "−"],
  [/_/g, " "],
  [/ +/g, " "],
]);

/** @param {string} text */
const written = (text) => SIGNS.reduce((now, [sign, word]) => now.replace(sign, word), text).trim();

/**
 * Everything known about one unit: each value with where its points come from, then its course.
 *
 * @param {Catalog} catalog
 * @param {State} state
 * @param {string} id
 * @returns {Dossier | null}
 */
export function dossier(catalog, state, id) {
  const card = state.cards[id];
  if (!card) return null;
  return {
    id,
    side: card.side,
    name: unitName(state, id),
    icon: "checked-shield",
    tags: tags(state, id),
    facts: STATS.map((stat) => value(catalog, state, id, stat)),
    notes: course(state, id),
  };
}

/**
 * @param {State} state
 * @param {string} id
 */
function tags(state, id) {
  const { atk, def, exh } = state.units[id];
  const places = {
    home: "at home",
    field: "in the field",
    wall: "on the wall",
    siege: "besieging",
  };
  const hidden = atk === null;
  const worn = exh === 3 ? "exhausted: cannot attack or defend" : "";
  const unarmed = !worn && atk === 0 ? "cannot attack: ATK 0" : "";
  const bare = !worn && def === 0 ? "cannot defend: DEF 0" : "";
  return [
    places[state.spots[id].kind],
    hidden ? "values are secret" : "",
    worn,
    unarmed,
    bare,
  ].filter(Boolean);
}

/**
 * A value, and its points by their source: `4 at the start · −1 wounded (B2) in round 2`.
 *
 * @param {Catalog} catalog
 * @param {State} state
 * @param {string} id
 * @param {Stat} stat
 * @returns {Fact}
 */
function value(catalog, state, id, stat) {
  const now = known(state, id, stat);
  const label = stat.toUpperCase();
  const start = state.finds[id].find((find) => find.kind === "allotted");
  /** @type {Map<string, { amount: number, rounds: number[] }>} */
  const sources = new Map();
  for (const find of state.finds[id]) {
    if (find.kind !== "changed" || find.stat !== stat) continue;
    const name = find.source ? sourceName(state, catalog, find.source) : "unknown";
    const sum = sources.get(name) ?? { amount: 0, rounds: [] };
    sources.set(name, {
      amount: sum.amount + (find.amount ?? 0),
      rounds: [...sum.rounds, find.round],
    });
  }
  const parts = [...sources].map(
    ([name, { amount, rounds }]) => `${signed(amount)} ${name} in ${inRounds(rounds)}`,
  );
  if (start?.values) parts.unshift(`${start.values[stat]} at the start`);
  if (now === null) return fact(label, "?", "secret until the end");
  if (now.asOf === null) return fact(label, String(now.value), parts.join(" · "));
  return fact(label, String(now.value), now.asOf ? `as of round ${now.asOf}` : "at the start");
}

/** @param {number[]} rounds */
function inRounds(rounds) {
  const numbers = [...new Set(rounds)];
  return `${numbers.length === 1 ? "round" : "rounds"} ${numbers.join(", ")}`;
}

/**
 * What the unit did and suffered, the last rounds first.
 *
 * @param {State} state
 * @param {string} id
 * @returns {Fact[]}
 */
function course(state, id) {
  /** @type {Map<number, Find[]>} */
  const rounds = new Map();
  for (const find of state.finds[id]) {
    if (find.kind !== "allotted") rounds.set(find.round, [...(rounds.get(find.round) ?? []), find]);
  }
  return [...rounds]
    .reverse()
    .slice(0, ROUNDS_MOST)
    .map(([round, finds]) => {
      const did = finds.map((find) => sentence(state, find)).filter(Boolean);
      const rows = [...new Set(finds.map(({ source }) => source))]
        .map((source) => (source ? ruling(state, source) : ""))
        .filter(Boolean);
      return fact(`Round ${round}`, did.join(", "), rows.join(" · "));
    });
}

/**
 * @param {State} state
 * @param {Find} find
 */
function sentence(state, { kind, foe, values, source, stat, amount, order }) {
  switch (kind) {
    case "met":
      return `had ATK ${values?.atk} when it met ${foe ? unitName(state, foe) : "an enemy"}`;
    case "judged":
      return source ? rowName(state, source) : "no row applied";
    case "changed":
      return `${signed(amount ?? 0)} ${(stat ?? "").toUpperCase()}`;
    case "besieged":
      return "stormed the castle";
    case "defended":
      return "stood on the wall";
    case "rested":
      return "rested by the fire";
    case "refused":
      return `could not ${order}`;
    default:
      return "";
  }
}

/**
 * A row of the tables in full: `wounded (B2): enemy ATK ≥ ATK + 2: HP −1`.
 *
 * @param {State} state
 * @param {string} id
 */
function ruling(state, id) {
  const row = state.rows[id];
  if (!row) return id === "D5" ? "Rest: EXH −1; all but the first in rank pay 1 HP" : "";
  const when = row.condition ? written(row.condition) : "any other case";
  return `${row.name} (${id}): ${when}: ${row.effect ? written(row.effect) : "nothing"}`;
}
