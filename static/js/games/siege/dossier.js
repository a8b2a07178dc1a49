// @ts-check
import { pictureOf } from "../../lib/dom.js";
import { t, tn } from "../../lib/text.js";
import { fact, signed } from "../../player/engine/facts.js";
import { figureOf, known, STATS } from "./reduce.js";
import { ORDERS, rowName, sourceName, unitName } from "./words.js";

/** @import { Catalog, Dossier, Fact } from "../../player/types" */
/** @import { HistoryEntry } from "./history" */
/** @import { Order, Stat, State } from "./reduce" */

/** Number of rounds listed; each value lists the sources of all its points. */
const ROUNDS_MOST = 8;

/** Replacements that make a table's conditions and effects readable. */
const SIGNS = /** @type {const} */ ([
  [/\bAU\.?/g, ""],
  [/\bEU\./g, `${t("enemy")} `],
  [/each_attacker/g, t("each attacker")],
  [/each_defender/g, t("each defender")],
  [/top_attacker/g, t("the top attacker")],
  [/top_defender/g, t("the top defender")],
  [/attackers win/g, t("the attackers win")],
  [/\battackers/g, t("attackers")],
  [/\bdefenders/g, t("defenders")],
  [/\bA\b/g, t("the attackers' ATK")],
  [/\bD\b/g, t("the defenders' DEF")],
  [/>=/g, "≥"],
  [/<=/g, "≤"],
  [/!=/g, "≠"],
  [/\* ?/g, "× "],
  [/-(?=\d)/g, "−"],
  [/ +/g, " "],
]);

/** @param {string} text */
const readable = (text) =>
  SIGNS.reduce((now, [sign, word]) => now.replace(sign, word), text).trim();

/**
 * Return all that is known about a unit: its values with the sources of their points, then its rounds.
 *
 * @param {Catalog} catalog
 * @param {State} state
 * @param {string} id
 * @returns {Dossier | null}
 */
export function dossier(catalog, state, id) {
  const unit = state.roster[id];
  if (!unit) return null;
  return {
    id,
    side: unit.side,
    name: unitName(state, id),
    icon: pictureOf(catalog, { unit: figureOf(state, id), icon: "checked-shield" })[0],
    tags: tags(state, id),
    facts: STATS.map((stat) => value(catalog, state, id, stat)),
    notes: roundByRound(state, id),
  };
}

/**
 * @param {State} state
 * @param {string} id
 */
function tags(state, id) {
  const { atk, def, exh } = state.units[id];
  const places = {
    home: t("at home"),
    field: t("in the field"),
    wall: t("on the wall"),
    siege: t("besieging"),
  };
  const hidden = atk === null;
  const worn = exh === 3 ? t("exhausted: cannot attack or defend") : "";
  const unarmed = !worn && atk === 0 ? t("cannot attack: ATK 0") : "";
  const bare = !worn && def === 0 ? t("cannot defend: DEF 0") : "";
  return [
    places[state.spots[id].kind],
    hidden ? t("values are secret") : "",
    worn,
    unarmed,
    bare,
  ].filter(Boolean);
}

/**
 * Return a value with its points by source: `4 at the start · −1 wounded (B2) in round 2`.
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
  const start = state.history[id].find((entry) => entry.kind === "allotted");
  /** @type {Map<string, { amount: number, rounds: number[] }>} */
  const sources = new Map();
  for (const entry of state.history[id]) {
    if (entry.kind !== "changed" || entry.stat !== stat) continue;
    const id = entry.source && state.rows[entry.source] ? ` (${entry.source})` : "";
    const name = entry.source ? sourceName(state, catalog, entry.source) + id : t("unknown");
    const sum = sources.get(name) ?? { amount: 0, rounds: [] };
    sources.set(name, {
      amount: sum.amount + (entry.amount ?? 0),
      rounds: [...sum.rounds, entry.round],
    });
  }
  const parts = [...sources].map(([name, { amount, rounds }]) =>
    t("{change} {name} in {rounds}", {
      change: signed(amount),
      name,
      rounds: inRounds([...new Set(rounds)]),
    }),
  );
  if (start?.values) parts.unshift(t("{value} at the start", { value: start.values[stat] }));
  if (now === null) return fact(label, "?", t("secret until the end"));
  if (now.asOf === null) return fact(label, String(now.value), parts.join(" · "));
  return fact(
    label,
    String(now.value),
    now.asOf ? t("as of round {round}", { round: now.asOf }) : t("at the start"),
  );
}

/** @param {number[]} rounds */
const inRounds = (rounds) =>
  tn("round {rounds}", "rounds {rounds}", rounds.length, { rounds: rounds.join(", ") });

/**
 * Return what the unit did and suffered, last round first.
 *
 * @param {State} state
 * @param {string} id
 * @returns {Fact[]}
 */
function roundByRound(state, id) {
  /** @type {Map<number, HistoryEntry[]>} */
  const rounds = new Map();
  for (const entry of state.history[id]) {
    if (entry.kind !== "allotted")
      rounds.set(entry.round, [...(rounds.get(entry.round) ?? []), entry]);
  }
  return [...rounds]
    .reverse()
    .slice(0, ROUNDS_MOST)
    .map(([round, history]) => {
      const did = history.map((entry) => sentence(state, entry)).filter(Boolean);
      return fact(t("Round {round}", { round }), did.join(", "), rulings(state, history));
    });
}

/**
 * Return the table rows that applied to a unit, in full.
 *
 * @param {State} state
 * @param {readonly HistoryEntry[]} history of one round
 */
export const rulings = (state, history) =>
  [...new Set(history.map(({ source }) => source))]
    .map((source) => (source ? ruling(state, source) : ""))
    .filter(Boolean)
    .join(" · ");

/**
 * @param {State} state
 * @param {HistoryEntry} entry
 */
function sentence(state, { kind, foe, values, source, stat, amount, order }) {
  switch (kind) {
    case "met":
      return t("had ATK {value} when it met {unit}", {
        value: values?.atk,
        unit: foe ? unitName(state, foe) : t("an enemy"),
      });
    case "judged":
      return source ? rowName(state, source) : t("no row applied");
    case "changed":
      return `${signed(amount ?? 0)} ${(stat ?? "").toUpperCase()}`;
    case "besieged":
      return t("stormed the castle");
    case "defended":
      return t("stood on the wall");
    case "rested":
      return t("recovered by the fire");
    case "refused":
      return t("could not {order}", { order: order && ORDERS[order] });
    default:
      return "";
  }
}

/**
 * Return a table row in full: `wounded (B2): enemy ATK ≥ ATK + 2: HP −1`.
 *
 * @param {State} state
 * @param {string} id
 */
function ruling(state, id) {
  const row = state.rows[id];
  if (!row) return id === "D5" ? t("Rest: EXH −1; all but the first in rank pay 1 HP") : "";
  const when = row.condition ? readable(row.condition) : t("any other case");
  return `${rowName(state, id)} (${id}): ${when}: ${row.effect ? readable(row.effect) : t("nothing")}`;
}
