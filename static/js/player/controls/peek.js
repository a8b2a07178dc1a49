// @ts-check
import { h } from "../../lib/dom.js";
import { scoreText, t } from "../../lib/text.js";
import { phraseNodes } from "./phrases.js";

/** @import { RulesetView } from "../types" */
/** @import { Store } from "../engine/store" */
/** @import { Timeline } from "../engine/timeline" */

/**
 * What was on the stage at a moment: round and score, and what happened last; null for an unknown moment.
 *
 * @param {Store} store
 * @param {Timeline} timeline
 * @param {RulesetView} view
 * @param {number} ms
 */
export function momentAt(store, timeline, view, ms) {
  const landed = store.landed(ms);
  if (ms > timeline.revealed() || landed === 0) return null;
  const { a, b } = view.score(store.states[landed]);
  const { round } = store.states[landed];
  /** @type {import("../types").Phrase[]} */
  let event = [];
  for (let seq = landed - 1; seq >= 0 && event.length === 0; seq--) {
    if (!view.isMinor(store.events[seq].type)) {
      event = view.tell(store.events[seq], store.states[seq + 1]);
    }
  }
  const when = round ? `${view.roundWord} ${round}` : t("Before the battle");
  const score = a === null && b === null ? "" : ` · ${scoreText(view, a)} : ${scoreText(view, b)}`;
  return { title: `${when}${score}`, event };
}

/**
 * A tip above the film for the moment under the mouse.
 *
 * @param {{ root: HTMLElement, axis: number }} film
 * @param {Store} store
 * @param {Timeline} timeline
 * @param {RulesetView} view
 */
export function createPeek(film, store, timeline, view) {
  const root = h("p", { class: "peek", hidden: true, "aria-hidden": "true" });
  const hide = () => {
    root.hidden = true;
  };
  const slider = /** @type {Element} */ (film.root.querySelector(".scrubber"));
  film.root.append(root);
  film.root.addEventListener("pointerleave", hide);
  film.root.addEventListener("pointermove", ({ clientX, pointerType, target }) => {
    if (target !== slider || pointerType === "touch") return hide();
    const { left, width } = slider.getBoundingClientRect();
    const share = Math.max(0, Math.min(1, (clientX - left) / width));
    const moment = momentAt(store, timeline, view, share * film.axis);
    root.hidden = !moment;
    if (!moment) return;
    root.replaceChildren(h("b", {}, moment.title), ...phraseNodes(moment.event));
    root.style.left = `${share * 100}%`;
    root.style.translate = `${share * -100}% 0`;
  });
}
