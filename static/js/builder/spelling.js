// @ts-check
import { find } from "./search.js";

/** @import { ShelfItem } from "./types" */

const WORDS = /[\p{L}][\p{L}'-]+/gu;

/**
 * What somebody who found nothing may have meant: the same with the words of this shelf that are
 * spelt most like theirs. Null if that finds nothing either.
 *
 * @param {ShelfItem[]} cards
 * @param {string} text
 * @param {Iterable<string>} tags
 */
export function meantBy(cards, text, tags) {
  const known = new Set(
    cards.flatMap(({ name, tags }) => [name, ...tags].join(" ").toLowerCase().match(WORDS) ?? []),
  );
  const meant = text.toLowerCase().replaceAll(WORDS, (word) => nearest(word, known) ?? word);
  return meant !== text.toLowerCase() && find(cards, meant, tags).length > 0 ? meant : null;
}

/**
 * @param {string} word
 * @param {Set<string>} known
 */
function nearest(word, known) {
  if ([...known].some((other) => other.includes(word))) return null;
  const near = [...known]
    .map((other) => ({ other, slips: slipsBetween(word, other) }))
    .filter(({ slips }) => slips <= Math.max(1, Math.floor(word.length / 3)));
  return near.sort((one, two) => one.slips - two.slips)[0]?.other;
}

/**
 * How many letters were left out, added or mistaken between two words.
 *
 * @param {string} one
 * @param {string} other
 */
function slipsBetween(one, other) {
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
