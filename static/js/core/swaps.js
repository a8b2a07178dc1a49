// @ts-check
/**
 * What was pressed may be swapped out by htmx: a keyboard goes on at what came instead.
 *
 * @param {string} selector of that; the first that there is
 */
export function followSwaps(selector) {
  document.addEventListener("htmx:after:swap", () => {
    const found = document.querySelector(selector);
    if (document.activeElement !== document.body || !(found instanceof HTMLElement)) return;
    if (found.tabIndex < 0) found.tabIndex = -1;
    found.focus({ preventScroll: true });
  });
}
