// @ts-check
import { language, t } from "./text.js";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Return the time left as text, in the two largest units: `2 d 3 h`, `59:07`; "" when nothing is left.
 *
 * @param {number} ms
 */
export function timeLeft(ms) {
  if (ms <= 0) return "";
  const left = Math.ceil(ms / SECOND) * SECOND;
  const count = (/** @type {number} */ unit) => Math.floor(left / unit);
  if (left >= DAY) {
    return t("{days} d {hours} h", { days: count(DAY), hours: count(HOUR) % 24 });
  }
  if (left >= HOUR) {
    return t("{hours} h {minutes} min", { hours: count(HOUR), minutes: count(MINUTE) % 60 });
  }
  return `${count(MINUTE)}:${String(count(SECOND) % 60).padStart(2, "0")}`;
}

/**
 * Write moments in the reader's time zone, except relative ones, and count down to them.
 *
 * @param {ParentNode} root
 * @param {() => number} now current time by the server's clock, in ms
 */
export function showLocalTimes(root, now) {
  const format = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
  for (const time of root.querySelectorAll("time[datetime]:not([data-relative], [title])")) {
    const at = new Date(/** @type {HTMLTimeElement} */ (time).dateTime);
    time.textContent = format.format(at);
    time.setAttribute("title", at.toLocaleString(language, { timeStyle: "long" }));
  }
  drawCountdowns(root, now);
}

/**
 * Draw all countdowns of a part of the page; return the one that belongs into the page's title, or "".
 *
 * @param {ParentNode} root
 * @param {() => number} now
 */
export function drawCountdowns(root, now) {
  let title = "";
  for (const place of root.querySelectorAll("[data-until]")) {
    const left = timeLeft(Number(place.getAttribute("data-until")) - now());
    const text = left ? t("in {time}", { time: left }) : "";
    if (place.textContent !== text) place.textContent = text;
    if (place.hasAttribute("data-in-title")) title = left;
  }
  return title;
}

/**
 * Give each start that is chosen in the reader's time zone to the server in ms.
 *
 * @param {ParentNode} root
 */
export function takeLocalTimes(root) {
  for (const input of root.querySelectorAll("input[type='datetime-local']")) {
    const typed = /** @type {HTMLInputElement} */ (input);
    const hidden = typed.parentElement?.querySelector(`[name="${typed.name}_ms"]`);
    if (!(hidden instanceof HTMLInputElement)) continue;
    const zone = typed.parentElement?.querySelector("[data-zone]");
    if (zone) zone.textContent = t("in your time zone");
    const take = () => {
      const at = new Date(typed.value).getTime();
      hidden.value = Number.isFinite(at) ? String(at) : "";
    };
    typed.addEventListener("input", take);
    typed.form?.addEventListener("submit", take);
    take();
  }
}
