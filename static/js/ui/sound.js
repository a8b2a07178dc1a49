// @ts-check
/** @import { RulesetView, SoundName } from "../core/types" */
/** @import { Store } from "../core/store" */
/** @import { Timeline } from "../core/timeline" */

/** Effects as ZzFX writes them: volume, randomness, frequency, attack, sustain, release, shape … */
const EFFECTS = /** @type {Record<SoundName, (number | undefined)[]>} */ ({
  blow: [0.7, 0.05, 180, 0.01, 0.02, 0.12, 4, 1.5, -6],
  thud: [0.6, 0.05, 90, 0.01, 0.03, 0.16, 4, 1.2, -3],
  shot: [0.6, 0.05, 320, 0.01, 0.04, 0.2, 3, 2, -9, 0, 0, 0, 0, 0.6],
  launch: [0.6, 0.05, 140, 0.02, 0.08, 0.22, 2, 1.4, 9],
  blast: [0.8, 0.05, 60, 0.01, 0.08, 0.35, 4, 1.8, -1, 0, 0, 0, 0, 1.2],
  clank: [0.5, 0.05, 620, 0.005, 0.02, 0.14, 1, 1.6],
  whoosh: [0.4, 0.05, 240, 0.03, 0.05, 0.12, 4, 2.5, 6],
  stars: [0.4, 0.05, 880, 0.02, 0.06, 0.2, 1, 1.2, 0, 0, 160, 0.05],
  fall: [0.6, 0.05, 260, 0.02, 0.1, 0.28, 2, 1.4, -5],
  walk: [0.3, 0.05, 150, 0.01, 0.02, 0.06, 4],
  coin: [0.5, 0.02, 980, 0.005, 0.05, 0.25, 1, 1.8, 0, 0, 340, 0.07],
  fanfare: [0.7, 0, 392, 0.02, 0.18, 0.4, 2, 1.2, 0, 0, 196, 0.12, 0.14],
});

/** More events than this at once are a jump, not something to listen to. */
const JUMP = 10;

/**
 * Small synthesised effects for what lands while a battle plays. Off until asked for; the
 * synthesiser is loaded only then.
 *
 * @param {Store} store
 * @param {Timeline} timeline
 * @param {RulesetView} view
 */
export function createSound(store, timeline, view) {
  /** @type {typeof import("zzfx").zzfx | null} */
  let synth = null;
  let on = false;
  let heard = 0;

  timeline.subscribe(() => {
    const landed = store.landed(timeline.position);
    const from = heard;
    heard = landed;
    if (!on || !synth || !timeline.playing || landed <= from || landed - from > JUMP) return;
    const names = new Set(store.events.slice(from, landed).map((event) => view.sound(event)));
    for (const name of names) if (name) play(name);
  });

  /** @param {SoundName} name */
  function play(name) {
    if (on && synth) synth(...EFFECTS[name]);
  }

  return {
    get on() {
      return on;
    },
    /** Sounds an effect, if sound is on. */
    play,
    /** Turns the sound on or off; resolves once it can be heard. */
    async toggle() {
      on = !on;
      if (on && !synth) synth = (await import("zzfx")).zzfx;
      return on;
    },
  };
}
