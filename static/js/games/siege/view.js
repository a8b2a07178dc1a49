// @ts-check
import { t, tn } from "../../lib/text.js";
import { opponent } from "../../player/engine/sides.js";
import { dossier } from "./dossier.js";
import { initial, reduce, score } from "./reduce.js";
import { createScene } from "./scene.js";
import { COLLAPSE } from "./sounds.js";
import { isMinor, sideName, tell } from "./words.js";

/** @import { Catalog, RulesetView, SoundName, Sounds } from "../../player/types" */
/** @import { Event, UnitChanged } from "./events" */
/** @import { State } from "./reduce" */

/** @type {Sounds<Event>} */
export const SOUNDS = {
  round_started: "coin",
  orders_given: "whoosh",
  units_met: "clank",
  castle_guarded: "thud",
  castle_besieged: "launch",
  castle_fallen: COLLAPSE,
  side_resigned: "fall",
  totals_counted: "coin",
  battle_ended: "fanfare",
};

/**
 * Losses sound like a blow, gains ring, tiring is dull and resting silent.
 *
 * @param {UnitChanged} event
 * @returns {SoundName | null}
 */
function soundOf({ stat, amount }) {
  if (stat === "exh") return amount > 0 ? "thud" : null;
  return amount > 0 ? "stars" : "blow";
}

/**
 * The view of the castle siege: reduces its events, complete or as seen by one viewer, draws them and puts them into
 * words.
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
    score: (state) => ({ a: score(state, "a"), b: score(state, "b") }),
    gaugeTitle: t("Score: ATK + DEF + HP − EXH"),
    roundWord: t("Round"),
    turnsBy: "round",
    keepsSecrets: true,
    leastSwing: 2,
    swingText: (points) => tn("+{count} point", "+{count} points", points),
    decides(event) {
      if (event.type === "castle_fallen")
        return { gains: opponent(event.side), text: t("takes the castle") };
      if (event.type === "side_resigned")
        return { gains: opponent(event.side), text: t("wins by resignation") };
      return null;
    },
    dossier: (state, unit) => dossier(catalog, state, unit),
    fallen: (event, state) =>
      event.type === "castle_fallen"
        ? { side: event.side, name: t("{side}'s castle", { side: sideName(state, event.side) }) }
        : null,
    damage: (event, _before, cause) =>
      event.type === "unit_changed" &&
      event.stat !== "exh" &&
      event.amount !== null &&
      event.amount < 0 &&
      cause?.type === "unit_fought"
        ? [{ by: cause.opponent, to: event.unit, amount: -event.amount }]
        : [],
    damageWord: t("points"),
    sideName,
    sound: (event) =>
      event.type === "unit_changed" ? soundOf(event) : (SOUNDS[event.type] ?? null),
    ambience: () => "hills",
  };
}
