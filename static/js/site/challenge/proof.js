// @ts-check
import { ask } from "../../lib/api.js";
import { t } from "../../lib/text.js";
import { SIDES } from "../../player/engine/sides.js";
import { recordOf } from "./browser-record.js";
import { canonical, commitmentOf, sealOf, seedOf, termsOf } from "./fair-dice.js";

/** @import { SideId } from "../../player/types" */
/** @import { BrowserRecord } from "./browser-record.js" */

/** Default names of players. Early battles leave such a name out. */
const UNNAMED = ["Challenger", "Opponent"];

/**
 * @typedef {object} ProvenSeat
 * @property {string} name
 * @property {string} seal
 * @property {string} salt
 * @property {unknown} army
 */

/**
 * @typedef {object} Proof the server's proof of a finished challenge
 * @property {string} challenge
 * @property {string} ruleset
 * @property {unknown} terms
 * @property {unknown} limits
 * @property {string} commitment
 * @property {string} secret
 * @property {string} seed
 * @property {Record<SideId, ProvenSeat>} seats
 * @property {any[]} recording header, then events
 */

/** @typedef {{ holds: boolean, text: string }} Finding one check and its result */

/**
 * Fetch and check the proof of a finished challenge; return the verdict and all checks.
 *
 * @param {string} challenge
 * @returns {Promise<{ holds: boolean, answer: string, findings: Finding[] }>}
 */
export async function checkProof(challenge) {
  const proof = await ask("GET", `/api/v1/challenges/${challenge}/proof`);
  const findings = await findingsOf(proof, recordOf(challenge));
  const holds = findings.every((finding) => finding.holds);
  const answer = holds
    ? t(
        "Checked by your browser: both armies are as they were sealed, and the dice follow from the server's secret and both fingerprints.",
      )
    : t("Do not trust this battle: it does not match what was shown before.");
  return { holds, answer, findings };
}

/**
 * Run every check of a proof that does not need the battle to be simulated.
 *
 * @param {Proof} proof
 * @param {BrowserRecord} noted
 * @returns {Promise<Finding[]>}
 */
export async function findingsOf(proof, noted) {
  const { challenge, ruleset, commitment, secret, seats, seed } = proof;
  const terms = await termsOf(proof);
  const findings = [
    either(
      (await commitmentOf(challenge, secret)) === commitment,
      t("The server's secret is the one whose hash was shown before anybody sealed."),
      t("The server's secret is not the one whose hash was shown before anybody sealed."),
    ),
  ];
  for (const side of SIDES) {
    const { name, seal, salt, army } = seats[side];
    const sealing = { challenge, ruleset, terms: proof.terms, limits: proof.limits, side };
    findings.push(
      either(
        (await sealOf(sealing, salt, army)) === seal,
        t("{name}'s army is the one that was sealed under these terms.", { name }),
        t("{name}'s army, salt or terms are not those that were sealed.", { name }),
      ),
    );
  }
  const seals = { a: seats.a.seal, b: seats.b.seal };
  findings.push(
    either(
      (await seedOf(challenge, terms, secret, seals)) === seed,
      t("The seed of the dice follows from the secret and both fingerprints."),
      t("The seed of the dice does not follow from the secret and both fingerprints."),
    ),
    ...checkBattle(proof),
    ...compareRecord(proof, noted),
  );
  return findings;
}

/**
 * Check that the battle on air had these names, armies, terms and dice.
 *
 * @param {Proof} proof
 */
function checkBattle({ ruleset, terms, seats, seed, recording }) {
  const [{ battle, seed: thrown }] = recording;
  const { ruleset: played, seed: chosen, sides, ...rest } = battle;
  const wrong = SIDES.filter(
    (side, place) => canonical(sides[place].army) !== canonical(seats[side].army),
  ).map((side) => t("In the battle shown, {name} has another army.", seats[side]));
  for (const [place, side] of SIDES.entries()) {
    const { name } = seats[side];
    const { name: other = UNNAMED.includes(name) ? name : "" } = sides[place];
    if (other !== name)
      wrong.push(t("In the battle shown, {name} is called {other}.", { name, other }));
  }
  if (played !== ruleset || canonical(rest) !== canonical(terms)) {
    wrong.push(t("The battle that was shown has other terms."));
  }
  if (thrown !== seed || chosen !== Number(seed)) {
    wrong.push(t("The battle that was shown has another seed."));
  }
  if (wrong.length > 0) return wrong.map((text) => ({ holds: false, text }));
  const text = t("The battle that was shown has these armies, these terms and this seed.");
  return [{ holds: true, text }];
}

/**
 * Compare the hashes with those that this browser recorded earlier.
 *
 * @param {Proof} proof
 * @param {BrowserRecord} noted
 */
function compareRecord({ commitment, seats }, noted) {
  const pairs = [
    [noted.commitment, commitment],
    ...SIDES.map((side) => [noted.seals[side], seats[side].seal]),
  ].filter(([before]) => before);
  if (pairs.length === 0) return [];
  return [
    either(
      pairs.every(([before, now]) => before === now),
      t("The hashes match those that this browser noted before."),
      t("The hashes do not match those that this browser noted before."),
    ),
  ];
}

/**
 * @param {boolean} holds
 * @param {string} good
 * @param {string} bad
 * @returns {Finding}
 */
const either = (holds, good, bad) => ({ holds, text: holds ? good : bad });
