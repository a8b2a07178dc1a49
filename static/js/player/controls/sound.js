// @ts-check
import { attackOf } from "../../lib/dom.js";
import { recall, remember } from "../../lib/storage.js";
import { EFFECTS, renderAmbience, renderEffect } from "./sound-effects.js";

/** @import { Context } from "../context" */
/** @import { AmbienceName, Catalog, RulesetView, Sound, SoundName, WireEvent } from "../types" */
/** @import { Store } from "../engine/store" */
/** @import { Timeline } from "../engine/timeline" */

const START_VOLUME = 0.6;
const AMBIENCE_RATE = 22_050;

/** The least real time between two effects, and between two of one name; longer at high speeds. */
const APART_MS = 60;
const SAME_APART_MS = 150;
const FAST = 4;
const FAST_FACTOR = 3;

/** Sounds that play even at high speeds. */
const WEIGHTY = new Set(["kill", "fall", "fanfare"]);

/** Damage of so much is as heavy as it gets. */
const HEAVY = 6;

/** How long the ground is silent when a blow kills. */
const HUSH_MS = 500;

/** A larger step of the position than this is a seek. */
const SLACK_MS = 250;

/**
 * How heavy an event sounds, from 0 to 1. An amount may be below 0, for a loss.
 *
 * @param {WireEvent} event
 */
export const weightOf = ({ amount }) =>
  typeof amount === "number" ? Math.min(1, Math.max(0, (Math.abs(amount) - 1) / (HEAVY - 1))) : 0.5;

/**
 * Which of the effects that are due are played: few at a time, so that many never become noise.
 *
 * @param {{ apartMs?: number, sameApartMs?: number }} [how]
 */
export function createThinning({ apartMs = APART_MS, sameApartMs = SAME_APART_MS } = {}) {
  let last = -Infinity;
  /** @type {Map<string, number>} */
  const lastOf = new Map();
  /**
   * Whether an effect is to be played now.
   *
   * @param {string} name
   * @param {number} now ms of real time
   * @param {number} rate film time that passes in a ms
   * @param {boolean} [isWeighty]
   */
  return (name, now, rate, isWeighty = WEIGHTY.has(name)) => {
    const factor = rate >= FAST ? FAST_FACTOR : 1;
    if (rate >= FAST && !isWeighty) return false;
    if (now - last < apartMs * factor) return false;
    if (now - (lastOf.get(name) ?? -Infinity) < sameApartMs * factor) return false;
    last = now;
    lastOf.set(name, now);
    return true;
  };
}

/**
 * Synthesised effects for what lands while a battle plays, and the quiet sound of the ground. Off
 * until asked for; then it is remembered, with the volume. The synthesiser is loaded only when it is
 * wanted, and after a press, without which no browser lets it sound.
 *
 * @param {Context} context
 * @param {Store} store
 * @param {Timeline} timeline
 * @param {RulesetView} view
 * @param {Catalog} [catalog] whose figures tell how units attack
 */
export function createSound({ signal, onEnd }, store, timeline, view, catalog) {
  /** @type {typeof import("zzfx").ZZFX | null} */
  let synth = null;
  /** @type {GainNode | null} */
  let output = null;
  /** @type {{ name: AmbienceName, source: AudioBufferSourceNode } | null} */
  let ambience = null;
  let on = recall("sound") === "on";
  let volume = Number(recall("volume") ?? START_VOLUME);
  let heard = 0;
  let lastAt = 0;
  let lastPosition = 0;
  let quietUntil = 0;
  const isDue = createThinning();
  /** @type {Map<string, AudioBuffer>} */
  const buffers = new Map();

  timeline.subscribe(() => {
    const { position, playing, rate } = timeline;
    const now = performance.now();
    const isSeek =
      position < lastPosition || position - lastPosition > (now - lastAt) * rate + SLACK_MS * rate;
    const [from, landed] = [heard, store.landed(position)];
    [heard, lastAt, lastPosition] = [landed, now, position];
    if (!on || !synth) return;
    const isHeard = playing && !document.hidden;
    hum(isHeard && now >= quietUntil ? (view.ambience?.(store.states[landed]) ?? "meadow") : null);
    if (!isHeard || isSeek) return;
    for (let seq = from; seq < landed; seq++) {
      const event = store.events[seq];
      const sound = shaped(view.sound(event), event, store.states[seq]);
      if (event.hits === 0 || event.de === 0 || sound === "kill") quietUntil = now + HUSH_MS;
      const { name, isWeighty } = typeof sound === "object" && sound ? sound : { name: sound };
      if (sound && name && isDue(name, now, rate, isWeighty)) play(sound, weightOf(event));
    }
  });
  document.addEventListener("visibilitychange", () => document.hidden && hum(null), { signal });
  onEnd(() => hum(null));

  /**
   * Return a blow's sound by the attacker's shape of attack, any other as it is.
   *
   * @param {SoundName | Sound | null} sound
   * @param {WireEvent} event
   * @param {any} before
   */
  function shaped(sound, event, before) {
    if (sound !== "blow" || !event.attacker || !catalog) return sound;
    const shape = attackOf(catalog, before.roster[event.attacker]);
    return shape === "cut" ? sound : shape;
  }

  /**
   * @param {string} key
   * @param {number} rate
   * @param {() => Float32Array} render
   */
  function bufferOf(key, rate, render) {
    const found = buffers.get(key);
    if (found || !synth) return found ?? null;
    const samples = render();
    const buffer = synth.audioContext.createBuffer(1, samples.length, rate);
    buffer.getChannelData(0).set(samples);
    buffers.set(key, buffer);
    return buffer;
  }

  /** @param {AudioBuffer | null} buffer @param {boolean} [loop] */
  function start(buffer, loop = false) {
    if (!synth || !output || !buffer) return null;
    const source = synth.audioContext.createBufferSource();
    source.buffer = buffer;
    source.loop = loop;
    source.connect(output);
    source.start();
    return source;
  }

  /**
   * @param {SoundName | Sound} sound
   * @param {number} [weight]
   */
  function play(sound, weight = 0.5) {
    const { name, layers } =
      typeof sound === "string" ? { name: sound, layers: EFFECTS[sound] } : sound;
    if (!on || !synth || !layers) return;
    const zzfx = synth;
    const step = Math.round(weight * 4) / 4;
    const render = () => renderEffect(zzfx, layers, step);
    start(bufferOf(`${name} ${step}`, zzfx.sampleRate, render));
  }

  /** Lets the sound of a ground be heard, or none. @param {AmbienceName | null} name */
  function hum(name) {
    if (ambience?.name === name || (!ambience && !name)) return;
    ambience?.source.stop();
    ambience = null;
    if (!name) return;
    const buffer = bufferOf(name, AMBIENCE_RATE, () => renderAmbience(name, AMBIENCE_RATE));
    const source = start(buffer, true);
    if (source) ambience = { name, source };
  }

  async function load() {
    synth ??= (await import("zzfx")).ZZFX;
    synth.volume = 1;
    synth.audioContext.resume();
    if (output) return;
    output = synth.audioContext.createGain();
    output.gain.value = volume;
    // Many at once are held down rather than cut off.
    const limit = synth.audioContext.createDynamicsCompressor();
    output.connect(limit).connect(synth.audioContext.destination);
  }

  if (on) {
    const begin = () => on && load();
    for (const press of ["pointerdown", "keydown"])
      addEventListener(press, begin, { once: true, signal });
  }

  return {
    get on() {
      return on;
    },
    get volume() {
      return volume;
    },
    /** Sounds an effect, if sound is on. */
    play,
    /** Turns the sound on or off; resolves once it can be heard. */
    async toggle() {
      on = !on;
      remember("sound", on ? "on" : null);
      if (on) await load();
      else hum(null);
      return on;
    },
    /** @param {number} value from 0 to 1 */
    setVolume(value) {
      volume = value;
      remember("volume", String(value));
      if (output) output.gain.value = value;
    },
  };
}
