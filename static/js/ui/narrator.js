// @ts-check
import { h } from "../core/dom.js";
import { phraseNodes, phraseText } from "./phrases.js";

/** @import { Phrase, RulesetView } from "../core/types" */
/** @import { Store } from "../core/store" */
/** @import { Timeline } from "../core/timeline" */

/** A screen reader cannot follow faster than this while a battle plays. */
const SPOKEN_EVERY_MS = 1500;

/** Who seeks is told where they have stopped, not what they have passed. */
const SETTLED_MS = 150;

const SENTENCES_MOST = 2;

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
  let told = "";
  let spokenAt = 0;
  let waiting = 0;

  /**
   * What is worth saying of the beat that landed last: at most two sentences, in their order.
   *
   * @param {number} landed
   */
  function sentences(landed) {
    /** @type {Phrase[][]} */
    const said = [];
    let beat = -1;
    for (let seq = landed - 1; seq >= 0 && said.length < SENTENCES_MOST; seq--) {
      const event = store.events[seq];
      if (said.length > 0 && event.beat !== beat) break;
      const phrases = view.tell(event, store.states[seq + 1]);
      if (phrases.length === 0 || view.isMinor(event.type)) continue;
      beat = event.beat;
      said.unshift(phrases);
    }
    return said;
  }

  function draw() {
    const landed = store.landed(timeline.position);
    if (landed === shown) return;
    shown = landed;
    const said = sentences(landed);
    subtitle.replaceChildren(...said.map((phrases) => h("span", {}, ...phraseNodes(phrases))));
    const next = said.map(phraseText).join(". ");
    if (next === told) return;
    told = next;
    clearTimeout(waiting);
    const rest = spokenAt + SPOKEN_EVERY_MS - performance.now();
    if (store.states[landed].ended) speak();
    else waiting = setTimeout(speak, Math.max(rest, timeline.playing ? 0 : SETTLED_MS));
  }

  /** Tells what is told now; nothing that was passed over meanwhile. */
  function speak() {
    if (live.textContent === told) return;
    live.textContent = told;
    spokenAt = performance.now();
  }

  timeline.subscribe(draw);
  return { subtitle, live };
}
