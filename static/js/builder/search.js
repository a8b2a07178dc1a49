// @ts-check
/** @import { ShelfItem } from "./types" */

/** `<=5`, `cost<=5`, `strength>=6`: a bound on a card's number. */
const BOUND = /^(?:([\p{L}]+):?)?(<=|>=|<|>|=|≤|≥)(\d+)$/u;
/** A word or a quoted phrase, possibly after a minus. */
const WORD = /(-?)(?:"([^"]*)"?|(\S+))/g;
/** A sign with a space before its number: `cost <= 5`. */
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
 * A parsed search: bounds on numbers, required words, excluded words.
 *
 * @typedef {object} Query
 * @property {{ label: string, sign: string, bound: number }[]} bounds
 * @property {string[]} words
 * @property {string[]} without
 */

/**
 * @param {string} text such as `flying <=5`, `strength >= 6 -undead`, `"acid rain"`
 * @param {string[]} labels names of numbers; one of them before a bound is the bound's label
 * @returns {Query}
 */
export function parseQuery(text, labels = []) {
  /** @type {Query} */
  const query = { bounds: [], words: [], without: [] };
  let last = "";
  for (const [, minus, phrase, word] of text.toLowerCase().replace(SPACED, "$1").matchAll(WORD)) {
    const bound = phrase === undefined ? BOUND.exec(word) : null;
    if (bound) {
      const labelBefore = !bound[1] && labels.includes(last) ? query.words.pop() : undefined;
      query.bounds.push({
        label: bound[1] ?? labelBefore ?? "",
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
 * Score how well a card matches a query: 0 for no match, more is better.
 *
 * @param {ShelfItem} card
 * @param {Query} query
 */
export function answers(card, { bounds, words, without }) {
  if (!bounds.every((bound) => meetsBound(card, bound))) return 0;
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
 * Return the group, tags or lines in which a card matches a query that its name does not contain; ""
 * when the name or the numbers match.
 *
 * @param {ShelfItem} card
 * @param {string} text
 */
export function matchContext(card, text) {
  const { words } = parseQuery(text, labelsOf([card]));
  const name = card.name.toLowerCase();
  const places = [card.group, ...card.tags, ...card.lines];
  const found = words
    .filter((word) => !name.includes(word))
    .map((word) => places.find((place) => place.toLowerCase().includes(word)) ?? "");
  return [...new Set(found)].filter(Boolean).join(" · ");
}

/**
 * Return the names of the numbers on these cards.
 *
 * @param {ShelfItem[]} cards
 */
function labelsOf(cards) {
  const labels = cards.flatMap(({ stats }) => stats.map(({ label }) => label.toLowerCase()));
  return ["cost", ...new Set(labels)];
}

/**
 * Return the cards that match a query and have all the tags, best matches first.
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

/** @param {ShelfItem[]} cards */
export function countTags(cards) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const tag of cards.flatMap((card) => card.tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return counts;
}

/**
 * Whether a card meets a bound. Without a label the bound is on the cost, or on the first number when
 * nothing has a cost; "cost" also matches the price outside the battle.
 *
 * @param {ShelfItem} card
 * @param {Query["bounds"][number]} bound
 */
function meetsBound(card, { label, sign, bound }) {
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
