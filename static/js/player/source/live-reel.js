// @ts-check
import { addFigures } from "./reel-file.js";

/** @import { Player } from "../player" */
/** @import { Chunk } from "../types" */

/** The server gives events so early, in ms. */
const LEAD_MS = 1500;
/** Between two requests, and after one that failed, in ms. */
const LEAST_MS = 500;
const RETRY_MS = 3000;
/** The status of a battle that was removed. */
const GONE = 404;

/**
 * Follow a battle on air by asking for its next events when they are due, without cookies, until it is over or the
 * reel is destroyed.
 *
 * @param {URL} events address of the next events
 * @param {Player} player
 * @param {SVGElement} figures
 * @param {AbortSignal} signal
 */
export async function followReel(events, { store, timeline }, figures, signal) {
  while (!store.isOver && !signal.aborted) {
    const due = store.untilMs - LEAD_MS - timeline.airPosition();
    await delay(Math.max(LEAST_MS, due), signal);
    if (signal.aborted) return;
    events.searchParams.set("from", String(store.nextSeq));
    try {
      const answer = await fetch(events, { credentials: "omit", signal });
      if (answer.status === GONE) return;
      if (!answer.ok) throw new Error(String(answer.status));
      const chunk = /** @type {Chunk & { clock_ms: number, figures: Record<string, string> }} */ (
        await answer.json()
      );
      addFigures(figures, chunk.figures);
      timeline.setAirClock(chunk.clock_ms);
      store.append(chunk);
    } catch {
      await delay(RETRY_MS, signal);
    }
  }
}

/** @param {number} ms @param {AbortSignal} signal */
const delay = (ms, signal) =>
  /** @type {Promise<void>} */ (
    new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      signal.addEventListener("abort", end);
    })
  );
