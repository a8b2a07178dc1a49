// @ts-check
import { createEffects, seedOfBeat } from "./effects/effects.js";
import { createTracks, eased, glareOf } from "./tracks.js";

/** @import { Beat, Catalog, Choreography, Step, WireEvent } from "../types" */
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
 * @property {Catalog} catalog
 *
 * @typedef {{ beat: Beat, events: WireEvent[], times: number[], before: any, after: any }} BeatEvents
 */

/** How long the stage shakes. */
const QUAKE_MS = 200;

/**
 * The motion of one beat. It only decorates: the snapshots say what is true before and after.
 *
 * @param {Choreography<any, any>} choreography
 * @param {StageSetup} setup
 * @param {BeatEvents} happening
 * @returns {Step}
 */
export function createStep(choreography, setup, { beat, events, times, before, after }) {
  const { layout, still } = setup;
  const tracks = createTracks({ still });
  const glare = glareOf(beat.length / events.length / (setup.speed ?? 1));
  /** @type {Emitter[]} */
  const emitters = [];
  const at = (/** @type {string} */ id) => setup.at(setup.early ? after : before, id);
  const body = (/** @type {string} */ id) => setup.drawings.get(id)?.body ?? null;
  const fx = createEffects({
    ...{ tracks, emitters, layout, still, at, body },
    layer: setup.effects,
    length: beat.length,
    seed: seedOfBeat(events[0]),
    glare,
    sideOf: (id) => (before.roster[id] ?? after.roster[id]).side,
  });
  /** @type {BeatStage} */
  const stage = {
    move: tracks.add,
    glare,
    ...{ fx, before, after, layout, at, body },
    catalog: setup.catalog,
    length: beat.length,
    part: (name) => setup.parts[name],
    everybody: () => setup.drawings.values(),
    figure: (id) => setup.drawings.get(id)?.figure ?? null,
    wayOf: (id, ms) => tracks.wayOf(body(id), ms),
    forward: (side) => (side === "a" ? 1 : -1),
    quake(px, start) {
      const swings = [1, -0.8, 0.6, -0.4, 0.2, 0].map((share) => ({ to: px * share }));
      const dips = [-0.5, 0.4, -0.3, 0.2, -0.1, 0].map((share) => ({ to: px * share }));
      tracks.add(
        setup.world,
        { translateX: swings, translateY: dips, duration: QUAKE_MS, ease: "linear" },
        start,
      );
    },
  };
  events.forEach((event, k) => {
    if (Object.hasOwn(choreography, event.type))
      choreography[event.type](stage, event, times[k] - beat.cue);
  });
  fx.arrange();
  const walks = createWalks(setup, { beat, times, before, after });
  return {
    seek(ms) {
      tracks.seek(ms);
      walks.seek(ms);
      setup.canvas.draw(emitters, ms);
    },
    clear() {
      walks.settle();
      tracks.clear();
      setup.effects.replaceChildren();
      delete setup.effects.dataset.projectiles;
      setup.canvas.draw([], 0);
    },
  };
}

/**
 * Walks every unit whose place changes in a beat from its old slot to the new one.
 *
 * @param {StageSetup} setup
 * @param {Omit<BeatEvents, "events">} happening
 */
function createWalks(setup, { beat, times, before, after }) {
  const walkers = setup.walkers(before, after);
  const landing = times[0] - beat.cue;
  // Who comes up waits for the dust of who has fallen.
  const pause = (beat.length - landing) * 0.2;
  const [start, end] = setup.early ? [0, landing] : [landing + pause, beat.length];
  const lasting = Math.max(1, end - start);
  return {
    /** @param {number} ms */
    seek(ms) {
      // A unit that walks late stands in its old slot until then, at the old slot's size.
      const share = setup.still ? Number(ms >= start) : eased("inOutQuad", (ms - start) / lasting);
      for (const { drawing, from, to, lift } of walkers) {
        drawing.between(from, ms < start ? from : to, share, lift * Math.sin(Math.PI * share));
      }
    },
    /** Puts units that are on their way where the state has them, since it is not drawn again. */
    settle() {
      for (const { drawing } of walkers) drawing.settle();
    },
  };
}
