// @ts-check
/** @import { ShelfItem } from "./types" */

/** `<=5`, `cost<=5`, `strength>=6`: a number of a card against a bound. */
const BOUND = /^(?:([\p{L}]+):?)?(<=|>=|<|>|=|≤|≥)(\d+)$/u;
/** A word, a phrase in quotation marks, either of them after a minus. */
const WORD = /(-?)(?:"([^"]*)"?|(\S+))/g;
/** Somebody may put a space after the sign: `cost <= 5`. */
const SPACED = /(<=|>=|<|>|=|≤|≥)\s+(?=\d)/g;

/** @type {Record<string, (value: number, bound: number) => boolean>} */
const COMPARE = {
  "<": (value, bound) => value < bound,
  "<=": (value, bound) => value <= bound,
  "≤": (value, bound) => value <= bound,
  ">": (value, bound) => value > bound,
  ">=": (value, bound) => value >= bound,
  "≥": (value, bound) => value >= bound,
  "=": (value, bound) => value === bound,
};

/**
 * What somebody looks for: bounds on numbers, words that have to be there, words that may not.
 *
 * @typedef {object} Query
 * @property {{ label: string, sign: string, bound: number }[]} bounds
 * @property {string[]} words
 * @property {string[]} without
 */

/**
 * @param {string} text such as `flying <=5`, `strength >= 6 -undead`, `"acid rain"`
 * @param {string[]} labels what numbers are called: such a word before a bound is its label
 * @returns {Query}
 */
export function parseQuery(text, labels = []) {
  /** @type {Query} */
  const query = { bounds: [], words: [], without: [] };
  let last = "";
  for (const [, minus, phrase, word] of text.toLowerCase().replace(SPACED, "$1").matchAll(WORD)) {
    const bound = phrase === undefined ? BOUND.exec(word) : null;
    if (bound) {
      const apart = !bound[1] && labels.includes(last) ? query.words.pop() : undefined;
      query.bounds.push({
        label: bound[1] ?? apart ?? "",
        sign: bound[2],
        bound: Number(bound[3]),
      });
    } else if (phrase ?? word) {
      query[minus ? "without" : "words"].push((phrase ?? word).trim());
    }
    last = minus || bound ? "" : (phrase ?? word);
  }
  return query;
}

/**
 * How well a card answers a query: 0 not at all, more is better.
 *
 * @param {ShelfItem} card
 * @param {Query} query
 */
export function answers(card, { bounds, words, without }) {
  if (!bounds.every((bound) => keeps(card, bound))) return 0;
  const name = card.name.toLowerCase();
  const text = textOf(card);
  if (without.some((word) => text.includes(word))) return 0;
  let score = 1;
  for (const word of words) {
    if (name === word) score += 8;
    else if (name.startsWith(word)) score += 5;
    else if (name.split(/[\s-]/).some((part) => part.startsWith(word))) score += 4;
    else if (card.tags.some((tag) => tag.toLowerCase().startsWith(word))) score += 3;
    else if (name.includes(word)) score += 2;
    else if (text.includes(word)) score += 1;
    else return 0;
  }
  return score;
}

/**
 * Where a query stands in a card whose name does not show it: its group, a tag, or a line of what it
 * can do; empty where the name or the numbers say it.
 *
 * @param {ShelfItem} card
 * @param {string} text
 */
export function whyOf(card, text) {
  const { words } = parseQuery(text, labelsOf([card]));
  const name = card.name.toLowerCase();
  const places = [card.group, ...card.tags, ...card.lines];
  const found = words
    .filter((word) => !name.includes(word))
    .map((word) => places.find((place) => place.toLowerCase().includes(word)) ?? "");
  return [...new Set(found)].filter(Boolean).join(" · ");
}

/**
 * What numbers are called on these cards.
 *
 * @param {ShelfItem[]} cards
 */
function labelsOf(cards) {
  const labels = cards.flatMap(({ stats }) => stats.map(({ label }) => label.toLowerCase()));
  return ["cost", ...new Set(labels)];
}

/**
 * The cards that answer a query and have all of some tags, the best answers first.
 *
 * @param {ShelfItem[]} cards
 * @param {string} text
 * @param {Iterable<string>} tags
 */
export function find(cards, text, tags) {
  const query = parseQuery(text, labelsOf(cards));
  const wanted = [...tags];
  const found = cards
    .filter((card) => wanted.every((tag) => card.tags.includes(tag)))
    .map((card) => ({ card, score: answers(card, query) }))
    .filter(({ score }) => score > 0);
  return query.words.length > 0
    ? found.sort((one, other) => other.score - one.score).map(({ card }) => card)
    : found.map(({ card }) => card);
}

/**
 * How many of these cards have each tag.
 *
 * @param {ShelfItem[]} cards
 */
export function tally(cards) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const tag of cards.flatMap((card) => card.tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return counts;
}

/**
 * A bound without a label is on the cost; where nothing costs anything, on the first number. One on
 * the cost is on the price, too, of what costs something elsewhere.
 *
 * @param {ShelfItem} card
 * @param {Query["bounds"][number]} bound
 */
function keeps(card, { label, sign, bound }) {
  const stat = label
    ? card.stats.find((one) => one.label.toLowerCase().startsWith(label))
    : card.stats[0];
  const cost = label === "cost" ? (card.cost ?? card.price) : label ? null : card.cost;
  const value = cost ?? stat?.value;
  return typeof value === "number" && COMPARE[sign](value, bound);
}

/** @type {WeakMap<ShelfItem, string>} */
const TEXTS = new WeakMap();

/** @param {ShelfItem} card */
function textOf(card) {
  let text = TEXTS.get(card);
  if (text === undefined) {
    text = [card.name, card.group, ...card.tags, ...card.lines].join(" ").toLowerCase();
    TEXTS.set(card, text);
  }
  return text;
}
