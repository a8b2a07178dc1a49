// @ts-check

/**
 * Whether a seed and its nonce are those that a hash was shown of before the battle.
 *
 * @param {{ seed: string, nonce: string, commitment: string }} revealed
 */
export async function holds({ seed, nonce, commitment }) {
  const bytes = new TextEncoder().encode(`${seed}:${nonce}`);
  return hex(await sha256(bytes)) === commitment;
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
async function sha256(bytes) {
  // Browsers offer theirs on pages under HTTPS and on this machine only.
  if (globalThis.crypto?.subtle) {
    return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  }
  const { sha256: digest } = await import("@noble/hashes/sha2.js");
  return digest(bytes);
}

/** @param {Uint8Array} bytes */
const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** What to say of a seed that was checked. */
export const verdict = (/** @type {boolean} */ held) =>
  held
    ? "Checked by your browser: the seed is the one that was settled before anybody sealed."
    : "The seed is not the one whose hash was shown before: do not trust this battle.";

/**
 * Checks the seed that the page shows, and says what came of it.
 *
 * @param {HTMLElement} root
 */
export async function checkCommitment(root) {
  const shown = root.querySelector("[data-commitment][data-seed]");
  const place = root.querySelector("[data-verdict]");
  if (!(shown instanceof HTMLElement && place instanceof HTMLElement)) return;
  const { seed = "", nonce = "", commitment = "" } = shown.dataset;
  const held = await holds({ seed, nonce, commitment });
  place.dataset.holds = String(held);
  place.textContent = verdict(held);
}
