// @ts-check
import { pictureOf } from "../../lib/dom.js";
import { t } from "../../lib/text.js";
import { fact, signed } from "../../player/engine/facts.js";
import { energy, initial, reduce } from "./reduce.js";
import { createScene } from "./scene.js";
import { BLAST } from "./sounds.js";
import { isMinor, sideName, sourceName, tell, unitName } from "./words.js";

/** @import { Catalog, Dossier, RulesetView, Sounds } from "../../player/types" */
/** @import { Event } from "./events" */
/** @import { State } from "./reduce" */

/** @type {Sounds<Event>} */
export const SOUNDS = {
  unit_struck: "blow",
  exhaustion_dealt: "thud",
  shot_fired: "shot",
  unit_launched: "launch",
  bomb_dropped: BLAST,
  bomb_negated: "clank",
  exchange_refused: "clank",
  exhaustion_blocked: "whoosh",
  unit_stunned: "stars",
  unit_defeated: "fall",
  pipe_removed: "whoosh",
  lineups_rotated: "walk",
  lineup_reordered: "walk",
  units_replaced: "walk",
  dice_rolled: "coin",
  battle_ended: "fanfare",
};

/**
 * The view of Many Marios: reduces its events, draws them and puts them into words.
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
    score: energy,
    gaugeTitle: t("Energy left (AE + DE of all units)"),
    roundWord: t("Round"),
    turnsBy: "round",
    leastSwing: 1,
    swingText: (points) => t("+{points} energy", { points }),
    dossier: (state, id) => dossier(catalog, state, id),
    fallen(event, state) {
      return event.type === "unit_defeated" || event.type === "pipe_removed"
        ? { side: state.roster[event.unit].side, name: unitName(state, state.roster[event.unit]) }
        : null;
    },
    // Events of damage are those with all three members.
    damage: (event) =>
      "amount" in event && "attacker" in event && "target" in event
        ? [{ by: event.attacker, to: event.target, amount: event.amount }]
        : [],
    damageWord: t("energy"),
    sideName,
    sound: (event) => SOUNDS[event.type] ?? null,
  };
}

const ORIGINS = { source: t("official"), house: t("our estimate"), custom: t("custom unit") };

/**
 * Return the damage of a unit's blow, with its sources. A Cannon Pipe deals none.
 *
 * @param {Catalog} catalog
 * @param {State["roster"][string]} unit
 */
function damageFact(catalog, { abilities, damage_parts: parts }) {
  if (abilities.includes("launch")) return fact(t("Damage"), "0");
  const sources = parts.map((part) => `${signed(part.amount)} ${sourceName(catalog, part.source)}`);
  if (abilities.includes("flying")) sources.push(t("+1 on the offense, not against flyers"));
  const added = parts.map((part) => signed(part.amount)).join("");
  return fact(t("Damage"), `1${added}`, sources.join(", "));
}

/**
 * Return all that is known about a unit, with the sources of its points.
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
  const name = (/** @type {string} */ source) =>
    source === "own" ? t("extra of its own") : sourceName(catalog, source);
  const made = (/** @type {readonly { source: string, amount: number }[]} */ parts) =>
    parts
      .map(
        (part, k) =>
          `${k === 0 && part.amount >= 0 ? part.amount : signed(part.amount)} ${name(part.source)}`,
      )
      .join(" ");
  const standing =
    place < 0
      ? t("out of the battle")
      : place === 0
        ? t("leads")
        : t("place {place}", { place: place + 1 });
  const facts = [
    fact("AE", t("{value} of {most}", { value: now.ae, most: unit.ae }), made(unit.ae_parts)),
    fact("DE", t("{value} of {most}", { value: now.de, most: unit.de }), made(unit.de_parts)),
    damageFact(catalog, unit),
    fact(t("Cost"), `${unit.ap} AP`),
  ];
  const notes = unit.abilities.map((ability) =>
    fact(sourceName(catalog, ability), t(catalog.abilities[ability]?.text)),
  );
  for (const item of [...unit.equipment, ...unit.combat_items]) {
    notes.push(fact(t("Carries"), sourceName(catalog, item)));
  }
  if (now.stunned)
    notes.push(fact(t("Stunned"), t("deals nothing in round {round}", { round: now.stunned })));
  if (now.ae === 0 && place >= 0 && !unit.abilities.includes("launch")) {
    notes.push(fact(t("Exhausted"), t("as leader it deals 1 and pays with 1 DE of its own")));
  }
  return {
    id,
    side: unit.side,
    name: t(unit.name),
    icon: pictureOf(catalog, unit)[0],
    tags: [
      standing,
      ORIGINS[unit.origin],
      ...(unit.kind === "building_unit" ? [t("building")] : []),
    ],
    facts,
    notes,
  };
}
