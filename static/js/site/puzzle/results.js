// @ts-check
import { createCopyField } from "../../lib/copy-field.js";
import { h } from "../../lib/dom.js";
import { canShare, share } from "../../lib/sharing.js";
import { recall, remember } from "../../lib/storage.js";
import { t, tn } from "../../lib/text.js";

const KEPT = "puzzles";
const DAYS_KEPT = 400;
const DAY_MS = 86_400_000;

/**
 * The results for one day's puzzle: tried orders, the best grade and that of the best order in percent, whether the
 * best order was revealed, and whether the first answer was given on the day.
 *
 * @typedef {{ tried: string[], win: number, best: number, shown: boolean, onDay: boolean }} Found
 * @typedef {Record<string, Found>} Book
 */

/** @returns {Book} */
function read() {
  try {
    const book = JSON.parse(recall(KEPT) ?? "{}");
    return book && typeof book === "object" && !Array.isArray(book) ? book : {};
  } catch {
    return {};
  }
}

/** @param {Book} book */
function keep(book) {
  const days = Object.keys(book).sort().slice(-DAYS_KEPT);
  remember(KEPT, JSON.stringify(Object.fromEntries(days.map((day) => [day, book[day]]))));
}

/** @param {string} day @param {number} by */
const dayAfter = (day, by) =>
  new Date(Date.parse(`${day}T00:00Z`) + by * DAY_MS).toISOString().slice(0, 10);

/**
 * Return the number of consecutive days, up to today or yesterday, answered on the day.
 *
 * @param {Book} book
 * @param {string} today
 */
export function streak(book, today) {
  let day = book[today]?.onDay ? today : dayAfter(today, -1);
  let days = 0;
  for (; book[day]?.onDay; day = dayAfter(day, -1)) days += 1;
  return days;
}

export const BOXES = 5;

/**
 * Return how many boxes of five an answer fills; all of them only for the best order.
 *
 * @param {{ win: number, best: number }} found
 */
export const boxesOf = ({ win, best }) =>
  win >= best ? BOXES : Math.min(BOXES - 1, Math.floor((BOXES * win) / best));

/**
 * Return the line to share. It reveals neither the order nor its chance.
 *
 * @param {string} day
 * @param {Found} found
 * @param {number} days the streak
 */
export function lineOf(day, found, days) {
  const full = boxesOf(found);
  const boxes = "\u{1F7E9}".repeat(full) + "\u2B1C".repeat(BOXES - full);
  const line = tn(
    "Battlereel puzzle {day}: {boxes}, {count} try",
    "Battlereel puzzle {day}: {boxes}, {count} tries",
    found.tried.length,
    { day, boxes },
  );
  return days > 1 ? `${line}, ${t("streak: {count} days", { count: days })}` : line;
}

/**
 * The boxes as drawn on the page.
 *
 * @param {Found} found
 */
function drawnBoxes(found) {
  const full = boxesOf(found);
  const label = t("{full} of {count} boxes", { full, count: BOXES });
  return h(
    "p",
    { class: "puzzle-boxes", role: "img", "aria-label": label },
    ...Array.from({ length: BOXES }, (_, n) => h("i", { class: n < full ? "is-full" : "" })),
  );
}

/**
 * Record the answer on the page. Answers given after the best order was revealed do not count.
 *
 * @param {HTMLElement} page
 * @param {Book} book
 * @param {string} day
 */
function note(page, book, day) {
  const answer = page.querySelector("#puzzle-answer");
  if (!(answer instanceof HTMLElement)) return;
  const { win, best, order, shown } = answer.dataset;
  const found = book[day];
  if (shown !== undefined && found) found.shown = true;
  else if (shown !== undefined)
    book[day] = { tried: [], win: 0, best: 0, shown: true, onDay: false };
  if (order && !found?.shown && !found?.tried.includes(order)) {
    book[day] = {
      tried: [...(found?.tried ?? []), order],
      win: Math.max(found?.win ?? 0, Number(win)),
      best: Number(best),
      shown: false,
      onDay: found?.onDay || day === page.dataset.today,
    };
  }
  keep(book);
}

/**
 * Show the results of this day's puzzle, the streak, and the line to share.
 *
 * @param {HTMLElement} page
 * @param {HTMLElement} said live region for the confirmation
 */
export function showStanding(page, said) {
  const { puzzle: day = "", today = "", url = "" } = page.dataset;
  const book = read();
  note(page, book, day);
  const root = page.querySelector("[data-standing]");
  if (root instanceof HTMLElement && page.querySelector("#puzzle-answer") && !recall(KEPT)) {
    root.append(h("p", {}, t("This browser blocks storage, so results and streaks are not kept.")));
    root.hidden = false;
  }
  const days = streak(book, today);
  const found = book[day];
  if (!(root instanceof HTMLElement) || (!days && !found?.tried.length)) return;
  if (days) {
    root.append(
      h("p", { "data-streak": days }, tn("Streak: {count} day", "Streak: {count} days", days)),
    );
  }
  if (found?.tried.length) {
    const text = lineOf(day, found, days);
    root.append(drawnBoxes(found));
    const field = createCopyField("puzzle", t("Your result, without spoilers"), said);
    field.show(`${text} ${url}`);
    root.append(field.root);
    if (canShare()) {
      const onclick = () => share(text, url, text);
      root.append(
        h(
          "button",
          { type: "button", class: "button button-quiet", "data-share": "", onclick },
          t("Share"),
        ),
      );
    }
  }
  root.hidden = false;
}
