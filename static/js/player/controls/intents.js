// @ts-check
import { DIRECTOR, SPEEDS } from "../engine/timeline.js";

/** @import { RulesetView } from "../types" */
/** @import { StepUnit } from "../engine/steps" */
/** @import { Store } from "../engine/store" */
/** @import { Timeline } from "../engine/timeline" */

/**
 * What the buttons and the keys do. Both go through here.
 *
 * @param {Store} store
 * @param {Timeline} timeline
 * @param {RulesetView} view
 */
export function createIntents(store, timeline, view) {
  /** @param {1 | -1} direction */
  function defeat(direction) {
    const landed = store.landed(timeline.goal);
    const inReach = (/** @type {number} */ seq) => store.times[seq] <= timeline.edge();
    for (
      let seq = direction > 0 ? landed : landed - 2;
      seq >= 0 && seq < store.events.length && inReach(seq);
      seq += direction
    ) {
      if (view.fallen(store.events[seq], store.states[seq])) {
        timeline.showEvent(seq);
        return;
      }
    }
  }

  return {
    toggle: () => timeline.toggle(),
    /** @param {StepUnit} unit @param {1 | -1} direction */
    step: (unit, direction) => timeline.step(unit, direction, true),
    defeat,
    start: () => timeline.seek(0),
    end: () => (timeline.onAir ? timeline.goLive() : timeline.seek(Infinity)),
    /** @param {1 | -1} direction */
    speed(direction) {
      const now = timeline.speed === DIRECTOR ? 1 : timeline.speed;
      const next = SPEEDS.indexOf(now) + direction;
      if (SPEEDS[next]) timeline.setSpeed(SPEEDS[next]);
    },
    director: () => timeline.setSpeed(timeline.speed === DIRECTOR ? 1 : DIRECTOR),
    highlights() {
      if (timeline.tour) timeline.seek(timeline.position);
      else timeline.playTour();
    },
  };
}

/** @typedef {ReturnType<typeof createIntents>} Intents */
