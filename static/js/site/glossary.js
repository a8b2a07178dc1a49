// @ts-check
import { loadStyle, placeNextTo, windowBox } from "../lib/dom.js";
import { term } from "../lib/terms.js";

/** @import { Side } from "../lib/dom" */

/** Where an explanation is. */
const PLACES = { sides: /** @type {Side[]} */ (["below", "above"]), gap: 6, edge: 8 };

/** How long the pointer rests on a word before it is explained, and may be off it again, in ms. */
const REST_MS = 120;
const LEAVE_MS = 200;

/** The word that is explained, and whether it stays so when the pointer leaves. */
/** @type {HTMLElement | null} */
let shown = null;
let isKept = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let waiting;

/** @param {EventTarget | null} target */
const termAt = (target) =>
  target instanceof Element
    ? /** @type {HTMLElement | null} */ (target.closest(".term, [data-told]"))
    : null;

/** @param {Element} word */
const cardOf = (word) =>
  document.getElementById(
    word.getAttribute("popovertarget") ?? word.getAttribute("data-told") ?? "",
  );

/** @param {HTMLElement} word */
function show(word) {
  clearTimeout(waiting);
  const card = cardOf(word);
  if (!card || !word.isConnected) return;
  if (shown && cardOf(shown) !== card) cardOf(shown)?.hidePopover();
  shown = word;
  if (!card.matches(":popover-open")) card.showPopover();
  place(word, card);
}

function hide() {
  clearTimeout(waiting);
  if (shown) cardOf(shown)?.hidePopover();
  shown = null;
  isKept = false;
}

/**
 * Below its word, or above it where there is more room, and within the window.
 *
 * @param {HTMLElement} word
 * @param {HTMLElement} card
 */
function place(word, card) {
  const size = { width: card.offsetWidth, height: card.offsetHeight };
  const { left, top } = placeNextTo(word.getBoundingClientRect(), size, windowBox(), PLACES);
  card.style.left = `${left}px`;
  card.style.top = `${top}px`;
  card.classList.add("placed");
}

/** @param {PointerEvent} event */
function point({ target, pointerType }) {
  if (pointerType !== "mouse") return;
  const word = termAt(target);
  clearTimeout(waiting);
  if (word) waiting = setTimeout(() => show(word), REST_MS);
  else if (shown && !isKept && !(target instanceof Element && target.closest(".term-told")))
    waiting = setTimeout(hide, LEAVE_MS);
}

/** @param {MouseEvent} event */
function press(event) {
  const word = termAt(event.target);
  if (!word) {
    if (isKept) hide();
    return;
  }
  // What is only pointed at is within a button, which the press is meant for.
  if (!word.matches(".term")) return;
  // The browser would close what pointing or focus has opened.
  event.preventDefault();
  if (shown === word && isKept) return hide();
  show(word);
  isKept = true;
}

/** What the viewer draws anew with each step: its words become terms, and stay what they were. */
function mark() {
  for (const label of document.querySelectorAll(".inspector dt:not(:has(.term))")) {
    const made = term(label.textContent ?? "");
    if (made instanceof Element) label.replaceChildren(made);
  }
  if (!shown || shown.isConnected) return;
  const card = cardOf(shown);
  const again = /** @type {HTMLElement | null} */ (
    document.querySelector(`.inspector .term[popovertarget="${card?.id}"]`)
  );
  if (!again) return hide();
  if (document.activeElement === document.body && isFocused) again.focus();
  show(again);
}

/** Whether the focus was on the word that is explained. */
let isFocused = false;

function begin() {
  document.addEventListener("pointerover", point);
  document.addEventListener("click", press);
  document.addEventListener("focusin", ({ target }) => {
    const word = termAt(target);
    const wasFocused = isFocused;
    isFocused = word !== null;
    if (word?.matches(":focus-visible")) show(word);
    // Who has gone on is done with it; what the pointer rests on stays.
    else if (shown && (wasFocused || !shown.isConnected)) hide();
  });
  // What is drawn anew loses the focus, too; whether it was that is known right after.
  document.addEventListener("focusout", ({ target }) =>
    setTimeout(() => target === shown && shown?.isConnected && hide()),
  );
  // Before anybody else: an Escape closes the explanation and nothing else.
  addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Escape" || !shown) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      hide();
    },
    true,
  );
  // A popover that the browser has closed by itself is not shown any more.
  document.addEventListener(
    "toggle",
    ({ target }) => {
      if (shown && cardOf(shown) === target && !cardOf(shown)?.matches(":popover-open"))
        shown = null;
    },
    true,
  );
  for (const type of ["scroll", "resize"])
    addEventListener(
      type,
      () => shown && place(shown, /** @type {HTMLElement} */ (cardOf(shown))),
      true,
    );
  const inspector = document.querySelector(".inspector-body");
  if (inspector) {
    new MutationObserver(mark).observe(inspector, { childList: true });
    mark();
  }
  catchUp();
}

/** What was pressed, reached or pointed at before this was loaded. */
function catchUp() {
  const focused = termAt(document.activeElement);
  isFocused = focused !== null;
  isKept = document.querySelector(".term-told:popover-open") !== null;
  const word =
    focused && (isKept || focused.matches(":focus-visible"))
      ? focused
      : termAt(document.querySelector(".term:hover, [data-told]:hover"));
  if (word) show(word);
}

// Without their style explanations would be placed by another size.
const style = document.querySelector('meta[name="terms-style"]')?.getAttribute("content");
Promise.resolve(loadStyle(style)).then(begin, begin);
