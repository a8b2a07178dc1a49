// @ts-check
import { drawCountdowns, showLocalTimes } from "../../lib/local-times.js";

const EACH_MS = 1000;

/** How far the server's clock is ahead of this browser's, in ms. */
const ahead =
  Number(document.querySelector("[data-now]")?.getAttribute("data-now") ?? Date.now()) - Date.now();
const now = () => Date.now() + ahead;

/**
 * Show the times of an appointment in the reader's time zone and count down to them, also in the tab's
 * title.
 *
 * @param {HTMLElement} root
 */
export function followAppointment(root) {
  showLocalTimes(root, now);
  if (!root.querySelector("[data-until]")) return;
  const heading = document.title;
  let shown = heading;
  const draw = () => {
    const left = drawCountdowns(root, now);
    // Another mark in the title stays until the page is seen.
    if (document.title !== shown) return;
    shown = left ? `${left} \u00b7 ${heading}` : heading;
    document.title = shown;
  };
  draw();
  setInterval(draw, EACH_MS);
}

/**
 * Replace the appointment of the page by a newer one, unless nothing has changed.
 *
 * @param {HTMLElement} root
 * @param {HTMLElement} fresh
 */
export function renewAppointment(root, fresh) {
  const [old, now_] = [root, fresh].map((main) => main.querySelector("#appointment"));
  if (!(old instanceof HTMLElement) || !(now_ instanceof HTMLElement)) return null;
  if (old.dataset.version === now_.dataset.version) return null;
  showLocalTimes(now_, now);
  return { old, now: now_ };
}
