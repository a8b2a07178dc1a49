// @ts-check
// What makes dice that nobody chooses. webapp/challenges/FAIR.md has the exact bytes.

/** @import { SideId } from "../../player/types" */

const FORMAT = "battlereel/1";

/**
 * What was agreed on, and whose army it is.
 *
 * @typedef {object} Sealing
 * @property {string} challenge
 * @property {string} ruleset
 * @property {unknown} terms
 * @property {unknown} limits
 * @property {SideId} side
 */

/** A new salt: 32 bytes in hexadecimal digits. */
export const draw = () => hex(crypto.getRandomValues(new Uint8Array(32)));

/**
 * JSON in the one form that RFC 8785 gives it.
 *
 * @param {any} value
 * @returns {string}
 */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const keys = Object.keys(value).filter((key) => value[key] !== undefined);
  return `{${keys.sort().map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`)}}`;
}

/**
 * What is shown of the server's secret before anybody seals.
 *
 * @param {string} challenge
 * @param {string} secret
 */
export const commitmentOf = (challenge, secret) => hash("secret", challenge, secret);

/**
 * The hash of what was agreed on.
 *
 * @param {Pick<Sealing, "ruleset" | "terms" | "limits">} agreed
 */
export const termsOf = ({ ruleset, terms, limits }) =>
  hash("terms", canonical({ limits, ruleset, terms }));

/**
 * What is shown of a sealed army at once.
 *
 * @param {Sealing} sealing
 * @param {string} salt
 * @param {unknown} army
 */
export const sealOf = async (sealing, salt, army) =>
  hash("army", sealing.challenge, await termsOf(sealing), sealing.side, salt, canonical(army));

/**
 * The seed of the dice, as decimal text.
 *
 * @param {string} challenge
 * @param {string} terms the hash of the terms
 * @param {string} secret
 * @param {Record<SideId, string>} seals
 */
export async function seedOf(challenge, terms, secret, { a, b }) {
  const drawn = await hash("seed", challenge, terms, secret, a, b);
  return String(BigInt(`0x${drawn.slice(0, 16)}`));
}

/**
 * SHA-256 of lines: which hash it is, then the parts.
 *
 * @param {string} what
 * @param {string[]} parts
 */
async function hash(what, ...parts) {
  const bytes = new TextEncoder().encode([`${FORMAT} ${what}`, ...parts].join("\n"));
  // Browsers offer theirs on pages under HTTPS and on this machine only.
  if (globalThis.crypto?.subtle) {
    return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
  }
  const { sha256 } = await import("@noble/hashes/sha2.js");
  return hex(sha256(bytes));
}

/** @param {Uint8Array} bytes */
const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
