// @ts-check
// Commitments and seals of provably fair dice. webapp/challenges/FAIR.md specifies the exact bytes.

/** @import { SideId } from "../../player/types" */

const FORMAT = "battlereel/1";

/**
 * The agreed terms of a challenge, and the side of the sealed army.
 *
 * @typedef {object} Sealing
 * @property {string} challenge
 * @property {string} ruleset
 * @property {unknown} terms
 * @property {unknown} limits
 * @property {SideId} side
 */

/** Draw a new salt: 32 bytes as hexadecimal digits. */
export const draw = () => hex(crypto.getRandomValues(new Uint8Array(32)));

/**
 * Serialise as canonical JSON (RFC 8785).
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
 * Return the commitment to the server's secret, published before the first seal.
 *
 * @param {string} challenge
 * @param {string} secret
 */
export const commitmentOf = (challenge, secret) => hash("secret", challenge, secret);

/**
 * Return the hash of the agreed terms.
 *
 * @param {Pick<Sealing, "ruleset" | "terms" | "limits">} sealing
 */
export const termsOf = ({ ruleset, terms, limits }) =>
  hash("terms", canonical({ limits, ruleset, terms }));

/**
 * Return the seal of an army, published immediately.
 *
 * @param {Sealing} sealing
 * @param {string} salt
 * @param {unknown} army
 */
export const sealOf = async (sealing, salt, army) =>
  hash("army", sealing.challenge, await termsOf(sealing), sealing.side, salt, canonical(army));

/**
 * Return the seed of the dice, as decimal text.
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
 * SHA-256 of lines: the kind of hash, then its parts.
 *
 * @param {string} what
 * @param {string[]} parts
 */
async function hash(what, ...parts) {
  const bytes = new TextEncoder().encode([`${FORMAT} ${what}`, ...parts].join("\n"));
  // Browsers offer Web Crypto under HTTPS and on localhost only.
  if (globalThis.crypto?.subtle) {
    return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
  }
  const { sha256 } = await import("@noble/hashes/sha2.js");
  return hex(sha256(bytes));
}

/** @param {Uint8Array} bytes */
const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
