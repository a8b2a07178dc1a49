// @ts-check
import { find } from "./search.js";

/** @import { ShelfItem } from "./types" */

const WORDS = /[\p{L}][\p{L}'-]+/gu;

/**
 * Return the query with each unknown word replaced by the most similar word on the shelf; null if that
 * finds nothing either.
 *
 * @param {ShelfItem[]} cards
 * @param {string} text
 * @param {Iterable<string>} tags
 */
export function correctQuery(cards, text, tags) {
  const known = new Set(
    cards.flatMap(({ name, tags }) => [name, ...tags].join(" ").toLowerCase().match(WORDS) ?? []),
  );
  const corrected = text.toLowerCase().replaceAll(WORDS, (word) => nearest(word, known) ?? word);
  return corrected !== text.toLowerCase() && find(cards, corrected, tags).length > 0
    ? corrected
    : null;
}

/**
 * @param {string} word
 * @param {Set<string>} known
 */
function nearest(word, known) {
  if ([...known].some((other) => other.includes(word))) return null;
  const near = [...known]
    .map((other) => ({ other, distance: editDistance(word, other) }))
    .filter(({ distance }) => distance <= Math.max(1, Math.floor(word.length / 3)));
  return near.sort((one, two) => one.distance - two.distance)[0]?.other;
}

/**
 * Levenshtein distance.
 *
 * @param {string} one
 * @param {string} other
 */
function editDistance(one, other) {
  let row = Array.from({ length: other.length + 1 }, (_, k) => k);
  for (const letter of one) {
    const next = [row[0] + 1];
    for (let k = 0; k < other.length; k++) {
      next.push(Math.min(row[k + 1] + 1, next[k] + 1, row[k] + (other[k] === letter ? 0 : 1)));
    }
    row = next;
  }
  return row[other.length];
}
