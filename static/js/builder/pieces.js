// @ts-check
import { glyph, h, icon, s } from "../lib/dom.js";
import { explanationOf, term } from "../lib/terms.js";
import { language, t } from "../lib/text.js";

/** @import { Child } from "../lib/dom" */
/** @import { Part, Stat } from "./types" */

/** The stage's shield of side a. */
const SHIELD = "M6 4H94V54Q94 84 50 98Q6 84 6 54Z";
const CUSTOM_ICON = "overlord-helm";
const MINUS = "\u2212";

/** Paths of button icons, 24 by 24. */
export const GLYPHS = {
  edit: "M4 20l1-4L16 5l3 3L8 19zM17 4l1-1 3 3-1 1z",
  up: "M12 5l-7 8h5v6h4v-6h5z",
  down: "M12 19l7-8h-5V5h-4v6H5z",
  copy: "M8 3h11v13h-2V5H8zM5 7h10v14H5z",
  remove: "M6 7h12l-1 14H7zM9 3h6v2h5v2H4V5h5z",
  undo: "M9 5L3 10l6 5v-3h5a3 3 0 010 6h-4v2h4a5 5 0 000-10H9z",
  redo: "M15 5l6 5-6 5v-3h-5a3 3 0 000 6h4v2h-4a5 5 0 010-10h5z",
  plus: "M11 5h2v6h6v2h-6v6h-2v-6H5v-2h6z",
  minus: "M5 11h14v2H5z",
  cross:
    "M6 4.6L12 10.6 18 4.6 19.4 6 13.4 12 19.4 18 18 19.4 12 13.4 6 19.4 4.6 18 10.6 12 4.6 6z",
  grip: "M8 5h3v3H8zM13 5h3v3h-3zM8 10.5h3v3H8zM13 10.5h3v3h-3zM8 16h3v3H8zM13 16h3v3h-3z",
  swap: "M7 4L2 9l5 5v-3h10V7H7zM17 10v3H7v4h10v3l5-5z",
  die: "M5 3h14v18H5zM7 5v14h10V5zM9 7h2v2H9zM13 15h2v2h-2zM11 11h2v2h-2z",
  help: "M11 17h2v2h-2zM12 4a5 5 0 015 5c0 3-3 3.5-4 5v1h-2v-2c1-2 4-2.500 4-4a3 3 0 00-6 0H7a5 5 0 015-5z",
};

/**
 * A button with an icon. Its name is the accessible label; the style sheet shows it where there is room.
 *
 * @param {keyof typeof GLYPHS} drawing
 * @param {string} name
 * @param {Record<string, any>} attributes
 */
export const tool = (drawing, name, attributes = {}) =>
  h(
    "button",
    { type: "button", class: "tool", title: name, ...attributes },
    glyph(GLYPHS[drawing]),
    h("span", { class: "tool-name" }, name),
  );

/**
 * @param {string} iconsUrl
 * @param {string | null | undefined} name
 */
export const shield = (iconsUrl, name) =>
  h(
    "span",
    { class: "shield", "aria-hidden": "true" },
    !name?.includes("-unit-") &&
      s("svg", { class: "shield-plate", viewBox: "0 0 100 100" }, s("path", { d: SHIELD })),
    icon(iconsUrl, name ?? CUSTOM_ICON),
  );

/**
 * Return a label for use inside a sentence: lower case in English; German nouns keep their capitals.
 *
 * @param {string} label
 */
export const inside = (label) => (language === "en" ? label.toLowerCase() : label);

/** The absolute value in the page's language. @param {number} amount */
const digits = (amount) => Math.abs(amount).toLocaleString(language, { useGrouping: false });

/**
 * Format a number with a typographic sign.
 *
 * @param {number} amount
 */
export const signed = (amount) => (amount < 0 ? MINUS : "+") + digits(amount);

/** @param {number | string} value */
const plain = (value) =>
  typeof value === "number" ? (value < 0 ? MINUS : "") + digits(value) : value;

/**
 * Return the unit's base value in words where the army changes it, else "".
 *
 * @param {Stat} stat
 * @param {Stat[]} alone the stats of the unit on the shelf
 */
function otherAlone({ label, value }, alone) {
  const own = alone.find((stat) => stat.label === label);
  return own && own.value !== value ? t("{value} base", { value: plain(own.value) }) : "";
}

/**
 * Stats in one line: `AE 4  DE 5`. A stat changed by the army lists its parts in a title.
 *
 * @param {Stat[]} stats
 * @param {Stat[]} [alone] the stats of the unit on the shelf
 * @param {(label: string) => Child} [labelled] renders a label
 */
export const statLine = (stats, alone = [], labelled = (label) => label) =>
  stats.map((stat) => {
    const { label, value, parts = [], note } = stat;
    const other = otherAlone(stat, alone);
    const words = parts.map(({ name, amount }) => `${signed(amount)} ${name}`);
    return h(
      "span",
      other
        ? { class: "stat changed", title: [other, ...words.slice(1)].join(", ") }
        : { class: "stat" },
      h("small", {}, labelled(label)),
      " ",
      h("b", {}, plain(value)),
      ...noteOf(note),
    );
  });

/**
 * Units or items that terms do not allow, with the reasons; null if there are none.
 *
 * @param {{ name: string, barred?: string }[]} things
 * @param {boolean} [open]
 */
export const barredList = (things, open = false) =>
  things.length === 0
    ? null
    : h(
        "details",
        { class: "barred", open },
        h("summary", {}, t("Not allowed under these terms: {count}", { count: things.length })),
        h(
          "ul",
          {},
          ...things.map(({ name, barred = "" }) => h("li", {}, h("b", {}, name), ` ${barred}`)),
        ),
      );

/**
 * A condition in parentheses after its value.
 *
 * @param {string | undefined} note
 */
const noteOf = (note) => (note ? [" ", h("small", {}, `(${note})`)] : []);

/**
 * A label inside a button, with its explanation as a tooltip.
 *
 * @param {string} label
 */
export const explainedLabel = (label) => h("span", { "data-told": explanationOf(label) }, label);

/**
 * Stats as text, for an accessible name.
 *
 * @param {Stat[]} stats
 * @param {Stat[]} [alone] the stats of the unit on the shelf
 */
export const statWords = (stats, alone = []) =>
  stats
    .map((stat) => {
      const other = otherAlone(stat, alone);
      const more = [other, stat.note].filter(Boolean).join(", ");
      return `${stat.label} ${plain(stat.value)}${more && ` (${more})`}`;
    })
    .join(", ");

/**
 * A table of stats with the parts of each value.
 *
 * @param {Stat[]} stats
 */
export const statTable = (stats) =>
  h(
    "dl",
    { class: "stat-table" },
    ...stats.flatMap(({ label, value, parts = [], note }) => [
      h("dt", {}, term(label)),
      h("dd", {}, h("b", {}, plain(value)), ...partWords(parts), ...noteOf(note)),
    ]),
  );

/**
 * @param {Part[]} parts
 * @returns {Child[]}
 */
function partWords(parts) {
  if (parts.length < 2) return [];
  return parts.map(({ name, amount }, place) =>
    h("span", { class: "part" }, ` ${place === 0 ? plain(amount) : signed(amount)} ${name}`),
  );
}

/** @param {string[]} tags */
export const tagList = (tags) =>
  h("span", { class: "badges" }, ...tags.map((tag) => h("span", { class: "badge" }, term(tag))));

/**
 * A meter in words with a bar next to them. Above its limit it turns red.
 *
 * @param {string} label
 * @param {number} value
 * @param {number | null | undefined} most
 */
export function meter(label, value, most) {
  if (most === null || most === undefined) {
    return h(
      "span",
      { class: "meter", "data-meter": label },
      h("b", {}, plain(value)),
      " ",
      term(label),
    );
  }
  const left = most - value;
  const words =
    left < 0
      ? t("{count} over", { count: plain(-left) })
      : t("{count} left", { count: plain(left) });
  const bar = s(
    "svg",
    {
      class: "meter-bar",
      viewBox: "0 0 100 6",
      preserveAspectRatio: "none",
      "aria-hidden": "true",
    },
    s("rect", { class: "meter-ground", width: 100, height: 6 }),
    s("rect", { class: "meter-fill", width: fill(value, most), height: 6 }),
  );
  return h(
    "span",
    { class: left < 0 ? "meter over" : "meter", "data-meter": label },
    h("b", {}, plain(value)),
    " ",
    t("of {most}", { most: plain(most) }),
    " ",
    term(label),
    " ",
    h("span", { class: "meter-left" }, words),
    bar,
  );
}

/**
 * @param {number} value
 * @param {number} most
 */
function fill(value, most) {
  if (value >= most) return value > 0 ? 100 : 0;
  return Math.max(0, (100 * value) / most);
}

/**
 * Group items by a key, in order of first occurrence.
 *
 * @template T
 * @param {T[]} items
 * @param {(item: T) => string} keyOf
 * @returns {Map<string, T[]>}
 */
export function groupBy(items, keyOf) {
  /** @type {Map<string, T[]>} */
  const groups = new Map();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
