// @ts-check
import { SIDES } from "../../player/engine/sides.js";
import { draw } from "./fair-dice.js";

/** @import { ChallengeBrief, SideId } from "../../player/types" */

const KEY = "battlereel.noted";
const MOST = 200;

/**
 * A browser's own record of a challenge: the hashes as it first saw them, before the battle was over, and
 * the salts that it drew.
 *
 * @typedef {object} BrowserRecord
 * @property {string} [commitment]
 * @property {Partial<Record<SideId, string>>} seals
 * @property {Partial<Record<SideId, string>>} salts
 */

/** Records of this page, for browsers without storage. */
/** @type {Map<string, BrowserRecord>} */
const here = new Map();

/**
 * Return the record of a challenge.
 *
 * @param {string} challenge
 * @returns {BrowserRecord}
 */
export function recordOf(challenge) {
  const kept = here.get(challenge) ?? read().find(([id]) => id === challenge)?.[1];
  return { ...kept, seals: { ...kept?.seals }, salts: { ...kept?.salts } };
}

/**
 * Record the hashes of a challenge, unless it is over: then they prove nothing. The first ones recorded stay.
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
 * Return this browser's salt for a side. It stays the same, so that an army sent twice gets the same seal.
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
 * Record a seal that this browser has computed.
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

/**
 * Record which challenge this browser plays, for next-game.js on other pages.
 *
 * @param {string} id
 */
export function recordGame(id) {
  try {
    localStorage.setItem("battlereel.game", JSON.stringify({ id, at: Date.now() }));
  } catch {
    // Other pages say nothing then.
  }
}

/** @returns {[string, BrowserRecord][]} newest last */
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
    // Kept in `here` until the page is closed.
  }
}
