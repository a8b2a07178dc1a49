// @ts-check
import { createMoments, neighbour } from "./steps.js";

/** @import { Pacing, Span } from "./pacing" */
/** @import { StepUnit } from "./steps" */
/** @import { Store } from "./store" */

/**
 * @typedef {object} Clock
 * @property {() => number} now ms
 * @property {(callback: () => void) => number} request runs the callback at the next frame
 * @property {(id: number) => void} cancel
 */

/** @type {Clock} */
const frameClock = {
  now: () => performance.now(),
  request: (callback) => requestAnimationFrame(callback),
  cancel: (id) => cancelAnimationFrame(id),
};

export const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16];

/** One more speed: it varies with the importance of the scene. */
export const DIRECTOR = "director";

/** @typedef {number | typeof DIRECTOR} Speed */

/**
 * The only owner of time: a position in ms on the battle's own axis, and how it moves. It knows no
 * DOM. While the battle is on air the position follows the server's clock (`live`); pausing or going
 * back leaves it, and catching up with it joins it again.
 *
 * A veil hides how the battle ends until that has been on the stage: the page reveals nothing that
 * comes after `revealed()`, although everything may be played. While the page is hidden, a replay
 * pauses; a live battle goes on, but nothing counts as seen.
 *
 * @param {Store} store
 * @param {Clock} [clock]
 * @param {{ pacing?: Pacing, isStill?: () => boolean }} [how] what a Director goes by, and whether
 *   what would be played for a moment is to be shown at once
 */
export function createTimeline(store, clock = frameClock, { pacing, isStill = () => false } = {}) {
  let position = 0;
  let playing = false;
  let live = false;
  /** @type {Speed} */
  let speed = 1;
  let looping = false;
  let hidden = false;
  /** @type {{ spans: Span[], isTour: boolean } | null} the stretches to play before it stops */
  let route = null;
  let veiled = false;
  /** The furthest position that has been on the stage. */
  let seen = 0;
  /** @type {number | null} position on air = clock.now() + offset; null when not on air */
  let airOffset = null;
  let frame = 0;
  let last = 0;
  let leaps = 0;
  /** @type {Set<() => void>} */
  const listeners = new Set();

  const airPosition = () => (airOffset === null ? Infinity : clock.now() + airOffset);
  const edge = () => Math.min(store.untilMs, airPosition());
  const notify = () => {
    if (!hidden) seen = Math.max(seen, position);
    if (veiled && store.isOver && store.landed(seen) === store.events.length) veiled = false;
    for (const listener of listeners) listener();
  };

  /** Seek. @param {number} ms */
  function leap(ms) {
    if (Math.abs(ms - position) >= 1) leaps += 1;
    position = ms;
  }

  function tick() {
    const now = clock.now();
    const passed = hidden ? 0 : now - last;
    last = now;
    if (live) position = Math.min(airPosition(), Math.max(store.untilMs, 0));
    else if (!hidden) {
      const end = Math.min(edge(), route ? route.spans[0][1] : Infinity);
      position = Math.min(end, moved(passed));
      if (position >= end) arrive();
    }
    if (live && !hidden && store.isOver && position >= store.untilMs) endOfShow();
    notify();
    frame = playing ? clock.request(tick) : 0;
  }

  /** Return the position after some more ms. @param {number} passed */
  function moved(passed) {
    if (speed === DIRECTOR) {
      return route || !pacing ? position + passed : pacing.advance(position, passed);
    }
    return position + passed * (route && !route.isTour ? Math.max(1, speed) : speed);
  }

  function arrive() {
    if (route && position >= route.spans[0][1]) {
      const [, next] = route.spans;
      if (next) {
        route.spans.shift();
        leap(next[0]);
      } else {
        route = null;
        playing = false;
      }
    } else if (airOffset !== null && position < store.untilMs) {
      live = true;
    } else if (store.isOver) {
      endOfShow();
    }
  }

  function endOfShow() {
    airOffset = null;
    live = false;
    route = null;
    if (looping) leap(0);
    else playing = false;
  }

  function start() {
    if (playing && frame) return;
    playing = true;
    last = clock.now();
    frame = clock.request(tick);
  }

  function stop() {
    clock.cancel(frame);
    frame = 0;
    playing = false;
    route = null;
  }

  /** @param {number} ms */
  function moveTo(ms) {
    if (route && !route.isTour) stop();
    leap(Math.max(0, Math.min(ms, edge())));
    live = false;
    route = null;
    notify();
  }

  /** Where a step that is under way leads to. */
  const goal = () => (route && !route.isTour ? route.spans[0][1] : position);

  /**
   * Plays some stretches, one after the other, and stops.
   *
   * @param {Span[]} spans
   * @param {boolean} [isTour] whether this is a tour such as highlights, not a step
   */
  function playSpans(spans, isTour = false) {
    const within = spans.filter(([from]) => from <= edge());
    if (within.length === 0) return;
    stop();
    live = false;
    route = { spans: within.map(([from, to]) => [from, Math.min(to, edge())]), isTour };
    leap(route.spans[0][0]);
    start();
    notify();
  }

  /**
   * Play a stretch from its beginning, and stop at its end; with reduced motion, show its result
   * immediately.
   *
   * @param {number} from
   * @param {number} to
   */
  function show(from, to) {
    if (!isStill()) return playSpans([[from, to]]);
    const landed = store.landed(Math.min(to, edge()));
    stop();
    moveTo(landed > 0 ? Math.max(from, store.times[landed - 1]) : to);
  }

  return {
    get position() {
      return position;
    },
    /** Number of seeks. */
    get leaps() {
      return leaps;
    },
    get playing() {
      return playing;
    },
    get live() {
      return live;
    },
    get speed() {
      return speed;
    },
    /** Film time that passes in a ms of playing now. */
    get rate() {
      if (live) return 1;
      if (speed !== DIRECTOR) return speed;
      return route || !pacing ? 1 : pacing.rateAt(position);
    },
    /** The position, or where the step that is being played leads to. */
    get goal() {
      return goal();
    },
    /** The stretches of the highlights that are still to come, with the one that is shown. */
    get tour() {
      return route?.isTour ? route.spans : null;
    },
    get onAir() {
      return airOffset !== null;
    },
    /** The furthest position that may be shown now. */
    edge,
    /** Whether how it ends is still hidden. */
    get veiled() {
      return veiled;
    },
    /** The furthest position up to which the page may reveal what happens. */
    revealed: () => (veiled ? Math.min(seen, edge()) : edge()),
    airPosition,

    play() {
      if (position >= store.untilMs && store.isOver) leap(0);
      if (!route?.isTour) route = null;
      start();
      notify();
    },
    pause() {
      const tour = route?.isTour ? route : null;
      stop();
      route = tour;
      live = false;
      notify();
    },
    toggle() {
      if (playing) this.pause();
      else this.play();
    },
    /** @param {number} ms */
    seek: moveTo,
    ...createMoments(store, edge, moveTo, show),
    show,
    /** Plays the highlights and stops; a seek leaves them. */
    playTour() {
      if (pacing && store.isOver && airOffset === null) playSpans(pacing.highlights(), true);
    },
    /**
     * Goes one event, beat or round on or back and stays there. A beat ahead is played to its end,
     * if `animate` is given.
     *
     * @param {StepUnit} unit
     * @param {1 | -1} direction
     * @param {boolean} [animate]
     */
    step(unit, direction, animate = false) {
      const here = goal();
      const target = neighbour(store, here, edge(), unit, direction);
      stop();
      if (animate && direction > 0 && unit === "beat" && !isStill()) {
        const beat = store.beats[store.beatAt(target - 1)];
        playSpans([[Math.max(here, beat?.cue ?? 0), target]]);
      } else moveTo(target);
    },
    /** @param {Speed} value one of SPEEDS, or DIRECTOR */
    setSpeed(value) {
      speed = value;
      if (value !== 1 && value !== DIRECTOR) live = false;
      notify();
    },
    /**
     * Set whether the page is hidden.
     *
     * @param {boolean} value
     */
    setHidden(value) {
      if (hidden && !value) {
        last = clock.now();
        // What ended unseen is gone on with where it was left.
        if (live && veiled && store.isOver && airPosition() >= store.untilMs) {
          airOffset = null;
          live = false;
          leap(seen);
        }
      }
      hidden = value;
    },
    /** @param {boolean} value */
    setVeiled(value) {
      veiled = value;
      notify();
    },
    /** @param {boolean} value */
    setLooping(value) {
      looping = value;
    },
    /**
     * Sets where the show stands on the server's clock. The earliest word of several is the one that
     * the network delayed least.
     *
     * @param {number} clockMs
     */
    setAirClock(clockMs) {
      const offset = clockMs - clock.now();
      airOffset = airOffset === null ? offset : Math.max(airOffset, offset);
    },
    /** Joins the moment that is on air. */
    goLive() {
      if (airOffset === null) return;
      if (!live) leaps += 1;
      live = true;
      route = null;
      if (speed !== DIRECTOR) speed = 1;
      start();
      notify();
    },
    /** @param {() => void} listener */
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Stops for good, and forgets its listeners. */
    destroy() {
      stop();
      listeners.clear();
    },
  };
}

/** @typedef {ReturnType<typeof createTimeline>} Timeline */

/**
 * Waits until all of a battle was on air, its last beat too: until then the server tells nothing more
 * of it. Of a replay there is nothing to wait for.
 *
 * @param {Store} store
 * @param {Timeline} timeline
 */
export async function untilAired(store, timeline) {
  for (let left = 1; left > 0; ) {
    left = store.untilMs - timeline.airPosition();
    // A timer, since frames rest while nothing moves.
    if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
  }
}
