// @ts-check
/** @import { AmbienceName, SoundLayer, SoundName } from "../types" */

/** @type {Record<SoundName, SoundLayer[]>} */
export const EFFECTS = {
  blow: [
    [0, 0.7, 170, 0.005, 0.02, 0.12, 4, 1.5, -6],
    [0, 0.6, 85, 0.002, 0.02, 0.14, 0, 1, -2],
  ],
  claw: [
    [0, 0.5, 900, 0.004, 0.01, 0.08, 4, 2.2, -16],
    [0.05, 0.5, 760, 0.004, 0.01, 0.08, 4, 2.2, -14],
    [0.1, 0.5, 640, 0.004, 0.02, 0.12, 4, 2.2, -12],
  ],
  bite: [
    [0, 0.5, 330, 0.002, 0.01, 0.06, 1, 1.8, -9],
    [0.045, 0.7, 140, 0.002, 0.02, 0.1, 4, 1.4, -5],
  ],
  smash: [
    [0, 0.8, 62, 0.003, 0.05, 0.3, 0, 1, -0.8],
    [0, 0.6, 110, 0.003, 0.03, 0.24, 4, 1.4, -3],
  ],
  pierce: [
    [0, 0.4, 1300, 0.002, 0.01, 0.07, 4, 2.4, -26],
    [0.03, 0.6, 210, 0.002, 0.02, 0.1, 4, 1.5, -8],
  ],
  pounce: [
    [0, 0.4, 190, 0.03, 0.03, 0.08, 4, 2.4, 7],
    [0.09, 0.7, 105, 0.003, 0.03, 0.16, 4, 1.3, -4],
  ],
  thud: [
    [0, 0.6, 90, 0.01, 0.03, 0.16, 4, 1.2, -3],
    [0, 0.5, 60, 0.005, 0.03, 0.16, 0, 1, -1],
  ],
  shot: [
    [0, 0.35, 420, 0.002, 0.01, 0.08, 4, 2, -14],
    [0.03, 0.4, 900, 0.02, 0.03, 0.12, 1, 2, -22],
  ],
  launch: [
    [0, 0.6, 70, 0.01, 0.05, 0.2, 4, 1.6, -1],
    [0.02, 0.4, 140, 0.02, 0.08, 0.26, 2, 1.4, 9],
  ],
  clank: [
    [0, 0.4, 640, 0.002, 0.02, 0.14, 1, 1.6],
    [0, 0.25, 1510, 0.002, 0.01, 0.2, 0, 1.2],
  ],
  whoosh: [[0, 0.5, 240, 0.06, 0.05, 0.14, 4, 2.5, 6]],
  stars: [[0, 0.4, 880, 0.02, 0.06, 0.2, 1, 1.2, 0, 0, 160, 0.05]],
  dice: [
    [0, 0.3, 1900, 0.001, 0.004, 0.03, 4, 1.6],
    [0.06, 0.24, 1600, 0.001, 0.004, 0.03, 4, 1.6],
    [0.1, 0.16, 1750, 0.001, 0.004, 0.03, 4, 1.6],
  ],
  kill: [
    [0, 0.5, 1200, 0.002, 0.01, 0.1, 4, 2, -20],
    [0.01, 0.7, 75, 0.004, 0.05, 0.26, 0, 1, -1.2],
    [0.02, 0.55, 130, 0.004, 0.05, 0.28, 4, 1.4, -4],
  ],
  fall: [
    [0, 0.5, 260, 0.02, 0.1, 0.28, 2, 1.4, -5],
    [0.16, 0.6, 80, 0.004, 0.03, 0.2, 4, 1.3, -2],
  ],
  walk: [[0, 0.3, 150, 0.01, 0.02, 0.06, 4]],
  coin: [[0, 0.5, 980, 0.005, 0.05, 0.25, 1, 1.8, 0, 0, 340, 0.07]],
  fanfare: [
    [0, 0.5, 392, 0.02, 0.18, 0.4, 2, 1.2, 0, 0, 196, 0.12, 0.14],
    [0.02, 0.35, 196, 0.02, 0.2, 0.5, 1, 1, 0, 0, 98, 0.12],
  ],
};

/** Peak of an effect of full weight, and of the ambience. */
export const EFFECT_PEAK = 0.8;
const AMBIENCE_PEAK = 0.12;

/**
 * An effect as samples. Weight, from 0 to 1, makes it lower, louder and longer.
 *
 * @param {Pick<typeof import("zzfx").ZZFX, "sampleRate" | "buildSamples">} synth
 * @param {SoundLayer[]} effect
 * @param {number} weight
 */
export function renderEffect(synth, effect, weight) {
  const lower = 1.15 - 0.4 * weight;
  const longer = 0.8 + 0.7 * weight;
  const layers = effect.map((layer) => {
    const [delay, volume, pitch, attack, sustain, release, shape, curve = 1, slide = 0] = layer;
    // What glides goes as far in its longer time.
    const tone = [pitch * lower, attack, sustain, release * longer];
    const how = [...tone, shape, curve, (slide * lower) / longer, ...layer.slice(9)];
    return {
      start: Math.round(delay * synth.sampleRate),
      samples: synth.buildSamples(volume, 0, ...how),
    };
  });
  const length = Math.max(...layers.map(({ start, samples }) => start + samples.length));
  const mix = new Float32Array(length);
  for (const { start, samples } of layers) {
    for (let k = 0; k < samples.length; k++) mix[start + k] += samples[k];
  }
  return scaled(mix, EFFECT_PEAK * (0.55 + 0.45 * weight));
}

/**
 * The ambience of a ground: wind through a low-pass at `pass` Hz that swells `swells` times in a
 * loop, and `voices` calls in it from `pitch` Hz up, each of `notes` short notes.
 *
 * @typedef {{ pass: number, swells: number, voices?: number, pitch?: number, notes?: number }} Ground
 */

/** @type {Record<AmbienceName, Ground>} */
export const AMBIENCES = {
  meadow: { pass: 420, swells: 2, voices: 3, pitch: 2500, notes: 3 },
  forest: { pass: 700, swells: 3, voices: 5, pitch: 1900, notes: 2 },
  marsh: { pass: 260, swells: 1, voices: 6, pitch: 170, notes: 4 },
  hills: { pass: 520, swells: 4 },
  snow: { pass: 900, swells: 5 },
  desert: { pass: 340, swells: 2 },
  town: { pass: 220, swells: 3, voices: 2, pitch: 620, notes: 1 },
  cave: { pass: 130, swells: 1, voices: 4, pitch: 1200, notes: 1 },
};

const LOOP_S = 8;
const FADE_S = 1;

/**
 * The quiet sound of a ground as samples, to be played in a loop: the end runs on into the beginning.
 *
 * @param {AmbienceName} name
 * @param {number} sampleRate
 */
export function renderAmbience(name, sampleRate) {
  const { pass, swells, voices = 0, pitch = 0, notes = 0 } = AMBIENCES[name];
  const length = LOOP_S * sampleRate;
  const fade = FADE_S * sampleRate;
  const random = createNoise(pass);
  const smooth = 1 - Math.exp((-2 * Math.PI * pass) / sampleRate);
  const wind = new Float32Array(length + fade);
  let [one, two] = [0, 0];
  for (let k = 0; k < wind.length; k++) {
    one += smooth * (random() - one);
    two += smooth * (one - two);
    wind[k] = two;
  }
  const mix = new Float32Array(length);
  for (let k = 0; k < length; k++) {
    const share = Math.min(1, k / fade);
    const swell = 0.65 - 0.35 * Math.cos((2 * Math.PI * swells * k) / length);
    mix[k] = swell * (wind[k] * share + (wind[length + k] ?? 0) * (1 - share));
  }
  scaled(mix, 1);
  for (let voice = 0; voice < voices; voice++) {
    const start = Math.floor(((voice + 0.2 + 0.5 * Math.abs(random())) / voices) * length);
    call(mix, start, pitch * (1 + 0.2 * random()), notes, sampleRate);
  }
  return scaled(mix, AMBIENCE_PEAK);
}

/**
 * Puts a call into a loop.
 *
 * @param {Float32Array} mix
 * @param {number} start
 * @param {number} pitch
 * @param {number} notes
 * @param {number} sampleRate
 */
function call(mix, start, pitch, notes, sampleRate) {
  const note = Math.round(0.11 * sampleRate);
  for (let k = 0; k < notes * note; k++) {
    const share = (k % note) / note;
    const tone = Math.sin((2 * Math.PI * pitch * (1 + 0.12 * share) * k) / sampleRate);
    mix[(start + k) % mix.length] += 0.5 * tone * Math.sin(Math.PI * share) ** 2;
  }
}

/** Noise from -1 to 1 that is the same every time. @param {number} seed */
function createNoise(seed) {
  let state = seed * 2654435761;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2147483648 - 1;
  };
}

/**
 * @param {Float32Array} samples
 * @param {number} peak
 */
function scaled(samples, peak) {
  const loudest = samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  if (loudest > 0) for (let k = 0; k < samples.length; k++) samples[k] *= peak / loudest;
  return samples;
}
