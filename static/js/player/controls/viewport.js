// @ts-check
/** @import { Timeline } from "../engine/timeline" */

/** A phone on its side: the theater is as high as the screen there. As `--low` in the style sheets. */
const LOW = matchMedia("(max-height: 500px)");

/**
 * Where the screen has room for the theater alone, it shows the theater: from the start, and when a
 * phone is turned while its top is watched.
 *
 * @param {HTMLElement} theater
 */
export function keepInView(theater) {
  const show = () => {
    if (LOW.matches && theater.getBoundingClientRect().top > 0) theater.scrollIntoView();
  };
  LOW.addEventListener("change", show);
  show();
}

/**
 * Tells the style sheets how much of the page is above the theater, whenever that changes.
 *
 * @param {HTMLElement} root the page around it
 * @param {HTMLElement} theater
 */
export function measureAbove(root, theater) {
  const measure = () => {
    const top = Math.round(theater.getBoundingClientRect().top + scrollY);
    if (!document.fullscreenElement) theater.style.setProperty("--above", `${top}px`);
  };
  measure();
  // In a frame of its own: what it sets changes what it observes.
  new ResizeObserver(() => requestAnimationFrame(measure)).observe(root);
}

/** Shows the theater on the whole screen, or on the page again. @param {HTMLElement} theater */
export function toggleFullscreen(theater) {
  if (document.fullscreenElement) document.exitFullscreen();
  else theater.requestFullscreen?.();
}

/**
 * Has a battle stand still while nobody sees the page.
 *
 * @param {Timeline} timeline
 * @param {AbortSignal} [signal] that the battle has left the page
 */
export function hideWithPage(timeline, signal) {
  const hide = () => timeline.setHidden(document.hidden);
  document.addEventListener("visibilitychange", hide, { signal });
  addEventListener("pagehide", () => timeline.setHidden(true), { signal });
  addEventListener("pageshow", hide, { signal });
}
