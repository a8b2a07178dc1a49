// @ts-check
import { t } from "../../lib/text.js";

/** @import { ShotFired, UnitAfflicted } from "./events" */
/** @import { State } from "./reduce" */

/** Reasons for immunity, in words for a leader and shorter for queued units. */
export const IMMUNITY_WORDS = /** @type {Record<string, [long: string, short: string]>} */ ({
  own: [t("Immune: has this power itself"), t("Immune")],
  blessed: [t("Immune: blessed"), t("Blessed")],
  already: [t("Has it already"), t("Has it")],
  nothing: [t("Has nothing to lose"), ""],
});

/** Words for afflictions. */
export const AFFLICTION_WORDS = /** @type {Record<string, string>} */ ({
  curse: t("Cursed"),
  poison: t("Poisoned"),
  disease: t("Diseased"),
  paralysis: t("Paralysed"),
});

/**
 * Return a leader's caption for an affliction; one that takes nothing says why.
 *
 * @param {State["units"][string]} before
 * @param {UnitAfflicted} after
 */
export function afflictionText(before, after) {
  if (isVain(before, after)) {
    return after.affliction === "poison"
      ? t("Poisoned, no effect: strength 1")
      : t("Diseased, no effect: 1 hit");
  }
  return AFFLICTION_WORDS[after.affliction] ?? after.affliction;
}

/**
 * Whether poison or disease takes nothing, as strength or hits are 1 already (W1). By the values: older recordings do
 * not say what was lost.
 *
 * @param {State["units"][string]} before
 * @param {UnitAfflicted} after
 */
export const isVain = (before, { affliction, strength, hits }) =>
  (affliction === "poison" && before.strength === strength) ||
  (affliction === "disease" && before.hits === hits);

/** @param {ShotFired} event a shot that does not kill */
export function whyNot({ aim, cover }) {
  if (!aim.succeeded) return t("Missed");
  return cover.succeeded ? t("Saved by cover") : t("In vain");
}

/**
 * Return what an affliction takes from a unit, short enough to fit on it.
 *
 * @param {State["units"][string]} before
 * @param {UnitAfflicted} after
 */
export function losses(before, after) {
  const strength = before.strength - after.strength;
  const hits = before.hits - after.hits;
  return [
    ...(strength > 0 ? [`−${strength}`] : []),
    ...(hits > 0 ? [`−${hits} ♥`] : []),
    ...(before.medals > after.medals ? [`−${before.medals - after.medals} ★`] : []),
  ];
}

/**
 * Return a roll for the stage, with a word for its result.
 *
 * @param {{ dice: { result: number }[], needed: number, succeeded: boolean }} roll
 * @param {string} good
 * @param {string} bad
 */
export const diceOf = ({ dice, needed, succeeded }, good, bad) => ({
  results: dice.map((die) => die.result),
  won: succeeded,
  needed: dice.length ? needed : null,
  outcome: succeeded ? good : bad,
  // The lower result counts (W9).
  idle: dice.map(({ result }) => dice.some((other) => other.result < result)),
  second: t("medal"),
});
