// @ts-check
import { h } from "../../lib/dom.js";
import { phraseNodes } from "./phrases.js";

/** @import { Context } from "../context" */
/** @import { Phrase, RulesetView } from "../types" */
/** @import { Store } from "../engine/store" */
/** @import { Timeline } from "../engine/timeline" */

/** Interval between announcements: by their length, within limits. */
const SPOKEN_EVERY_MS = { least: 1500, letter: 35, most: 4000 };

/** After a seek, only the final position is announced. */
const SETTLED_MS = 150;

/** Of a beat, for who reads or has sought it; with more to say at once, defeats come first. */
const SENTENCES_MOST = 2;

/** Letters of both sentences, above which there is room for the first alone. */
const LONG = 145;

/**
 * Says in words what the stage shows: a subtitle to read, and a live region for screen readers. While
 * a battle plays the live region leaves nothing out; what happens while it rests, it says together
 * afterwards. Played faster than on air, it keeps to the defeats and to what happened last.
 *
 * @param {Context} context
 * @param {Store} store
 * @param {Timeline} timeline
 * @param {RulesetView} view
 */
export function createNarrator({ onEnd }, store, timeline, view) {
  const subtitle = h("p", { class: "subtitle", "aria-hidden": "true" });
  const live = h("p", { class: "visually-hidden", role: "status", "aria-live": "polite" });
  let shown = -1;
  let leaps = -1;
  /** What was said last, as seqs. */
  let said = "";
  /** @type {number[]} seqs of events that are still to be said */
  let queue = [];
  let restsUntil = 0;
  let waiting = 0;
  onEnd(() => clearTimeout(waiting));

  /** The sentence of an event, or none: details have one only at rest, as the last event. @param {number} seq */
  function worded(seq) {
    const event = store.events[seq];
    const isPassed = timeline.playing || seq !== store.landed(timeline.position) - 1;
    return isPassed && view.isMinor(event.type) ? [] : view.tell(event, store.states[seq + 1]);
  }

  /** The same with the names of sides in place of their colours. @param {number} seq */
  function spoken(seq) {
    const whose = (/** @type {Phrase} */ { text, side, unit }) => {
      const name = side && unit ? view.sideName(store.states[seq + 1], side) : "";
      return text.includes(name) ? text : `${text} (${name})`;
    };
    return worded(seq).map(whose).join("");
  }

  /**
   * The beat that landed last in words: at most two sentences, in their order.
   *
   * @param {number} landed
   */
  function latest(landed) {
    /** @type {number[]} */
    const seqs = [];
    for (let seq = landed - 1; seq >= 0 && seqs.length < SENTENCES_MOST; seq--) {
      if (seqs.length > 0 && store.events[seq].beat !== store.events[seqs[0]].beat) break;
      if (worded(seq).length > 0) seqs.unshift(seq);
    }
    return seqs;
  }

  function draw() {
    const landed = store.landed(timeline.position);
    if (landed === shown && timeline.playing) return;
    const isSought = leaps !== timeline.leaps || landed < shown;
    const last = latest(landed);
    subtitle.replaceChildren(...last.map((seq) => h("span", {}, ...phraseNodes(worded(seq)))));
    subtitle.classList.toggle("long", `${subtitle.textContent}`.length > LONG);
    const isBegun = landed <= (store.beats[0]?.end ?? 0);
    if (isSought) queue = isBegun || String(last) === said ? [] : last;
    const from = isSought ? (isBegun ? 0 : landed) : shown;
    for (let seq = from; seq < landed; seq++) if (worded(seq).length > 0) queue.push(seq);
    [shown, leaps] = [landed, timeline.leaps];
    clearTimeout(waiting);
    const rest = restsUntil - performance.now();
    if (store.states[landed].ended) speak();
    else waiting = setTimeout(speak, Math.max(rest, timeline.playing ? 0 : SETTLED_MS));
  }

  /** Says what waits. */
  function speak() {
    if (queue.length === 0) return;
    const isLate = queue.length > SENTENCES_MOST;
    const isFall = (/** @type {number} */ seq) =>
      isLate && view.fallen(store.events[seq], store.states[seq]) !== null;
    const others = queue.filter((seq) => !isFall(seq));
    const kept = timeline.rate > 1 ? others.slice(-SENTENCES_MOST) : others;
    const next = [...queue.filter(isFall), ...kept].map(spoken).join(". ");
    // The same words are read out again only when they come as another text.
    live.textContent = live.textContent === next ? `${next}\u00a0` : next;
    said = String(queue);
    queue = [];
    const { least, letter, most } = SPOKEN_EVERY_MS;
    restsUntil = performance.now() + Math.max(least, Math.min(most, letter * next.length));
  }

  timeline.subscribe(draw);
  return { subtitle, live };
}
