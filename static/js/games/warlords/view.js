// @ts-check
import { pictureOf } from "../../lib/dom.js";
import { hundredths, percent, t } from "../../lib/text.js";
import { fact, signed } from "../../player/engine/facts.js";
import { initial, reduce } from "./reduce.js";
import { createScene } from "./scene.js";
import { ACID, LIGHTNING } from "./sounds.js";
import { capital, isMinor, sideName, sourceName, tell, unitName } from "./words.js";

/** @import { AmbienceName, Catalog, Dossier, Fact, RulesetView, Sounds } from "../../player/types" */
/** @import { Event } from "./events" */
/** @import { State } from "./reduce" */

/** @type {Sounds<Event>} */
export const SOUNDS = {
  affliction_spread: "whoosh",
  dice_rolled: "dice",
  acid_hit: ACID,
  lightning_hit: LIGHTNING,
  unit_assassinated: "kill",
  missiles_shrugged: "clank",
  shot_fired: "shot",
  melee_rolled: "dice",
  unit_struck: "blow",
  unit_slain: "kill",
  unit_defeated: "fall",
  stack_reordered: "whoosh",
  units_replaced: "whoosh",
  battle_ended: "fanfare",
};

/** @type {Record<string, AmbienceName>} */
const GROUNDS = {
  forest: "forest",
  marsh: "marsh",
  hills: "hills",
  ice: "snow",
  desert: "desert",
};

/**
 * The view of Warlords: reduces its events, draws them and puts them into words.
 *
 * @param {Catalog} catalog
 * @returns {RulesetView<State, Event>}
 */
export function createView(catalog) {
  return {
    initial,
    reduce,
    createScene,
    tell: (event, state) => tell(catalog, event, state),
    isMinor,
    score: ({ chance }) => ({ a: 100 * chance, b: 100 * rest(chance) }),
    scoreText: (value) => hundredths(value / 100, 1),
    gaugeTitle: t("Chance to win (%)"),
    gaugeMost: 100,
    roundWord: t("Duel"),
    counted: ({ round, melee }) => round + melee,
    turnsBy: "beat",
    leastSwing: 6,
    swingText: (points) => `+${percent(points / 200)}`,
    dossier: (state, id) => dossier(catalog, state, id),
    fallen: (event, state) =>
      event.type === "unit_defeated"
        ? { side: state.roster[event.unit].side, name: unitName(state, event.unit) }
        : null,
    // Events have the hits that are left.
    damage: (event, before) =>
      "target" in event && "hits" in event
        ? [
            {
              by: event.attacker,
              to: event.target,
              amount: before.units[event.target].hits - event.hits,
            },
          ]
        : [],
    damageWord: t("hits"),
    chance: (state) => state.chance,
    sideName,
    sound: (event) => SOUNDS[event.type] ?? null,
    ambience: ({ field }) =>
      field?.city
        ? "town"
        : (field?.terrain.map((word) => GROUNDS[word]).find(Boolean) ?? "meadow"),
  };
}

/** The other side's chance; below 1 even where floats cannot represent the difference. @param {number} chance */
const rest = (chance) => Math.min(1 - chance, chance > 0 ? 1 - Number.EPSILON : 1);

/**
 * Return all that is known about a unit, with the sources of its strength and hits.
 *
 * @param {Catalog} catalog
 * @param {State} state
 * @param {string} id
 * @returns {Dossier | null}
 */
function dossier(catalog, state, id) {
  const unit = state.roster[id];
  if (!unit) return null;
  const now = state.units[id];
  const place = state.lineups[unit.side].indexOf(id);
  const name = (/** @type {string} */ source) => sourceName(state, catalog, source);
  const made = (/** @type {readonly { source: string, amount: number }[]} */ parts) =>
    parts.map((part) => `${signed(part.amount)} ${name(part.source)}`).join(", ");
  const { strength, hits } = state.made[id];
  const hitsFull = hits.reduce((sum, part) => sum + part.amount, 0);
  const facts = [
    fact(t("Strength"), String(now.strength), made(strength)),
    fact(t("Hits"), t("{value} of {most}", { value: now.hits, most: hitsFull }), made(hits)),
  ];
  if (now.shots) facts.push(fact(t("Shots"), String(now.shots)));
  if (now.medals) facts.push(fact(t("Medals"), String(now.medals)));
  const standing =
    place < 0
      ? t("fallen")
      : place === 0
        ? t("in front")
        : t("place {place}", { place: place + 1 });
  const kinds = new Set([unit.kind, ...(unit.hero ? ["hero"] : []), ...unit.race]);
  return {
    id,
    side: unit.side,
    name: t(unit.name),
    icon: pictureOf(catalog, unit)[0],
    tags: /** @type {string[]} */ (
      [standing, ...[...kinds].map(name), unit.flying && t("flies")].filter(Boolean)
    ),
    facts,
    notes: notes(catalog, state, id, made),
  };
}

/**
 * Return a condition that takes nothing with the reason, or null (W1).
 *
 * @param {State["made"][string]} made
 * @param {string} word
 */
function vain({ strength, hits }, word) {
  /** @param {typeof hits} parts @param {string} source */
  const lacks = (parts, source) => !parts.some((part) => part.source === source);
  if (word === "poisoned" && lacks(strength, "poison")) {
    return t("poisoned (no effect: strength 1 is the minimum)");
  }
  if (word === "diseased" && lacks(hits, "disease")) {
    return t("diseased (no effect: 1 hit is the minimum)");
  }
  return null;
}

/**
 * Return the abilities, spells, items and conditions of a unit.
 *
 * @param {Catalog} catalog
 * @param {State} state
 * @param {string} id
 * @param {(parts: readonly { source: string, amount: number }[]) => string} made
 * @returns {Fact[]}
 */
function notes(catalog, state, id, made) {
  const unit = state.roster[id];
  const now = state.units[id];
  const list = Object.entries(unit.abilities).map(([ability, points]) =>
    fact(
      `${capital(sourceName(state, catalog, ability))} ${points}`,
      t(catalog.abilities[ability]?.text),
    ),
  );
  for (const [power, parts] of Object.entries(unit.powers)) {
    if (parts.length > 1) list.push(fact(capital(sourceName(state, catalog, power)), made(parts)));
  }
  // A slayer of one unit serves the whole stack (W9).
  for (const [slayer, parts] of Object.entries(state.armies?.[unit.side].slayers ?? {})) {
    const points = parts.reduce((sum, part) => sum + part.amount, 0);
    const slayerName = capital(sourceName(state, catalog, slayer));
    if (points) {
      list.push(fact(t("{name} {points} of the stack", { name: slayerName, points }), made(parts)));
    }
  }
  for (const spell of unit.spells) list.push(fact(t("Casts"), sourceName(state, catalog, spell)));
  for (const item of unit.items) list.push(fact(t("Carries"), sourceName(state, catalog, item)));
  const words = ["blessed", "cursed", "poisoned", "diseased", "paralysed"];
  const on = words.filter((word) => now[/** @type {"blessed"} */ (word)]);
  const has = on.map((word) => vain(state.made[id], word) ?? sourceName(state, catalog, word));
  if (has.length) list.push(fact(t("Condition"), has.join(", ")));
  if (now.immune) list.push(fact(t("Missiles"), t("immune: on the ground with 4 or more hits")));
  return list;
}
