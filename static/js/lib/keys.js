// @ts-check
/** Signs of shortcuts by key, for layouts with letters there, such as Russian. @type {Record<string, string>} */
const PLACES = { Comma: ",", Period: ".", BracketLeft: "[", BracketRight: "]" };

/**
 * Whether a key belongs to an input method, where Enter ends a composition and Escape cancels it.
 *
 * @param {KeyboardEvent} event
 */
export const isComposing = (event) => event.isComposing || event.keyCode === 229;

/**
 * Return the key of a shortcut in lower case; by its position on layouts of other scripts.
 *
 * @param {Pick<KeyboardEvent, "key" | "code">} event
 */
export function letterOf({ key, code }) {
  if (key.length > 1) return key;
  if (!/[^\p{Script=Latin}\P{L}]|[^\d\P{Nd}]/u.test(key)) return key.toLowerCase();
  return (PLACES[code] ?? code.replace(/^(Key|Digit)/, "")).toLowerCase();
}

/**
 * The same for a key pressed without modifiers, else "". Alt and AltGr are allowed for signs: many layouts
 * have brackets nowhere else.
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

/** Return the element with the focus, within its shadow root. */
export function focused() {
  const held = document.activeElement;
  return held?.shadowRoot?.activeElement ?? held;
}

/**
 * Focus an element, even if it is no tab stop.
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
 * Run a change of the page. If it hides or removes the focused element, focus `next`, so that keyboard
 * users do not start at the top again.
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
 * After htmx replaces the focused element, focus its replacement.
 *
 * @param {string} selector of the replacement; the first match counts
 */
export function followSwaps(selector) {
  document.addEventListener("htmx:after:swap", () => {
    if (document.activeElement !== document.body) return;
    focusOn(document.querySelector(selector), { preventScroll: true });
  });
}
