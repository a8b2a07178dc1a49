// @ts-check
/** @import { Scene, Step } from "./types" */
/** @import { Store } from "./store" */
/** @import { Timeline } from "./timeline" */

/**
 * Draws the timeline's position: the snapshot that is true then, and the motion of the beat that is
 * under way. Playing, scrubbing, live and film are this one code path.
 *
 * @param {Store} store
 * @param {Timeline} timeline
 * @param {Scene} scene
 * @param {() => boolean} reducedMotion whether to draw snapshots without motion
 */
export function createDirector(store, timeline, scene, reducedMotion) {
  let beatShown = -1;
  let landedShown = -1;
  /** @type {Step | null} */
  let step = null;

  function drop() {
    step?.clear();
    step = null;
  }

  function draw() {
    const { position } = timeline;
    const at = store.beatAt(position);
    const beat = store.beats[at];
    const landed = store.landed(position);
    if (at !== beatShown) drop();
    if (landed !== landedShown) scene.render(store.states[landed]);
    if (at !== beatShown && beat && !reducedMotion()) {
      step = scene.play(
        beat,
        store.events.slice(beat.first, beat.end),
        store.times.slice(beat.first, beat.end),
        store.states[beat.first],
        store.states[beat.end],
      );
    }
    beatShown = at;
    landedShown = landed;
    step?.seek(position - beat.cue);
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
