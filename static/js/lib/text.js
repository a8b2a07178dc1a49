// @ts-check
/**
 * The page's own catalog, which the build makes of the translations. It is loaded before this, and not at all in
 * English, where a sentence is its own key.
 *
 * @type {{ of: Record<string, string | string[]>, plural: (count: number) => number | boolean } | undefined}
 */
const texts = /** @type {any} */ (globalThis).battlereelTexts;

/** Takes in the sentences of an installed game. @param {Record<string, string | string[]>} more */
export const adopt = (more) => Object.assign(texts?.of ?? {}, more);

/** The language of the page, by its code. */
export const language = document.documentElement.lang || "en";

/**
 * The template in the language of the page.
 *
 * @param {string} [text] may be missing where a catalog has none
 */
export const translated = (text = "") => /** @type {string} */ (texts?.of[text] ?? text);

/**
 * @param {string} template
 * @param {Record<string, unknown>} values
 */
const filled = (template, values) =>
  template.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));

/**
 * The sentence in the language of the page, with its {name}s replaced by these values.
 *
 * @param {string | undefined} text
 * @param {Record<string, unknown>} [values]
 */
export const t = (text, values) => {
  const template = translated(text);
  return values ? filled(template, values) : template;
};

/**
 * A noun as it is within a sentence, from how it is at its beginning: German ones stay as they are.
 *
 * @param {string} word
 */
export const inside = (word) => (language === "de" ? word : word.toLowerCase());

/** The scripts from right to left that most are written in. */
const RIGHT_TO_LEFT = /[\p{sc=Hebr}\p{sc=Arab}]/u;

/**
 * A name as it stands in a sentence: one written from right to left moves no number beside it.
 *
 * @param {string} name
 */
export const isolated = (name) => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name);

/** The class of a name that is longer than so many letters. @param {string} name @param {number} most */
export const longer = (name, most) => (name.length > most ? "long" : "");

/**
 * The sentence for so many; both may hold {count}.
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
 * A number as the language writes it, with so many digits after its decimal sign.
 *
 * @param {number} value
 * @param {number} [digits]
 */
export const number = (value, digits = 0) =>
  value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });

/**
 * A share from 0 to 1 in percent, without the sign. Only 0 reads `0` and only 1 reads `100`: a share that
 * would round to these reads `<0.1` or `>99.9`.
 *
 * @param {number} share
 * @param {number} [digits]
 */
export function hundredths(share, digits = 0) {
  const all = 100 * 10 ** digits;
  const rounded = Math.round(share * all);
  const kept = Math.min(Math.max(rounded, Number(share > 0)), all - Number(share < 1));
  return ["<", "", ">"][rounded - kept + 1] + number((100 * kept) / all, digits);
}

/**
 * A share from 0 to 1 in percent: `62.5%`, in German `62,5 %`; see `hundredths`.
 *
 * @param {number} share
 * @param {number} [digits]
 */
export const percent = (share, digits) =>
  `${hundredths(share, digits)}${language === "en" ? "" : "\u00a0"}%`;

/** A change with its sign: `+2.5`, `−0.5`. @param {number} value @param {number} [digits] */
export const change = (value, digits) => (value < 0 ? "−" : "+") + number(Math.abs(value), digits);

/**
 * One side's score as its game writes it, `?` where it is not known.
 *
 * @param {Pick<import("../player/types").RulesetView, "scoreText">} view
 * @param {number | null} value
 */
export const scoreText = (view, value) =>
  value === null ? "?" : (view.scoreText?.(value) ?? value.toLocaleString(language));
