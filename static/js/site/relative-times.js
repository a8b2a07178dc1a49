// @ts-check
import { language } from "../lib/text.js";

/** Units with their length in seconds, and the age in seconds up to which a time is told in them. */
const UNITS = /** @type {const} */ ([
  ["minute", 60, 3600],
  ["hour", 3600, 86_400],
  ["day", 86_400, 604_800],
]);

/**
 * Return how long ago something was, or its date if that is over a week.
 *
 * @param {Date} at
 * @param {number} now ms
 */
export function relativeTime(at, now) {
  const seconds = Math.max(0, (now - at.getTime()) / 1000);
  const unit = UNITS.find(([, , most]) => seconds < most);
  if (!unit) return at.toLocaleDateString(language, { dateStyle: "medium" });
  const count = Math.floor(seconds / unit[1]);
  const words = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  return count === 0 ? words.format(0, "second") : words.format(-count, unit[0]);
}

/**
 * Return a time in the reader's zone and how far away it is: `Dec 6, 8:26 PM (in 6 days)`.
 *
 * @param {Date} at
 * @param {number} now ms
 */
export function exactTime(at, now) {
  const time = at.toLocaleString(language, {
    year: at.getFullYear() === new Date(now).getFullYear() ? undefined : "numeric",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
  });
  const seconds = (at.getTime() - now) / 1000;
  const [unit, size] = UNITS.find(([, , most]) => Math.abs(seconds) < most) ?? UNITS[2];
  const count = Math.round(seconds / size) || Math.sign(seconds);
  const words = new Intl.RelativeTimeFormat(language).format(count, unit);
  return `${time} (${words.replaceAll(" ", "\u00a0")})`;
}

/**
 * Tell times as the reader would: how long ago, or the date and how far away it is; on hover the local time
 * and its zone.
 */
export function showRelativeTimes() {
  for (const time of document.querySelectorAll("time[data-relative]")) {
    const tell = time.getAttribute("data-relative") === "exact" ? exactTime : relativeTime;
    time.removeAttribute("data-relative");
    const at = new Date(/** @type {HTMLTimeElement} */ (time).dateTime);
    const title = at.toLocaleString(language, { dateStyle: "medium", timeStyle: "long" });
    time.setAttribute("title", title);
    time.textContent = tell(at, Date.now());
  }
}
