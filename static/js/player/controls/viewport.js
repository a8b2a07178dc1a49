// @ts-check
/** @import { Context } from "../context" */
/** @import { Timeline } from "../engine/timeline" */

/** A phone on its side: the theater is as high as the screen there. As `--low` in the style sheets. */
const LOW = "(max-height: 500px)";

/**
 * Where the screen has room for the theater alone, it shows the theater: from the start, and when a
 * phone is turned while its top is watched.
 *
 * @param {Context} context
 * @param {HTMLElement} theater
 */
export function keepInView({ signal }, theater) {
  const low = matchMedia(LOW);
  const show = () => {
    if (low.matches && theater.getBoundingClientRect().top > 0) theater.scrollIntoView();
  };
  low.addEventListener("change", show, { signal });
  show();
}

/**
 * Tells the style sheets how much of the page is above the theater, whenever that changes.
 *
 * @param {Context} context
 * @param {HTMLElement} theater
 */
export function measureAbove({ root, onResize }, theater) {
  const measure = () => {
    const top = Math.round(theater.getBoundingClientRect().top + scrollY);
    if (!document.fullscreenElement) theater.style.setProperty("--above", `${top}px`);
  };
  measure();
  // In the next frame: measuring changes the observed size.
  onResize(root, () => requestAnimationFrame(measure));
}

/** Shows the theater on the whole screen, or on the page again. @param {HTMLElement} theater */
export function toggleFullscreen(theater) {
  if (document.fullscreenElement) document.exitFullscreen();
  else theater.requestFullscreen?.();
}

/**
 * Pause a battle while the page is hidden.
 *
 * @param {Timeline} timeline
 * @param {AbortSignal} signal of the reel's end
 */
export function hideWithPage(timeline, signal) {
  const hide = () => timeline.setHidden(document.hidden);
  document.addEventListener("visibilitychange", hide, { signal });
  addEventListener("pagehide", () => timeline.setHidden(true), { signal });
  addEventListener("pageshow", hide, { signal });
}
