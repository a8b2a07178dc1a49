// @ts-check
import { createTimeline, eases } from "animejs";
import { createEffects } from "./effects.js";

/** @import { Beat, Catalog, Choreography, Step, WireEvent } from "../types" */
/** @import { Slot, StageLayout } from "./layout" */
/** @import { BeatStage } from "./moves" */
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
 * @property {HTMLElement} effects
 * @property {Record<string, Element>} parts of the stage that a choreography moves, by name
 * @property {Catalog} catalog
 * @property {string} iconsUrl
 *
 * @typedef {{ beat: Beat, events: WireEvent[], times: number[], before: any, after: any }} BeatEvents
 */

/**
 * The motion of one beat. It only decorates: the snapshots say what is true before and after.
 *
 * @param {Choreography<any, any>} choreography
 * @param {StageSetup} setup
 * @param {BeatEvents} happening
 * @returns {Step}
 */
export function createStep(choreography, setup, { beat, events, times, before, after }) {
  const motion = createTimeline({
    autoplay: false,
    defaults: { ease: "outQuad", composition: "none" },
  });
  const { iconsUrl, layout } = setup;
  const fx = createEffects(setup.effects, motion, {
    length: beat.length,
    iconsUrl,
    width: layout.width,
  });
  /** @type {Set<any>} */
  const moved = new Set();
  /** @type {BeatStage} */
  const stage = {
    move(element, how, start) {
      moved.add(element);
      motion.add(element, how, start);
    },
    fx,
    before,
    after,
    layout,
    catalog: setup.catalog,
    length: beat.length,
    part: (name) => setup.parts[name],
    everybody: () => setup.drawings.values(),
    at: (id) => setup.at(setup.early ? after : before, id),
    body: (id) => setup.drawings.get(id)?.body ?? null,
    forward: (side) => (side === "a" ? 1 : -1),
  };
  events.forEach((event, k) => {
    if (Object.hasOwn(choreography, event.type))
      choreography[event.type](stage, event, times[k] - beat.cue);
  });
  const walks = createWalks(setup, { beat, times, before, after });
  return {
    seek(ms) {
      motion.seek(ms);
      walks.seek(ms);
    },
    clear() {
      walks.settle();
      // Reverting also empties anime's own memory of each element's transform.
      motion.revert();
      setup.effects.replaceChildren();
      for (const element of moved) element.removeAttribute("style");
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
  const [start, end] = setup.early ? [0, landing] : [landing, beat.length];
  const lasting = Math.max(1, end - start);
  let share = 0;
  let begun = false;
  return {
    /** @param {number} ms */
    seek(ms) {
      // A unit that walks late stands in its old slot until then, at the old slot's size.
      if (ms < start) return;
      begun = true;
      share = eases.inOutQuad(Math.min(1, (ms - start) / lasting));
      for (const { drawing, from, to, lift } of walkers) {
        drawing.between(from, to, share, lift * Math.sin(Math.PI * share));
      }
    },
    /** Puts units that are on their way where the state has them, since it is not drawn again. */
    settle() {
      if (!begun) return;
      for (const { drawing, from, to } of walkers) {
        const place = setup.early && share < 1 ? from : to;
        drawing.between(place, place, 1);
      }
    },
  };
}
