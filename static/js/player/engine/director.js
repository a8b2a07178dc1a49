// @ts-check
/** @import { Scene, Step } from "../types" */
/** @import { Store } from "./store" */
/** @import { Timeline } from "./timeline" */

/** For how long effects outlast their beat at most, in ms, and into how many beats. */
const AFTERMATH_MS = 900;
const BEATS_MOST = 2;

/**
 * Draws the timeline's position: the snapshot that is true then, the motion of the beat that is under
 * way, what outlasts the beats before it, and what goes on whatever happens. The picture is a function of the
 * position: playing, stepping, scrubbing, live and film are this one code path.
 *
 * @param {Store} store
 * @param {Timeline} timeline
 * @param {Scene} scene
 * @param {() => number} [closeness] how near the view is to what happens, from 0 to 1
 */
export function createDirector(store, timeline, scene, closeness = () => 0) {
  const { beats } = store;
  let speedShown = timeline.speed;
  let landedShown = -1;
  /** @type {Map<number, { step: Step | null, end: number, room: number }>} by beat, in order; null for one that ended with it */
  const steps = new Map();

  const endOf = (/** @type {number} */ k) => beats[k].cue + beats[k].length;

  /** For how long something of a beat may be seen. @param {number} k */
  const roomOf = (k) =>
    Math.min(endOf(k) + AFTERMATH_MS, beats[k + BEATS_MOST + 1]?.cue ?? Infinity) - beats[k].cue;

  function drop() {
    for (const { step } of steps.values()) step?.clear();
    steps.clear();
  }

  /** Lets go of steps that are not on the stage from one beat to another. @param {number} first @param {number} last */
  function release(first, last) {
    const known = [...steps];
    const isOther = known.some(
      ([k, { end, room }]) => k > last || end !== beats[k].end || room !== roomOf(k),
    );
    // What comes from an earlier beat is below what comes from a later one.
    if (isOther || first < known[0]?.[0]) return drop();
    for (const [k, { step }] of known) {
      if (k >= first) break;
      step?.clear();
      steps.delete(k);
    }
  }

  /** @param {number} k */
  function build(k) {
    const { first, end } = beats[k];
    const room = roomOf(k);
    const step = scene.play(
      beats[k],
      store.events.slice(first, end),
      store.times.slice(first, end),
      store.states[first],
      store.states[end],
      room,
    );
    steps.set(k, { step, end, room });
  }

  function draw() {
    const { position, speed } = timeline;
    const last = store.beatAt(position);
    const landed = store.landed(position);
    // Where nothing follows yet the stage stands still, without what was in the air.
    const isStill = last < 0 || position >= endOf(last);
    let first = last;
    while (first > 0 && first > last - BEATS_MOST && position < endOf(first - 1) + AFTERMATH_MS)
      first -= 1;
    // How bright a blow flashes depends on the speed.
    if (isStill || speed !== speedShown) drop();
    else release(first, last);
    if (landed !== landedShown) scene.render(store.states[landed]);
    speedShown = speed;
    landedShown = landed;
    if (!isStill) {
      for (let k = first; k <= last; k++) if (!steps.has(k)) build(k);
      for (const [k, known] of steps) {
        const ms = position - beats[k].cue;
        const later = [...steps].flatMap(([n, { step }]) =>
          n > k && step ? [{ step, from: beats[n].cue - beats[k].cue }] : [],
        );
        if (k < last && !known.step?.outlasts) {
          known.step?.clear();
          known.step = null;
        } else known.step?.seek(ms, later);
      }
    }
    scene.tick?.(position, closeness());
  }

  const leave = timeline.subscribe(draw);
  return {
    draw,
    /** Draws everything anew: after the stage has changed its size, or the wish for less motion. */
    redraw() {
      drop();
      landedShown = -1;
      scene.resize();
      draw();
    },
    destroy() {
      leave();
      drop();
    },
  };
}
