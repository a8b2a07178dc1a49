// @ts-check
import { h } from "../core/dom.js";
import { phraseNodes, phraseText } from "./phrases.js";

/** @import { RulesetView } from "../core/types" */
/** @import { Store } from "../core/store" */
/** @import { Timeline } from "../core/timeline" */

/** A screen reader cannot follow faster than this while a battle plays. */
const SPOKEN_EVERY_MS = 1500;

/**
 * Says in words what the stage shows: a subtitle to read, and a live region for screen readers.
 *
 * @param {Store} store
 * @param {Timeline} timeline
 * @param {RulesetView} view
 */
export function createNarrator(store, timeline, view) {
  const subtitle = h("p", { class: "subtitle", "aria-hidden": "true" });
  const live = h("p", { class: "visually-hidden", role: "status", "aria-live": "polite" });
  let shown = -1;
  let spokenAt = 0;

  /**
   * The last sentence worth saying of those that have landed.
   *
   * @param {number} landed
   */
  function lastSentence(landed) {
    const beat = store.beats[store.beatAt(timeline.position)];
    for (let seq = landed - 1; seq >= 0; seq--) {
      const event = store.events[seq];
      if (view.isMinor(event.type) && seq > (beat?.first ?? 0)) continue;
      const phrases = view.tell(event, store.states[seq + 1]);
      if (phrases.length > 0) return phrases;
    }
    return [];
  }

  function draw() {
    const landed = store.landed(timeline.position);
    if (landed === shown) return;
    shown = landed;
    const phrases = lastSentence(landed);
    subtitle.replaceChildren(...phraseNodes(phrases));
    const now = performance.now();
    if (timeline.playing && now - spokenAt < SPOKEN_EVERY_MS && !store.states[landed].ended) return;
    spokenAt = now;
    live.textContent = phraseText(phrases);
  }

  timeline.subscribe(draw);
  return { subtitle, live };
}
