// @ts-check
/** @import { Store } from "./store" */

export const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16];

/** Just short of an instant, so that stepping to an event does not find the next one landed too. */
const EPSILON_MS = 0.01;

/**
 * @typedef {object} Clock
 * @property {() => number} now ms
 * @property {(callback: () => void) => number} request runs the callback at the next frame
 * @property {(id: number) => void} cancel
 */

/** @type {Clock} */
export const frameClock = {
  now: () => performance.now(),
  request: (callback) => requestAnimationFrame(callback),
  cancel: (id) => cancelAnimationFrame(id),
};

/**
 * The only owner of time: a position in ms on the battle's own axis, and how it moves. It knows no
 * DOM. While the battle is on air the position follows the server's clock (`live`); pausing or going
 * back leaves it, and catching up with it joins it again.
 *
 * A veil hides how the battle ends until that has been on the stage: the page reveals nothing that
 * comes after `revealed()`, although everything may be played.
 *
 * @param {Store} store
 * @param {Clock} [clock]
 */
export function createTimeline(store, clock = frameClock) {
  let position = 0;
  let playing = false;
  let live = false;
  let speed = 1;
  let looping = false;
  /** @type {number | null} where playing stops by itself */
  let stopAt = null;
  let veiled = false;
  /** The furthest position that has been on the stage. */
  let seen = 0;
  /** @type {number | null} position on air = clock.now() + offset; null when not on air */
  let airOffset = null;
  let frame = 0;
  let last = 0;
  /** @type {Set<() => void>} */
  const listeners = new Set();

  const airPosition = () => (airOffset === null ? Infinity : clock.now() + airOffset);
  const edge = () => Math.min(store.untilMs, airPosition());
  const notify = () => {
    seen = Math.max(seen, position);
    if (veiled && store.isOver && store.landed(seen) === store.events.length) veiled = false;
    for (const listener of listeners) listener();
  };

  function tick() {
    const now = clock.now();
    const passed = now - last;
    last = now;
    if (live) position = Math.min(airPosition(), Math.max(store.untilMs, 0));
    else {
      const end = Math.min(edge(), stopAt ?? Infinity);
      position = Math.min(end, position + passed * (stopAt === null ? speed : Math.max(1, speed)));
      if (position >= end) arrive();
    }
    if (live && store.isOver && position >= store.untilMs) endOfShow();
    notify();
    frame = playing ? clock.request(tick) : 0;
  }

  function arrive() {
    if (stopAt !== null && position >= stopAt) {
      stopAt = null;
      playing = false;
    } else if (airOffset !== null && position < store.untilMs) {
      live = true;
    } else if (store.isOver) {
      endOfShow();
    }
  }

  function endOfShow() {
    airOffset = null;
    live = false;
    if (looping) position = 0;
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
    stopAt = null;
  }

  /** @param {number} ms */
  function moveTo(ms) {
    position = Math.max(0, Math.min(ms, edge()));
    live = false;
    stopAt = null;
    notify();
  }

  /**
   * When the first event of a beat lands. A round is sought there and not at its cue, where the
   * stage still shows the round before.
   *
   * @param {number} k
   */
  const landing = (k) => store.times[store.beats[k].first];

  /**
   * Time of the point that a step leads to.
   *
   * @param {"event" | "beat" | "round"} unit
   * @param {1 | -1} direction
   */
  function neighbour(unit, direction) {
    if (unit === "event") return eventNeighbour(direction);
    const { beats } = store;
    const isStart = (/** @type {number} */ k) =>
      unit === "beat" || k === 0 || beats[k].round !== beats[k - 1].round;
    const start = (/** @type {number} */ k) => (unit === "round" ? landing(k) : beats[k].cue);
    const here = store.beatAt(position);
    if (direction > 0) {
      for (let k = Math.max(0, here); k < beats.length; k++) {
        if (isStart(k) && start(k) > position + EPSILON_MS) return start(k);
      }
      return edge();
    }
    for (let k = here; k >= 0; k--) {
      if (isStart(k) && start(k) < position - EPSILON_MS) return start(k);
    }
    return 0;
  }

  /** @param {1 | -1} direction */
  function eventNeighbour(direction) {
    const landed = store.landed(position);
    if (direction > 0) return landed < store.times.length ? store.times[landed] : edge();
    return landed > 1 ? store.times[landed - 2] : 0;
  }

  return {
    get position() {
      return position;
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
      if (position >= store.untilMs && store.isOver) position = 0;
      stopAt = null;
      start();
      notify();
    },
    pause() {
      stop();
      live = false;
      notify();
    },
    toggle() {
      if (playing) this.pause();
      else this.play();
    },
    /** @param {number} ms */
    seek: moveTo,
    /**
     * Shows the moment at which an event lands.
     *
     * @param {number} seq
     */
    seekEvent(seq) {
      const last = store.times.length - 1;
      if (last >= 0) moveTo(store.times[Math.max(0, Math.min(seq, last))]);
    },
    /**
     * Shows the beginning of a round; false when it is not known.
     *
     * @param {number} round
     */
    seekRound(round) {
      const k = store.beats.findIndex((beat) => beat.round === round);
      if (k < 0 || landing(k) > edge()) return false;
      moveTo(landing(k));
      return true;
    },
    /**
     * Shows a beat as it begins to happen; the last one that may be shown, if it comes later.
     *
     * @param {number} beat its number in the recording
     */
    seekBeat(beat) {
      const known = store.beatAt(edge());
      const k = store.beats.findIndex(({ first }) => store.events[first].beat >= beat);
      if (known >= 0) moveTo(landing(k < 0 ? known : Math.min(k, known)));
    },
    /**
     * Goes one event, beat or round on or back and stays there. A beat ahead is played to its end,
     * if `animate` is given.
     *
     * @param {"event" | "beat" | "round"} unit
     * @param {1 | -1} direction
     * @param {boolean} [animate]
     */
    step(unit, direction, animate = false) {
      if (stopAt !== null) position = stopAt;
      const target = Math.min(neighbour(unit, direction), edge());
      stop();
      live = false;
      if (animate && direction > 0 && unit === "beat") {
        stopAt = target;
        start();
      } else moveTo(target);
    },
    /** @param {number} value one of SPEEDS */
    setSpeed(value) {
      speed = value;
      if (value !== 1) live = false;
      notify();
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
      live = true;
      stopAt = null;
      speed = 1;
      start();
      notify();
    },
    /** @param {() => void} listener */
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    destroy: stop,
  };
}

/** @typedef {ReturnType<typeof createTimeline>} Timeline */
