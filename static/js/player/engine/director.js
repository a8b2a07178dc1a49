// @ts-check
/** @import { Beat, Scene, Step } from "../types" */
/** @import { Store } from "./store" */
/** @import { Timeline } from "./timeline" */

/** For how long effects outlast their beat at most, in ms, and into how many beats. */
const AFTERMATH_MS = 900;
const BEATS_MOST = 12;

/** As in stage/tracks.js, which scenes load without a director. The next sign waits until one has been up for so long. */
const READ_MS = 400;

/** @typedef {{ beat: Beat, room: number, key: string }} SeenBeat `room` is for how long something of it may be seen, in ms */

/**
 * Draws the timeline's position: the snapshot that is true then, the motion of the beat that is under
 * way, what outlasts the beats before it, and what goes on whatever happens. The picture is a function of the
 * position: playing, stepping, scrubbing, live and film are this one code path.
 *
 * @param {Store} store
 * @param {Timeline} timeline
 * @param {Scene} scene
 * @param {() => number} [closeness] how near the view is to what happens, from 0 to 1
 * @param {(state: any) => number} [counted] what the signs count: another number is another sign
 */
export function createDirector(
  store,
  timeline,
  scene,
  closeness = () => 0,
  counted = ({ round }) => round,
) {
  const { beats } = store;
  let speedShown = timeline.speed;
  let landedShown = -1;
  let signedShown = -1;
  /** @type {Map<string, number>} for how long something of a beat is seen, in ms, once it has been built */
  const lasting = new Map();
  /** @type {(SeenBeat & { step: Step })[]} in their order */
  const steps = [];
  /** for each number of landed events, from when on the signs show it, in ms */
  let signs = [-Infinity];

  function drop() {
    for (const { step } of steps.splice(0)) step.clear();
  }

  /**
   * The beats of which something may be seen at a time, in their order. Where nothing follows yet the stage stands
   * still, without what was in the air.
   *
   * @param {number} ms
   * @returns {SeenBeat[]}
   */
  function beatsAt(ms) {
    const last = store.beatAt(ms);
    if (last < 0 || ms >= beats[last].cue + beats[last].length) return [];
    const first = Math.max(0, last - BEATS_MOST);
    const seen = beats.slice(first, last + 1).map((beat, n) => {
      const next = beats[first + n + BEATS_MOST + 1]?.cue ?? Infinity;
      const room = Math.min(beat.length + AFTERMATH_MS, next - beat.cue);
      return { beat, room, key: `${first + n} ${beat.end} ${room}` };
    });
    return seen.slice(
      seen.findIndex(({ beat, room, key }) => ms < beat.cue + (lasting.get(key) ?? room)),
    );
  }

  /** @param {SeenBeat} seen */
  const build = ({ beat, room }) =>
    scene.play(
      beat,
      store.events.slice(beat.first, beat.end),
      store.times.slice(beat.first, beat.end),
      store.states[beat.first],
      store.states[beat.end],
      room,
    );

  function draw() {
    const { position, speed } = timeline;
    const landed = store.landed(position);
    const seen = beatsAt(position);
    while (steps.length > 0 && steps[0].key !== seen[0]?.key) steps.shift()?.step.clear();
    // How bright a blow flashes depends on the speed.
    if (speed !== speedShown || steps.some(({ key }, n) => key !== seen[n]?.key)) drop();
    if (signs.length !== store.states.length) signs = placeSigns(store, counted);
    let signed = landed;
    while (signs[signed] > position) signed -= 1;
    if (landed !== landedShown || signed !== signedShown)
      scene.render(store.states[landed], store.states[signed]);
    speedShown = speed;
    landedShown = landed;
    signedShown = signed;
    // What comes from an earlier beat is below what comes from a later one.
    for (const one of seen.slice(steps.length)) {
      const step = build(one);
      lasting.set(one.key, step.lasts ?? one.beat.length);
      steps.push({ ...one, step });
    }
    steps.forEach(({ beat, step }, n) => {
      // Those that are over, too: what gave way to them does not come back.
      const later = steps.slice(n + 1);
      if (later.length === 0 || (step.lasts ?? 0) > beat.length)
        step.seek(position - beat.cue, later);
      else step.clear();
    });
    scene.tick?.(position, closeness());
  }

  const leave = timeline.subscribe(draw);
  return {
    draw,
    /** Draws everything anew: after the stage has changed its size, or the wish for less motion. */
    redraw() {
      drop();
      lasting.clear();
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

/**
 * Return, for each number of landed events, from when on the signs of a stage, such as the round's, show it, in ms. What is
 * next waits until a sign has been read, and gives way to what lands meanwhile: no sign depends on events to come, which a
 * live battle does not know.
 *
 * @param {Pick<Store, "states" | "times">} store
 * @param {(state: any) => number} counted
 */
function placeSigns({ states, times }, counted) {
  const signs = [-Infinity];
  times.forEach((time, k) => {
    const from = signs[k];
    const isNew = counted(states[k]) !== counted(states[k + 1]);
    signs.push(isNew && from <= time ? Math.max(time, from + READ_MS) : from);
  });
  return signs;
}
