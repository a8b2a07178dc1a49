// @ts-check
/** @import { Scene, Step } from "../types" */
/** @import { Store } from "./store" */
/** @import { Timeline } from "./timeline" */

/**
 * Draws the timeline's position: the snapshot that is true then, the motion of the beat that is under
 * way, and what goes on whatever happens. The picture is a function of the position: playing,
 * stepping, scrubbing, live and film are this one code path.
 *
 * @param {Store} store
 * @param {Timeline} timeline
 * @param {Scene} scene
 * @param {() => number} [closeness] how near the view is to what happens, from 0 to 1
 */
export function createDirector(store, timeline, scene, closeness = () => 0) {
  let beatShown = -1;
  let speedShown = timeline.speed;
  let landedShown = -1;
  /** @type {Step | null} */
  let step = null;

  function drop() {
    step?.clear();
    step = null;
  }

  function draw() {
    const { position, speed } = timeline;
    const at = store.beatAt(position);
    const landed = store.landed(position);
    const beat = store.beats[at];
    // Where nothing follows yet the stage stands still, without what was in the air.
    const isPast = beat && position >= beat.cue + beat.length;
    // How bright a blow flashes depends on the speed.
    if (at !== beatShown || speed !== speedShown || isPast) drop();
    if (landed !== landedShown) scene.render(store.states[landed]);
    beatShown = at;
    speedShown = speed;
    landedShown = landed;
    if (beat && !isPast) {
      step ??= scene.play(
        beat,
        store.events.slice(beat.first, beat.end),
        store.times.slice(beat.first, beat.end),
        store.states[beat.first],
        store.states[beat.end],
      );
      step.seek(position - beat.cue);
    }
    scene.tick?.(position, closeness());
  }

  const leave = timeline.subscribe(draw);
  return {
    draw,
    /** Draws everything anew: after the stage has changed its size, or the wish for less motion. */
    redraw() {
      drop();
      beatShown = landedShown = -1;
      scene.resize();
      draw();
    },
    destroy() {
      leave();
      drop();
    },
  };
}
