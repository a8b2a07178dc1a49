// @ts-check
import { h } from "../../../lib/dom.js";
import { comeAndGo } from "../tracks.js";
import { createCaptions } from "./captions.js";
import { confetti, dust, ring, shards, sparks, star } from "./particles.js";
import { bolt, drips, scorch, slash, wisp } from "./powers.js";
import { projectile } from "./projectiles.js";

/** @import { SideId } from "../../types" */
/** @import { Slot, StageLayout } from "../layout" */
/** @import { Emitter, Point } from "./canvas" */
/** @import { Flight, ProjectileKind } from "./projectiles" */
/** @import { Movable, Tracks } from "../tracks" */

/** Styles of rings by kind. */
const RINGS =
  /** @type {Record<string, { colour: string, filled?: boolean, holds?: boolean }>} */ ({
    impact: { colour: "#ffffff" },
    blast: { colour: "#ffb347", filled: true },
    puff: { colour: "#e8e4da", filled: true },
    dome: { colour: "#4fd6a5", filled: true, holds: true },
    acid: { colour: "#a6e33b", filled: true },
    poison: { colour: "#8fd14f", filled: true },
    curse: { colour: "#b45af0", filled: true },
    disease: { colour: "#dcbe50", filled: true },
    paralysis: { colour: "#78befa", filled: true },
    glow: { colour: "#ffb347", filled: true, holds: true },
    dust: { colour: "#c9b99a", filled: true },
  });

/** Colours of splinters: a plate's rim, face and edge. */
const SPLINTERS = {
  a: ["#2c6fd6", "#e3efff", "#173a80", "#8fc0ff"],
  b: ["#d8701a", "#fff0df", "#80380a", "#ffc48a"],
};

/**
 * @typedef {object} EffectsSetup
 * @property {HTMLElement} layer contains words and numbers
 * @property {Tracks} tracks
 * @property {Emitter[]} emitters drawn while the beat lasts
 * @property {StageLayout} layout
 * @property {number} length of the beat in ms
 * @property {string} seed of the beat
 * @property {number} glare brightness of flashes, from 0 to 1
 * @property {boolean} still leaves out everything that moves or flashes
 * @property {(id: string) => Slot} at
 * @property {(id: string) => HTMLElement | null} body
 * @property {(id: string) => SideId} sideOf
 */

/** Height of effects above a unit's middle, as a share of its size. */
const HEART = 0.14;

/**
 * Short-lived effects on the stage: numbers, words and dice as elements, everything else on the canvas. All
 * of them can be sought to any time and move with their unit.
 *
 * @param {EffectsSetup} setup
 */
export function createEffects(setup) {
  const { tracks, emitters, layout, length, layer, still, at: slotOf, body, sideOf } = setup;
  const notes = createCaptions(setup);
  let count = 0;
  const seed = () => `${setup.seed} ${++count}`;

  /**
   * Draw an emitter, at most until the beat ends.
   *
   * @param {Emitter} emitter
   */
  function emit(emitter) {
    if (still) return;
    const life = Math.min(emitter.life, Math.max(1, length - emitter.at));
    emitters.push({ ...emitter, life });
  }

  /** The middle of a unit's plate at its place. @param {string} id */
  function heart(id) {
    const { x, y, size } = slotOf(id);
    return { x, y: y - size * HEART, size };
  }

  /** The middle of a unit's plate at a time, wherever it has moved. @param {string} id */
  function follow(id) {
    const { x, y } = heart(id);
    const element = body(id);
    return (/** @type {number} */ ms) => {
      const way = tracks.wayOf(element, ms);
      return { x: x + way.x, y: y + way.y };
    };
  }

  return {
    ...notes.effects,
    emit,

    /**
     * A blow lands: light and sparks.
     *
     * @param {string} target
     * @param {string | null} attacker
     * @param {number} at
     * @param {number} force at least 1
     */
    impact(target, attacker, at, force) {
      const { x, y, size } = heart(target);
      const towards = attacker ? Math.sign(slotOf(attacker).x - x) : 0;
      const point = { x: x + towards * size * 0.42, y };
      const reach = size * (0.55 + 0.1 * Math.min(6, force));
      const colours = ["#ffd86b", "#ffffff", "#ff9d3b"];
      const light = size * (0.42 + 0.05 * Math.min(5, force)) * setup.glare;
      emit(star(point, { at, seed: seed(), size: light }));
      emit(sparks(point, { at, seed: seed(), count: 14 + 5 * Math.min(6, force), reach, colours }));
    },

    /**
     * A plate bursts in a cloud of dust.
     *
     * @param {string} id
     * @param {number} at
     */
    burst(id, at) {
      const { x, y, size } = heart(id);
      const side = sideOf(id);
      const floor = y + size * 0.56;
      const away = side === "a" ? -1 : 1;
      emit(shards({ x, y }, { at, seed: seed(), size, away, colours: SPLINTERS[side], floor }));
      const puff = { at, count: 8, size: size * 0.5, spread: size * 0.6, colour: "#d9cdb5" };
      emit(dust({ x, y: floor }, { ...puff, seed: seed() }));
    },

    /**
     * A projectile flies from one unit to another.
     *
     * @param {ProjectileKind} kind
     * @param {string} from
     * @param {string} to
     * @param {Omit<Flight, "kind">} how
     * @param {Point} [goal] its end, if not the unit
     */
    projectile(kind, from, to, how, goal) {
      const target = body(to);
      const start = heart(from);
      const end = goal ?? heart(to);
      const moved = (/** @type {number} */ ms) => tracks.wayOf(goal ? null : target, ms);
      const flight = Math.min(how.flight, how.at);
      const stay = Math.min(how.stay ?? 500, Math.max(1, length - how.at));
      emit(projectile(start, end, moved, { ...how, kind, flight, stay }));
      // Tests cannot see the canvas: count its projectiles here.
      layer.dataset.projectiles = String(Number(layer.dataset.projectiles ?? 0) + 1);
    },

    /**
     * A ring that opens around a unit, such as a blast, a shield or a curse.
     *
     * @param {string} id
     * @param {string} kind
     * @param {number} at
     * @param {number} [lasting]
     */
    ring(id, kind, at, lasting = 320) {
      const size = slotOf(id).size * 1.12;
      const life = Math.min(lasting, Math.max(120, length - at));
      emit(ring(follow(id), { ...(RINGS[kind] ?? RINGS.impact), at, size, life }));
    },

    /**
     * Lightning strikes a unit, or the ground next to it.
     *
     * @param {string} id
     * @param {number} at
     * @param {Point} [point]
     */
    bolt(id, at, point) {
      const { size } = slotOf(id);
      const end = point ?? heart(id);
      emit(bolt(end, { at: at - 50, seed: seed(), top: -10 }));
      const colours = ["#cfe3ff", "#ffffff", "#7ab0ff"];
      const [reach, rise] = [size * 0.8, size * 0.2];
      emit(sparks(end, { at, seed: seed(), count: 18, reach, colours, rise }));
      if (!point) emit(scorch(follow(id), { at, seed: seed(), size }));
      const smoke = { count: 5, size: size * 0.3, spread: size * 0.2, rise: size * 0.4 };
      const colour = "#5a5f6e";
      emit(dust(end, { ...smoke, at: at + 120, seed: seed(), colour, strength: 0.4 }));
    },

    /** An explosion with fire and smoke. @param {string} id @param {number} at */
    blast(id, at) {
      const { x, y, size } = heart(id);
      const colours = ["#ffd23f", "#ff7a2f", "#fff6c9"];
      emit(ring(follow(id), { ...RINGS.blast, at, size: size * 1.3, life: 380 }));
      emit(sparks({ x, y }, { at, seed: seed(), count: 26, reach: size, colours, rise: 10 }));
      emit(scorch(follow(id), { at, seed: seed(), size }));
      const smoke = { count: 7, size: size * 0.45, spread: size * 0.4, rise: size * 0.5 };
      emit(dust({ x, y }, { ...smoke, at: at + 60, seed: seed(), colour: "#4c4a52", life: 800 }));
    },

    /** Stars fly from a unit hit on its head. @param {string} id @param {number} at */
    stars(id, at) {
      const { x, y, size } = heart(id);
      const colours = ["#ffd23f", "#fff6c9"];
      const how = { count: 12, reach: size * 0.7, colours, rise: size * 0.3, weight: size * 0.3 };
      emit(sparks({ x, y: y - size * 0.4 }, { ...how, at, seed: seed() }));
    },

    /**
     * A glowing wisp moves from one unit into another.
     *
     * @param {string} from
     * @param {string} to
     * @param {string} kind
     * @param {number} at time of arrival
     * @param {number} flight
     */
    wisp(from, to, kind, at, flight) {
      const { colour } = RINGS[kind] ?? RINGS.impact;
      const goal = heart(to);
      const life = Math.max(1, Math.min(flight, at));
      const radius = Math.max(3, Math.min(9, goal.size * 0.12));
      emit(wisp(heart(from), goal, { at: at - life, life, seed: seed(), radius, colour }));
    },

    /** Sparks where two things meet in the air. @param {Point} point @param {number} at */
    clink(point, at) {
      const colours = ["#ffe9a8", "#ffffff", "#c9a56b"];
      emit(sparks(point, { at, seed: seed(), count: 12, reach: 34, colours, life: 300 }));
    },

    /** Drops run down a unit. @param {string} id @param {number} at @param {string} colour */
    drips(id, at, colour) {
      const { x, y, size } = heart(id);
      emit(drips({ x, y }, { at, seed: seed(), size, colour }));
      const splash = { at, count: 16, reach: size * 0.6, colours: [colour, "#eaffb0"] };
      emit(sparks({ x, y }, { ...splash, seed: seed(), weight: size * 0.5 }));
    },

    /** A blade cuts through a unit. @param {string} id @param {number} at */
    slash(id, at) {
      const { x, y, size } = heart(id);
      emit(slash({ x, y }, { at, size: size * 1.1 }));
      const colours = ["#ff5a6a", "#ffd0d4"];
      emit(sparks({ x, y }, { at: at + 90, seed: seed(), count: 14, reach: size * 0.7, colours }));
    },

    /**
     * Dust at a unit's feet.
     *
     * @param {string} id
     * @param {number} at
     * @param {{ size?: number, colour?: string, rise?: number, life?: number }} [how]
     */
    dust(id, at, { size, colour = "#d9cdb5", rise, life } = {}) {
      const slot = slotOf(id);
      const foot = { x: slot.x, y: slot.y + slot.size * 0.42 };
      const wide = size ?? slot.size * 0.4;
      const puff = { at, count: 6, size: wide, spread: wide, colour };
      emit(dust(foot, { ...puff, seed: seed(), rise, life }));
    },

    /**
     * Darken the stage for a moment, below the other effects.
     *
     * @param {number} at
     * @param {number} lasting
     */
    dim(at, lasting) {
      if (still) return;
      const element = h("div", { class: "dim" });
      layer.prepend(element);
      tracks.add(element, comeAndGo(lasting, 160), Math.max(0, at));
    },

    /**
     * A cloud sweeps over one side's half of the stage.
     *
     * @param {SideId} side
     * @param {string} kind
     */
    sweep(side, kind) {
      const { width, height } = layout;
      const out = side === "a" ? -1 : 1;
      for (let k = 0; k < 3; k++) {
        const from = { x: width / 2 + out * width * (0.1 + 0.16 * k), y: height * 0.7 };
        const cloud = { count: 9, size: height * 0.3, spread: width * 0.14, rise: 20 };
        const colour = RINGS[kind]?.colour ?? "#8fd14f";
        const at = (k * length) / 6;
        emit(dust(from, { ...cloud, seed: seed(), at, life: length - at, colour, strength: 0.17 }));
      }
    },

    /** Confetti for the winner. @param {SideId} side @param {number} at */
    confetti(side, at) {
      const { width, height } = layout;
      const colours = ["#ffd23f", "#4fd6a5", "#c6a4ff", SPLINTERS[side][0]];
      emit(confetti({ at, life: length - at, seed: seed(), width, height, colours }));
    },

    /** Place words and dice where there is room. */
    arrange: notes.arrange,
  };
}

/** @typedef {ReturnType<typeof createEffects>} Effects */

/**
 * Return the seed of a beat; the same each time it is shown.
 *
 * @param {{ type: string, seq?: number }} event the first of the beat
 */
export const seedOfBeat = ({ type, seq = 0 }) => `${type} ${seq}`;
