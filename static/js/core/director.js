// @ts-check
/** @import { Scene, Step } from "./types" */
/** @import { Store } from "./store" */
/** @import { Clock, Timeline } from "./timeline" */

/**
 * Draws the timeline's position: the snapshot that is true then, and the motion of the beat that is
 * under way. Playing, scrubbing, live and film are this one code path. After a jump the snapshot
 * stands at once and the motion joins it in the next frame, so that dragging is as quick as drawing.
 *
 * @param {Store} store
 * @param {Timeline} timeline
 * @param {Scene} scene
 * @param {() => boolean} reducedMotion whether to draw snapshots without motion
 * @param {Clock} clock
 */
export function createDirector(store, timeline, scene, reducedMotion, clock) {
  let beatShown = -1;
  let landedShown = -1;
  let joining = 0;
  /** @type {Step | null} */
  let step = null;

  function drop() {
    clock.cancel(joining);
    joining = 0;
    step?.clear();
    step = null;
  }

  /** Begins the motion of the beat that is under way. */
  function join() {
    joining = 0;
    const beat = store.beats[beatShown];
    if (!beat) return;
    step = scene.play(
      beat,
      store.events.slice(beat.first, beat.end),
      store.times.slice(beat.first, beat.end),
      store.states[beat.first],
      store.states[beat.end],
    );
    step.seek(timeline.position - beat.cue);
  }

  function draw() {
    const at = store.beatAt(timeline.position);
    const landed = store.landed(timeline.position);
    const isNext = at === beatShown + 1;
    const beat = store.beats[at];
    // Where nothing follows yet the stage stands still, without what was in the air.
    const isPast = beat && timeline.position >= beat.cue + beat.length;
    if (at !== beatShown || isPast) drop();
    if (landed !== landedShown) scene.render(store.states[landed]);
    landedShown = landed;
    if (step) {
      step.seek(timeline.position - beat.cue);
      return;
    }
    const isNew = at !== beatShown;
    beatShown = at;
    if (reducedMotion() || isPast || joining) return;
    if (timeline.playing && isNew && isNext) join();
    else joining = clock.request(join);
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
