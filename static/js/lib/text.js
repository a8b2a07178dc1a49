// @ts-check
/** @typedef {{ of: Record<string, string | string[]>, plural: (count: number) => number | boolean }} Texts */

/**
 * The language of this instance of the modules, and its translations; without them each text is its own translation.
 * Both are the page's, whose translations build.mjs builds and the page loads first, except in a reel that has a
 * language of its own.
 *
 * @type {{ lang: string, texts?: Texts | null }}
 */
const own = /** @type {any} */ (globalThis).battlereelOwn ?? {
  lang: document.documentElement.lang || "en",
  texts: /** @type {any} */ (globalThis).battlereelTexts,
};
const { texts } = own;

/** Add the translations of an installed game. @param {Record<string, string | string[]>} more */
export const adopt = (more) => Object.assign(texts?.of ?? {}, more);

/** The language code. */
export const language = own.lang;

/** Whether there are texts in this language. */
export const isTranslated = language === "en" || Boolean(texts);

/**
 * Translate a template.
 *
 * @param {string} [text] missing where a catalog has none
 */
export const translated = (text = "") => /** @type {string} */ (texts?.of[text] ?? text);

/**
 * @param {string} template
 * @param {Record<string, unknown>} values
 */
const filled = (template, values) =>
  template.replace(/\{(\w+)\}/g, (_, name) => isolated(/** @type {any} */ (values[name])));

/**
 * Translate a text and fill in its {name}s.
 *
 * @param {string | undefined} text
 * @param {Record<string, unknown>} [values]
 */
export const t = (text, values) => {
  const template = translated(text);
  return values ? filled(template, values) : template;
};

/**
 * Return a noun for use inside a sentence: German nouns stay capitalised.
 *
 * @param {string} word
 */
export const inside = (word) => (language === "de" ? word : word.toLowerCase());

/** Right-to-left scripts that are not isolated yet: Hebrew, Arabic and their neighbours. */
const RIGHT_TO_LEFT = /^[^\u2068]*[\u0590-\u08ff]/;

/**
 * Isolate a right-to-left name, so that it does not reorder the numbers next to it.
 *
 * @param {string} name
 */
export const isolated = (name) => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name);

/** The class "long" for a name with more than `most` letters. @param {string} name @param {number} most */
export const longer = (name, most) => (name.length > most ? "long" : "");

/**
 * Translate a text by count; both forms may contain {count}.
 *
 * @param {string} one
 * @param {string} others
 * @param {number} count
 * @param {Record<string, unknown>} [values]
 */
export const tn = (one, others, count, values) =>
  filled(texts?.of[one]?.[Number(texts.plural(count))] ?? (count === 1 ? one : others), {
    count: number(count),
    ...values,
  });

/**
 * Format a number in the page's language with a fixed number of decimals.
 *
 * @param {number} value
 * @param {number} [digits]
 */
export const number = (value, digits = 0) =>
  value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });

/**
 * Format a share from 0 to 1 in percent, without the sign. Only certain ones give `0` and `100`, others
 * that round to them `<0.1` or `>99.9`.
 *
 * @param {number} share
 * @param {number} [digits]
 */
export function hundredths(share, digits = 0) {
  if (share === 0 || share === 1) return number(100 * share);
  const all = 100 * 10 ** digits;
  const rounded = Math.round(share * all);
  const kept = Math.min(Math.max(rounded, Number(share > 0)), all - Number(share < 1));
  return ["<", "", ">"][rounded - kept + 1] + number((100 * kept) / all, digits);
}

/**
 * Format a share from 0 to 1 in percent: `62.5%`, in German `62,5 %`; see `hundredths`.
 *
 * @param {number} share
 * @param {number} [digits]
 */
export const percent = (share, digits) =>
  `${hundredths(share, digits)}${language === "en" ? "" : "\u00a0"}%`;

/** Format a change with its sign: `+2.5`, `−0.5`. @param {number} value @param {number} [digits] */
export const change = (value, digits) => (value < 0 ? "−" : "+") + number(Math.abs(value), digits);

/**
 * Format one side's score as its game does; `?` if unknown.
 *
 * @param {Pick<import("../player/types").RulesetView, "scoreText">} view
 * @param {number | null} value
 */
export const scoreText = (view, value) =>
  value === null ? "?" : (view.scoreText?.(value) ?? value.toLocaleString(language));
