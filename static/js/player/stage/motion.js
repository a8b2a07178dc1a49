// @ts-check
import { attackOf } from "../../lib/dom.js";
import { createEffects, seedOfBeat } from "./effects/effects.js";
import { createTracks, eased, glareOf, READ_MS } from "./tracks.js";

/** @import { Beat, Catalog, Choreography, Step, WireEvent } from "../types" */
/** @import { EffectsSetup } from "./effects/effects" */
/** @import { Slot, StageLayout } from "./layout" */
/** @import { BeatStage } from "./moves" */
/** @import { Canvas, Emitter } from "./effects/canvas" */
/** @import { Movable } from "./tracks" */
/** @import { UnitDrawing } from "./unit" */

/**
 * @typedef {object} Walker a unit that goes from one slot to another, lifted by `lift` px halfway
 * @property {UnitDrawing} drawing
 * @property {Slot} from
 * @property {Slot} to
 * @property {number} lift
 *
 * @typedef {object} StageSetup the stage that a motion takes place on
 * @property {Map<string, UnitDrawing>} drawings of the units, by their ids
 * @property {StageLayout} layout
 * @property {(state: any, id: string) => Slot} at where a unit stands in a state
 * @property {(before: any, after: any) => Walker[]} walkers who changes place from one state to another
 * @property {boolean} early whether they walk before the first event of a beat lands, or after it
 * @property {HTMLElement} world all that shakes when the ground does
 * @property {HTMLElement} effects the layer of words and numbers
 * @property {Canvas} canvas
 * @property {number} [speed] at which the beat is played
 * @property {boolean} still whether to leave out whatever moves or flashes
 * @property {Record<string, Movable>} parts of the stage that a choreography moves, by name
 * @property {(stage: BeatStage, events: WireEvent[], landings: number[]) => void} [onBeat] begins the
 *   motion of a beat with what its events have in common
 * @property {EffectsSetup["captions"]} [captions] the numbers, dice and explanations of a stage that has them
 * @property {(state: any, id: string) => string} [figureOf] the kind of a unit's figure, if its state decides
 * @property {Catalog} catalog
 *
 * @typedef {object} BeatEvents
 * @property {Beat} beat
 * @property {WireEvent[]} events
 * @property {number[]} times
 * @property {any} before
 * @property {any} after
 * @property {number} [room] ms from its cue for which effects may be seen; without it they end with the beat
 */

/** How long the stage shakes. */
const QUAKE_MS = 200;

/** With more units than this, the outermost stand at the edges of the stage, which then shakes by so many px at most. */
const CROWD = 40;
const CROWD_PX = 1.5;

/** How long text takes to give way to another. */
const GIVE_WAY_MS = 90;

/**
 * The motion of one beat, and the effects that outlast it. It only decorates: the snapshots hold the state before and
 * after.
 *
 * @param {Choreography<any, any>} choreography
 * @param {StageSetup} setup
 * @param {BeatEvents} happening
 * @returns {Step}
 */
export function createStep(choreography, setup, happening) {
  const { beat, events, times, before, after, room = beat.length } = happening;
  const { layout, still } = setup;
  const tracks = createTracks({ still });
  const walks = createWalks(setup, happening);
  const glare = glareOf(beat.length / events.length / (setup.speed ?? 1));
  /** @type {Emitter[]} */
  const emitters = [];
  /** @type {HTMLElement[]} */
  const elements = [];
  const landings = times.map((ms) => ms - beat.cue);
  const at = (/** @type {string} */ id) => setup.at(setup.early ? after : before, id);
  const body = (/** @type {string} */ id) => setup.drawings.get(id)?.body ?? null;
  const sideOf = (/** @type {string} */ id) => (before.roster[id] ?? after.roster[id]).side;
  const { effects, lasting, arrange, claims } = createEffects({
    ...{ tracks, emitters, layout, still, at, body, room, glare, sideOf, captions: setup.captions },
    show(element, isBelow) {
      elements.push(element);
      if (isBelow) setup.canvas.root.before(element);
      else setup.effects.append(element);
    },
    length: beat.length,
    seed: seedOfBeat(events[0]),
  });
  /** @type {BeatStage} */
  const stage = {
    move: tracks.add,
    ...{ glare, still, fx: effects, before, after, layout, at, body },
    catalog: setup.catalog,
    length: beat.length,
    part: (name) => setup.parts[name],
    attackOf: (id) =>
      attackOf(
        setup.catalog,
        setup.figureOf
          ? { unit: setup.figureOf(after, id), icon: null }
          : (before.roster[id] ?? after.roster[id]),
      ),
    partOf: (id, name) => setup.drawings.get(id)?.parts?.[name] ?? null,
    everybody: () => setup.drawings.values(),
    figure: (id) => setup.drawings.get(id)?.figure ?? null,
    wayOf: (id, ms) => tracks.wayOf(body(id), ms),
    forward: (side) => (side === "a" ? 1 : -1),
    quake(px, start) {
      const most = setup.drawings.size > CROWD ? Math.min(px, CROWD_PX) : px;
      const swings = (/** @type {number} */ share) =>
        [1, -0.8, 0.6, -0.4, 0.2, 0].map((part) => most * share * part);
      const way = { translateX: swings(1), translateY: swings(-0.5) };
      tracks.add(setup.world, { ...way, duration: QUAKE_MS, ease: "linear" }, start);
    },
  };
  setup.onBeat?.(stage, events, landings);
  events.forEach((event, k) => {
    if (!Object.hasOwn(choreography, event.type)) return;
    const again = events.slice(k + 1).some(({ type }) => type === event.type);
    choreography[event.type](stage, event, landings[k], {
      ...{ again, until: landings[k + 1] ?? beat.length },
    });
  });
  arrange();
  const release = setup.canvas.hold(emitters, beat.cue);
  const kept = new Set(lasting.map(({ element }) => element));
  let isOver = false;

  /** Leaves what outlasts the beat. @param {Set<HTMLElement>} [left] */
  function end(left) {
    if (!isOver) walks.settle();
    isOver = true;
    tracks.clear(left);
    for (const element of elements) if (!left?.has(element)) element.remove();
  }

  return {
    lasts: Math.max(
      beat.length,
      ...lasting.map(({ end: over }) => over),
      ...emitters.map(({ at: start, life }) => start + life),
    ),
    // Words on a unit that walks off would stay where the next one comes.
    claims: (text) =>
      (after.ended && !before.ended) || (setup.early && walks.has(text.id)) ? 0 : claims(text),
    seek(ms, later = []) {
      if (ms >= beat.length && !isOver) end(kept);
      for (const text of lasting) {
        const claimed = later.map(
          ({ step, beat: { cue } }) => cue - beat.cue + (step.claims?.(text) ?? Infinity),
        );
        const until = Math.max(Math.min(...claimed), text.start + READ_MS + GIVE_WAY_MS);
        tracks.dim(text.element, Math.max(0, Math.min(1, (until - ms) / GIVE_WAY_MS)));
      }
      tracks.seek(ms);
      if (!isOver) walks.seek(ms);
    },
    clear() {
      end();
      release();
    },
  };
}

/**
 * Walks every unit whose place changes in a beat from its old slot to the new one.
 *
 * @param {StageSetup} setup
 * @param {BeatEvents} happening
 */
function createWalks(setup, { beat, times, before, after }) {
  /** @type {Walker[] | undefined} that of a beat which is over already is not asked for */
  let known;
  const walkers = () => (known ??= setup.walkers(before, after));
  const landing = times[0] - beat.cue;
  // Who comes up waits for the splinters of who has fallen.
  const pause = (beat.length - landing) * 0.35;
  const [start, end] = setup.early ? [0, landing] : [landing + pause, beat.length];
  const lasting = Math.max(1, end - start);
  return {
    /** @param {string} id */
    has: (id) => walkers().some(({ drawing }) => drawing.unit.id === id),
    /** @param {number} ms */
    seek(ms) {
      // A unit that walks late stands in its old slot until then, at the old slot's size.
      const share = setup.still ? Number(ms >= start) : eased("inOutQuad", (ms - start) / lasting);
      for (const { drawing, from, to, lift } of walkers()) {
        drawing.between(from, ms < start ? from : to, share, lift * Math.sin(Math.PI * share));
      }
    },
    /** Puts units that are on their way where the state has them, since it is not drawn again. */
    settle() {
      for (const { drawing } of known ?? []) drawing.settle();
    },
  };
}
