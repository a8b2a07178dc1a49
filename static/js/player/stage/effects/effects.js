// @ts-check
import { h } from "../../../lib/dom.js";
import { comeAndGo } from "../tracks.js";
import { mark } from "./blows.js";
import { confetti, dust, ring, shards, sparks, star } from "./particles.js";
import { projectile } from "./projectiles.js";
import { createTexts } from "./texts.js";

/** @import { AttackShape, SideId } from "../../types" */
/** @import { Slot, StageLayout } from "../layout" */
/** @import { Emitter, Point } from "./canvas" */
/** @import { createCaptions } from "./captions" */
/** @import { Flight, ProjectileKind, ProjectileName } from "./projectiles" */
/** @import { Movable, Tracks } from "../tracks" */

/**
 * The look of a ring: `filled` shines inside, `holds` keeps its size.
 *
 * @typedef {{ colour: string, filled?: boolean, holds?: boolean }} RingStyle
 */

/** Styles of rings that every scene can name; a scene passes its own as objects. */
const RINGS = {
  impact: /** @type {RingStyle} */ ({ colour: "#ffffff" }),
  dome: /** @type {RingStyle} */ ({ colour: "#4fd6a5", filled: true, holds: true }),
};

/** Colours of splinters: a plate's rim, face and edge. */
const SPLINTERS = {
  a: ["#2c6fd6", "#e3efff", "#173a80", "#8fc0ff"],
  b: ["#d8701a", "#fff0df", "#80380a", "#ffc48a"],
};

/**
 * @typedef {object} EffectsSetup
 * @property {(element: HTMLElement, isBelow?: boolean) => void} show puts an element on the stage
 * @property {Tracks} tracks
 * @property {Emitter[]} emitters
 * @property {StageLayout} layout
 * @property {number} length of the beat in ms
 * @property {number} room ms for which effects may be seen that outlast the beat
 * @property {string} seed of the beat
 * @property {number} glare brightness of flashes, from 0 to 1
 * @property {boolean} still leaves out everything that moves or flashes
 * @property {(id: string) => Slot} at
 * @property {(id: string) => HTMLElement | null} body
 * @property {(id: string) => SideId} sideOf
 * @property {typeof createCaptions} [captions] the numbers, dice and explanations of a stage that has them
 */

/** Height of effects above a unit's middle, as a share of its size. */
const HEART = 0.14;

/** Where what flies hits a unit: so far from its middle, as a share of its size. */
const FLANK = 0.3;

/**
 * Short-lived effects on the stage: numbers, words and dice as elements, everything else on the canvas. All
 * of them can be sought to any time and move with their unit.
 *
 * @param {EffectsSetup} setup
 */
export function createEffects(setup) {
  const { tracks, emitters, layout, length, room, show, still, at: slotOf, body, sideOf } = setup;
  const texts = createTexts(setup);
  const captions = setup.captions?.(setup, texts);
  let count = 0;
  const seed = () => `${setup.seed} ${++count}`;

  /**
   * Draw an emitter, at most until the beat ends, or as long as what outlasts it may be seen.
   *
   * @param {Emitter} emitter
   */
  function emit(emitter) {
    if (still) return;
    const end = emitter.outlasts ? room : length;
    const life = Math.min(emitter.life, Math.max(1, end - emitter.at));
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

  const effects = {
    ...texts.effects,
    .../** @type {ReturnType<typeof createCaptions>["effects"]} */ (captions?.effects),
    emit,
    /** Seed of the next effect, the same each time the beat is shown. */
    seed,
    heart,
    follow,

    /**
     * A blow lands: light, sparks and the mark of its shape, where it comes from.
     *
     * @param {string} target
     * @param {string | null} attacker
     * @param {number} at
     * @param {number} force at least 1
     * @param {{ from?: "above" | "afar", shape?: AttackShape | null }} [how]
     */
    impact(target, attacker, at, force, { from, shape } = {}) {
      const { x, y, size } = heart(target);
      const towards = attacker ? Math.sign(slotOf(attacker).x - x) : 0;
      const [aside, up] = from === "above" ? [0, 0.34] : [from ? FLANK : 0.42, 0];
      const point = { x: x + towards * size * aside, y: y - size * up };
      const reach = size * (0.55 + 0.1 * Math.min(6, force));
      const colours = ["#ffd86b", "#ffffff", "#ff9d3b"];
      const light = size * (0.42 + 0.05 * Math.min(5, force)) * setup.glare;
      emit(star(point, { at, seed: seed(), size: light }));
      emit(sparks(point, { at, seed: seed(), count: 14 + 5 * Math.min(6, force), reach, colours }));
      if (shape) emit(mark(shape, { x: x + towards * size * 0.2, y }, { at, size, towards }));
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
     * @param {ProjectileName | ProjectileKind} kind
     * @param {string} from
     * @param {string} to
     * @param {Omit<Flight, "kind">} how
     * @param {Point} [goal] its end, if not the unit
     */
    projectile(kind, from, to, how, goal) {
      const target = body(to);
      const start = heart(from);
      const middle = heart(to);
      const towards = Math.sign(start.x - middle.x);
      const end = goal ?? { x: middle.x + towards * middle.size * FLANK, y: middle.y };
      const moved = (/** @type {number} */ ms) => tracks.wayOf(goal ? null : target, ms);
      const flight = Math.min(how.flight, how.at);
      const stay = Math.min(how.stay ?? 500, Math.max(1, length - how.at));
      emit(projectile(start, end, moved, { ...how, kind, flight, stay }));
    },

    /**
     * A ring that opens around a unit, such as a shield.
     *
     * @param {string} id
     * @param {keyof typeof RINGS | RingStyle} kind
     * @param {number} at
     * @param {number} [lasting]
     */
    ring(id, kind, at, lasting = 320) {
      const size = slotOf(id).size * 1.12;
      const life = Math.min(lasting, Math.max(120, length - at));
      const style = typeof kind === "string" ? RINGS[kind] : kind;
      emit(ring(follow(id), { ...style, at, size, life }));
    },

    /** Sparks where two things meet in the air. @param {Point} point @param {number} at */
    clink(point, at) {
      const colours = ["#ffe9a8", "#ffffff", "#c9a56b"];
      emit(sparks(point, { at, seed: seed(), count: 12, reach: 34, colours, life: 300 }));
    },

    /**
     * Dust at a unit's feet, thin and low, since its values are there.
     *
     * @param {string} id
     * @param {number} at
     * @param {{ size?: number, colour?: string, rise?: number, life?: number }} [how]
     */
    dust(id, at, { size, colour = "#d9cdb5", rise, life } = {}) {
      const slot = slotOf(id);
      const foot = { x: slot.x, y: slot.y + slot.size * 0.5 };
      const wide = size ?? slot.size * 0.4;
      const puff = { at, count: 6, size: wide, spread: wide, colour, strength: 0.25 };
      emit(dust(foot, { ...puff, seed: seed(), rise, life }));
    },

    /**
     * Darken the stage for a moment, below the other effects.
     *
     * @param {number} at
     * @param {number} lasting
     * @param {string} [style] where it stays light
     */
    dim(at, lasting, style = "") {
      if (still) return;
      const element = h("div", { class: "dim" });
      element.style.cssText = style;
      show(element, true);
      tracks.add(element, comeAndGo(lasting, 140), Math.max(0, at));
    },

    /** Confetti for the winner. @param {SideId} side @param {number} at */
    confetti(side, at) {
      const { width, height } = layout;
      const colours = ["#ffd23f", "#4fd6a5", "#c6a4ff", SPLINTERS[side][0]];
      emit(confetti({ at, life: length - at, seed: seed(), width, height, colours }));
    },
  };
  const { lasting, claims, putHerald } = texts;
  return { effects, lasting, claims, arrange: captions?.arrange ?? (() => putHerald()) };
}

/** @typedef {ReturnType<typeof createEffects>["effects"]} Effects */

/**
 * Return the seed of a beat; the same each time it is shown.
 *
 * @param {{ type: string, seq?: number }} event the first of the beat
 */
export const seedOfBeat = ({ type, seq = 0 }) => `${type} ${seq}`;
