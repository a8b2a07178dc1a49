// @ts-check
// Nobody at a keyboard has to begin at the top again because what had the focus went away.

/**
 * Gives an element the focus, also one that nobody reaches by Tab.
 *
 * @param {Element | null | undefined} element
 * @param {FocusOptions} [how]
 */
export function focusOn(element, how) {
  if (!(element instanceof HTMLElement)) return;
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus(how);
}

/**
 * Changes the page. If what had the focus is not seen any more then, `next` gets it.
 *
 * @param {() => void} change
 * @param {Element | null} next
 * @param {FocusOptions} [how]
 */
export function keepFocus(change, next, how) {
  const held = document.activeElement;
  change();
  const isGone = held && held !== document.body && !(held.isConnected && held.checkVisibility());
  if (isGone) focusOn(next, how);
}

/**
 * What was pressed may be swapped out by htmx: the focus goes on to what came instead.
 *
 * @param {string} selector of that; the first that there is
 */
export function followSwaps(selector) {
  document.addEventListener("htmx:after:swap", () => {
    if (document.activeElement !== document.body) return;
    focusOn(document.querySelector(selector), { preventScroll: true });
  });
}
