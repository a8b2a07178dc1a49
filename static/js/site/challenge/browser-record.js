// @ts-check
import { SIDES } from "../../player/engine/sides.js";
import { draw } from "./fair-dice.js";

/** @import { ChallengeBrief, SideId } from "../../player/types" */

const KEY = "battlereel.noted";
const MOST = 200;

/**
 * What this browser knows of a challenge by itself: hashes as it saw them first, before the battle was
 * over, and the salts that it drew.
 *
 * @typedef {object} BrowserRecord
 * @property {string} [commitment]
 * @property {Partial<Record<SideId, string>>} seals
 * @property {Partial<Record<SideId, string>>} salts
 */

/** For a browser that keeps nothing: as long as the page is open. */
/** @type {Map<string, BrowserRecord>} */
const here = new Map();

/**
 * What was noted of a challenge.
 *
 * @param {string} challenge
 * @returns {BrowserRecord}
 */
export function recordOf(challenge) {
  const kept = here.get(challenge) ?? read().find(([id]) => id === challenge)?.[1];
  return { ...kept, seals: { ...kept?.seals }, salts: { ...kept?.salts } };
}

/**
 * Notes the hashes that are shown of a challenge, unless it is over: whoever only comes then has seen
 * nothing before. What was noted first stays.
 *
 * @param {ChallengeBrief} brief
 */
export function recordBrief({ challenge, status, commitment, seats }) {
  if (status === "over") return;
  const noted = recordOf(challenge);
  noted.commitment ??= commitment;
  for (const side of SIDES) noted.seals[side] ??= seats[side].seal ?? undefined;
  write(challenge, noted);
}

/**
 * The salt with which this browser seals on a side: the same one however often it is asked, so that who
 * has to send an army twice seals it in the same way.
 *
 * @param {string} challenge
 * @param {SideId} side
 */
export function saltOf(challenge, side) {
  const noted = recordOf(challenge);
  noted.salts[side] ??= draw();
  write(challenge, noted);
  return noted.salts[side];
}

/**
 * Notes a seal that this browser has worked out itself.
 *
 * @param {string} challenge
 * @param {SideId} side
 * @param {string} seal
 */
export function recordSeal(challenge, side, seal) {
  const noted = recordOf(challenge);
  noted.seals[side] = seal;
  write(challenge, noted);
}

/** @returns {[string, BrowserRecord][]} the latest last */
function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]").filter(Array.isArray);
  } catch {
    return [];
  }
}

/**
 * @param {string} challenge
 * @param {BrowserRecord} noted
 */
function write(challenge, noted) {
  here.set(challenge, noted);
  const others = read().filter(([id]) => id !== challenge);
  try {
    localStorage.setItem(KEY, JSON.stringify([...others, [challenge, noted]].slice(-MOST)));
  } catch {
    // It is kept as long as the page is open.
  }
}
