// @ts-check
/** Where the signs of shortcuts are, for layouts that have letters there, as the Russian one. @type {Record<string, string>} */
const PLACES = { Comma: ",", Period: ".", BracketLeft: "[", BracketRight: "]" };

/**
 * Whether a key belongs to an input method: Enter ends a composition there, and Escape cancels it.
 *
 * @param {KeyboardEvent} event
 */
export const isComposing = (event) => event.isComposing || event.keyCode === 229;

/**
 * The key of a shortcut: a letter in lower case, by its place where the layout has another script.
 *
 * @param {Pick<KeyboardEvent, "key" | "code">} event
 */
export function letterOf({ key, code }) {
  if (key.length > 1) return key;
  if (!/[^\p{Script=Latin}\P{L}]|[^\d\P{Nd}]/u.test(key)) return key.toLowerCase();
  return (PLACES[code] ?? code.replace(/^(Key|Digit)/, "")).toLowerCase();
}

/**
 * The same for a key pressed alone, else an empty text. Alt and AltGr may be held for a sign: many
 * layouts have brackets nowhere else.
 *
 * @param {KeyboardEvent} event
 */
export function keyOf(event) {
  const { ctrlKey, metaKey, altKey } = event;
  const key = letterOf(event);
  const isSign = /^[^\p{L}\p{N} ]$/u.test(key);
  const isHeld = altKey ? !isSign : ctrlKey;
  return metaKey || isHeld || isComposing(event) ? "" : key;
}

// Nobody at a keyboard has to begin at the top again because what had the focus went away.

/** The element with the focus, within the shadow root that has it. */
export function focused() {
  const held = document.activeElement;
  return held?.shadowRoot?.activeElement ?? held;
}

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
  const held = focused();
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
