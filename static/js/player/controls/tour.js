// @ts-check
import { h, loadStyle, placeNextTo } from "../../lib/dom.js";
import { focusOn } from "../../lib/keys.js";
import { remember } from "../../lib/storage.js";
import { t } from "../../lib/text.js";

/** @import { Side } from "../../lib/dom" */
/** @import { Tour, TourStep, WireEvent } from "../types" */
/** @import { Player } from "../player" */

/** How long after an event has landed the battle stops, so that it is seen what it does, in ms. */
const LOOK_MS = 300;

/** Where the card is; at the foot of the screen where no side has room. */
const SIDES = /** @type {Side[]} */ (["below", "above", "right", "left"]);
const PLACES = { sides: SIDES, gap: 12, edge: 6 };

/**
 * Leads through a battle: plays it from the beginning and stops at the first event of each kind that
 * there is something to say of, pointing at whom it happens to. Steps without an event point at the
 * page, one after the other. It can be left at any time, and is offered once: from now on the browser
 * knows.
 *
 * @param {Tour} tour
 * @param {Player} player
 * @param {HTMLElement} offer the button that has begun it
 */
export async function startTour(tour, player, offer) {
  remember(tour.name, "taken");
  await Promise.resolve(loadStyle(tour.style)).catch(() => {}); // without it the tour is plain
  const card = createCard({ onNext: () => next(), onSkip: () => end() });
  const isOfBattle = tour.steps.some(({ on }) => on);
  const room = isOfBattle ? player.theater : document.body;
  const { store, timeline } = player;
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;

  /** Steps that are still to come. */
  const rest = [...tour.steps];
  /** Seq of the next event to look at. */
  let at = 0;
  let isPlayingOn = false;
  /** What was pointed at last. */
  let last = /** @type {Element | null} */ (null);

  /** The next event that there is something to say of, by its place; -1 as long as there is none. */
  const following = () => store.events.findIndex((event, k) => k >= at && stepOf(event));
  const stepOf = (/** @type {WireEvent} */ event) => rest.find(({ on }) => on === event.type);

  /** Stops as soon as something has been seen that there is something to say of. */
  function haltAtStep() {
    if (!isPlayingOn) return;
    const seen = store.landed(timeline.position - LOOK_MS);
    const k = following();
    if (k >= 0 && k < seen) halt(k);
    else if (store.isOver && timeline.position >= store.untilMs) {
      if (k >= 0) halt(k);
      else end();
    }
  }

  /** @param {number} k */
  function halt(k) {
    isPlayingOn = false;
    timeline.pause();
    const event = store.events[k];
    at = k + 1;
    const step = /** @type {TourStep} */ (stepOf(event));
    tell(step, pointedAt(step, event, player.theater));
  }

  /** @param {TourStep} step @param {Element | null} target */
  function tell(step, target) {
    rest.splice(rest.indexOf(step), 1);
    last = target;
    const isLast = isOfBattle ? store.isOver && following() < 0 : rest.length === 0;
    card.tell(step.text, isLast);
    card.point(room, target);
  }

  function next() {
    if (!isOfBattle) {
      const [step] = rest;
      return step ? tell(step, document.querySelector(step.at)) : end();
    }
    const k = following();
    if (k < 0 && store.isOver) return end();
    const isImpatient = isPlayingOn || isStill;
    isPlayingOn = true;
    card.wait();
    if (isImpatient && k >= 0) timeline.seek(store.times[k] + LOOK_MS + 1);
    else timeline.play();
    haltAtStep();
  }

  function end() {
    isPlayingOn = false;
    leave();
    card.root.remove();
    card.ring.remove();
    const play = player.theater.querySelector('[data-control="play"]');
    focusOn(isOfBattle ? play : last);
    if (isOfBattle && !isStill) timeline.play();
  }

  offer.remove();
  room.append(card.ring, card.root);
  const leave = timeline.subscribe(haltAtStep);
  if (isOfBattle) timeline.seek(0);
  next();
  card.focus();
}

/**
 * What a step points at: a unit that the event names, or what its selector finds.
 *
 * @param {TourStep} step
 * @param {WireEvent} event
 * @param {HTMLElement} theater
 */
function pointedAt({ at }, event, theater) {
  if (!/^\w+$/.test(at)) return theater.querySelector(at);
  const [unit] = [event[at]].flat();
  const found = unit && theater.querySelector(`[data-unit="${CSS.escape(unit)}"]`);
  // What moves is its body.
  return found ? (found.firstElementChild ?? found) : null;
}

/**
 * The card that says something, and the ring around what it is about.
 *
 * @param {{ onNext: () => void, onSkip: () => void }} acts
 */
function createCard({ onNext, onSkip }) {
  const text = h("p", { id: "tour-text", role: "status" });
  const onward = h("button", { type: "button", class: "button", onclick: onNext }, t("Next"));
  const skip = h(
    "button",
    { type: "button", class: "button button-quiet", onclick: onSkip },
    t("End the tour"),
  );
  const root = h(
    "div",
    { class: "tour", role: "dialog", "aria-label": t("Tour"), "data-tour": "playing" },
    text,
    h("div", { class: "tour-foot" }, onward, skip),
  );
  const ring = h("div", { class: "tour-ring", hidden: true });
  root.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    onSkip();
  });
  /** @type {() => void} */
  let place = () => {};
  addEventListener("resize", () => root.isConnected && place());
  return {
    root,
    ring,
    focus: () => onward.focus({ preventScroll: true }),
    /** @param {string} words @param {boolean} isLast */
    tell(words, isLast) {
      root.dataset.tour = "told";
      text.textContent = words;
      onward.textContent = isLast ? t("Done") : t("Next");
      skip.hidden = isLast;
      if (isLast) onward.focus({ preventScroll: true });
    },
    /** Keeps out of the way while the battle goes on. */
    wait() {
      root.dataset.tour = "playing";
      text.textContent = t("Keep watching: the tour stops when something new happens.");
      ring.hidden = true;
      place = () => setAtFoot(root);
      place();
    },
    /** @param {HTMLElement} room @param {Element | null} target */
    point(room, target) {
      target?.scrollIntoView({ block: "nearest" });
      place = () => setBeside(room, target, root, ring);
      place();
      // At the foot of a stage that is higher than the screen.
      root.scrollIntoView({ block: "nearest" });
    },
  };
}

/** Leaves the place to the style: at the foot of the stage, or of the page. @param {HTMLElement} card */
function setAtFoot(card) {
  card.classList.remove("placed");
  card.style.left = card.style.top = "";
}

/**
 * Place the ring around the target and the card next to it: below, above, to the right or the left,
 * wherever there is room on the screen; else at the foot.
 *
 * @param {HTMLElement} room that both are in
 * @param {Element | null} target
 * @param {HTMLElement} card
 * @param {HTMLElement} ring
 */
function setBeside(room, target, card, ring) {
  const box = target?.getBoundingClientRect();
  ring.hidden = !box?.width || box.right < 0; // the fallen leave the stage
  if (!box || ring.hidden) return setAtFoot(card);
  const from = room.getBoundingClientRect();
  Object.assign(ring.style, {
    left: `${box.left - from.left - 4}px`,
    top: `${box.top - from.top - 4}px`,
    width: `${box.width + 8}px`,
    height: `${box.height + 8}px`,
  });
  const size = { width: card.offsetWidth, height: card.offsetHeight };
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const { fits, left, top } = placeNextTo(box, size, screen, PLACES);
  card.classList.add("placed");
  card.style.left = `${left - from.left}px`;
  card.style.top = `${(fits ? top : innerHeight - size.height - PLACES.edge) - from.top}px`;
}
