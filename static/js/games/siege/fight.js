// @ts-check
import { hit, lunge } from "../../player/stage/moves.js";

/** @import { BeatStage } from "../../player/stage/moves" */
/** @import { State } from "./reduce" */

/** The first and last blow of a beat, as shares of its length. */
const [FIRST, LAST] = [0.17, 0.76];

/**
 * Return the units hit in a beat, in order: both units of every fight with a new result.
 *
 * @param {State} before
 * @param {State} after
 */
function unitsHit(before, after) {
  const isNew = (/** @type {string} */ id) => after.judged[id] && !before.judged[id];
  return after.fights.filter(({ a, b }) => isNew(a) || isNew(b)).flatMap(({ a, b }) => [a, b]);
}

/**
 * Return when a unit is hit. Fights of a beat follow each other, in each the blow before the counter-blow. Beats
 * without results: when the event lands.
 *
 * @param {BeatStage<State>} stage
 * @param {string} unit
 * @param {number} landing
 */
export function blowAt(stage, unit, landing) {
  const order = unitsHit(stage.before, stage.after);
  const nth = order.indexOf(unit);
  if (nth < 0) return landing;
  const share = FIRST + ((LAST - FIRST) * nth) / (order.length - 1);
  return Math.min(landing, stage.length * share);
}

/**
 * Let a unit be hit by its opponent, and strike back if no event reports the effect of that.
 *
 * @param {BeatStage<State>} stage
 * @param {{ unit: string, opponent: string }} event
 * @param {number} landing
 * @returns {number} when it is hit
 */
export function exchange(stage, { unit, opponent }, landing) {
  const at = blowAt(stage, unit, landing);
  strike(stage, opponent, unit, at);
  if (!stage.after.judged[opponent]) {
    strike(stage, unit, opponent, blowAt(stage, opponent, stage.length * LAST));
  }
  // The chip between them makes room for the first blow.
  const place = stage.after.fights.findIndex(({ a, b }) => a === unit || b === unit);
  const fade = { opacity: 0, duration: 80 };
  const first = Math.min(at, blowAt(stage, opponent, at));
  // The leap begins later than halfway of a short run-up.
  if (place >= 0) stage.move(stage.part(`chip-${place}`), fade, Math.max(first * 0.6, first - 160));
  return at;
}

/**
 * @param {BeatStage<State>} stage
 * @param {string} attacker
 * @param {string} target
 * @param {number} at
 */
function strike(stage, attacker, target, at) {
  lunge(stage, attacker, target, at);
  const [was, is] = [stage.before.units[target], stage.after.units[target]];
  const lost = ["atk", "def", "hp"].some(
    (stat) => Number(is[/** @type {"hp"} */ (stat)]) < Number(was[/** @type {"hp"} */ (stat)]),
  );
  const isUntouched = stage.after.judged[target] && is.exh === was.exh && !lost;
  if (isUntouched) {
    // The blow glances off.
    stage.fx.impact(target, attacker, at, 1);
    stage.fx.ring(target, "dome", at, 260);
    return;
  }
  hit(stage, { target, attacker, amount: 0 }, at, { kills: false });
  if (lost) stage.quake(4, at);
}
