// @ts-check
import { t } from "../../../lib/text.js";
import { signed } from "../../../player/engine/facts.js";
import { opponent } from "../../../player/engine/sides.js";
import { rulings } from "../dossier.js";
import { sideName, unitName } from "../words.js";

/** @import { SideId } from "../../../player/types" */
/** @import { Assault, State } from "../reduce" */

const EXHAUSTED = 3;

/** Why a row of the battle table applied to a unit, by the row's name. */
const FOUGHT = /** @type {Record<string, string>} */ ({
  broken: t("Clearly outfought (2 ATK or more), DEF too low, and without HP it loses ATK."),
  wounded: t("Clearly outfought (2 ATK or more), and its DEF was too low to protect it."),
  outlasted: t("It was no stronger than its opponent, and more tired."),
  untouched: t("It was stronger, and its DEF protected it."),
  spent: t("An ordinary fight: it only tires."),
});

/** What a row of the siege table does to both sides, by the row's name. */
const STORMED = /** @type {Record<string, string>} */ ({
  "castle falls": t("No one stood on the wall, so the castle falls."),
  overrun: t(
    "ATK at least twice the DEF overruns the wall: each defender −1 DEF and +1 EXH, the best attacker +1 EXH.",
  ),
  breach: t("More ATK than DEF is a breach: all +1 EXH, and the best defender −1 DEF."),
  "thrown back": t(
    "DEF at least twice the ATK throws the attackers back: all +1 EXH, and each attacker −1 HP.",
  ),
  held: t("Enough DEF holds the wall: all +1 EXH, and the best of each side −1 HP."),
});

/**
 * Explain the current round as far as it has been shown, for the player of a side: a sentence for each result, in
 * the order of the phases.
 *
 * @param {State} state
 * @param {SideId} own
 * @param {boolean} isDone whether the whole round has been shown
 * @returns {string[]}
 */
export function explainRound(state, own, isDone) {
  const units = state.lineups[own];
  const sentences = state.fights.map((fight) => explainFight(state, own, fight));
  if (state.assault) sentences.push(explainAssault(state, state.assault));
  else if (isDone && !state.ended) sentences.push(...explainPeace(state, own));
  const rested = units.filter((id) => ofRound(state, id).some(({ kind }) => kind === "rested"));
  for (const id of rested) {
    sentences.push(
      t("{unit} recovered: {changes}.", { ...names(state, id), ...changes(state, id) }),
    );
  }
  if (rested.length > 1) {
    sentences.push(t("If several recover together, all but the first in rank pay 1 HP."));
  }
  const worn = units.filter((id) => state.units[id].exh === EXHAUSTED);
  if (isDone && !state.ended && worn.length > 0) {
    sentences.push(
      t("Too exhausted to attack or defend (3 EXH): {units}.", {
        units: letters(state, worn),
      }),
    );
  }
  return sentences;
}

/** @param {State} state @param {string} id */
const ofRound = (state, id) => state.history[id].filter(({ round }) => round === state.round);

/** @param {State} state @param {readonly string[]} ids */
const letters = (state, ids) => ids.map((id) => state.roster[id].name).join(", ");

/** @param {State} state @param {string} unit */
const names = (state, unit) => ({ unit: unitName(state, unit) });

/** What the round has changed of a unit: `−1 HP, +1 EXH`. @param {State} state @param {string} id */
function changes(state, id) {
  const changed = ofRound(state, id)
    .filter(({ kind }) => kind === "changed")
    .map(({ amount, stat }) => `${signed(amount ?? 0)} ${stat?.toUpperCase()}`);
  return { changes: changed.join(", ") || t("no change") };
}

/**
 * @param {State} state
 * @param {SideId} own
 * @param {State["fights"][number]} fight
 */
function explainFight(state, own, { a, b, a_atk, b_atk }) {
  const [mine, other] = own === "a" ? [a, b] : [b, a];
  const [atk, otherAtk] = own === "a" ? [a_atk, b_atk] : [b_atk, a_atk];
  const source = state.judged[mine];
  const met = {
    ...{ unit: unitName(state, mine), atk },
    ...{ other: unitName(state, other), other_atk: otherAtk },
  };
  if (!source) return t("{unit} with ATK {atk} met {other} with ATK {other_atk}.", met);
  const why = FOUGHT[state.rows[source]?.name ?? ""] ?? rulings(state, ofRound(state, mine));
  return t("{unit} with ATK {atk} met {other} with ATK {other_atk}: {changes}. {why}", {
    ...{ ...met, ...changes(state, mine), why },
  });
}

/** @param {State} state @param {Assault} assault */
function explainAssault(state, { castle, besiegers, attack, defense, row }) {
  const stormed = t("{name} stormed the castle of {other} with {units}, who met no opponent.", {
    ...{ units: letters(state, besiegers), name: sideName(state, opponent(castle)) },
    other: sideName(state, castle),
  });
  const sums = t("ATK {attack} against DEF {defense}.", { attack, defense });
  if (row === null) return `${stormed} ${sums}`;
  const judged = { round: state.round, kind: /** @type {const} */ ("judged"), source: row };
  const why = STORMED[state.rows[row]?.name ?? ""] ?? rulings(state, [judged]);
  return [stormed, sums, why].filter(Boolean).join(" ");
}

/** Explain a round without a siege. @param {State} state @param {SideId} own */
function explainPeace(state, own) {
  const none = state.fights.length
    ? t("Every attacker met an opponent, so no castle was stormed.")
    : t("No one attacked.");
  const isOpen = state.lineups[own].every((id) => state.acts[id] !== "defend");
  const open = t("No one stood on your wall: an attacker without an opponent would have won.");
  return isOpen ? [none, open] : [none];
}
