// @ts-check
import { createTimeline, eases } from "animejs";
import { createEffects } from "./effects.js";

/** @import { Beat, Catalog, Choreography, Step, WireEvent } from "../types" */
/** @import { Slot, StageLayout } from "./layout" */
/** @import { Cast } from "./moves" */
/** @import { UnitDrawing } from "./unit" */

/**
 * @typedef {object} Walker a unit that goes from one slot to another, lifted by `lift` px halfway
 * @property {UnitDrawing} unit
 * @property {Slot} from
 * @property {Slot} to
 * @property {number} lift
 *
 * @typedef {object} Ground what a motion takes place on
 * @property {Map<string, UnitDrawing>} units
 * @property {StageLayout} layout
 * @property {(state: any, id: string) => Slot} at where a unit stands in a state
 * @property {(before: any, after: any) => Walker[]} walkers who changes place from one state to another
 * @property {boolean} early whether they walk before the first event of a beat lands, or after it
 * @property {HTMLElement} effects
 * @property {Record<string, Element>} parts of the stage that dances move, by name
 * @property {Catalog} catalog
 * @property {string} iconsUrl
 *
 * @typedef {{ beat: Beat, events: WireEvent[], times: number[], before: any, after: any }} Passage
 */

/**
 * The motion of one beat. It only decorates: the snapshots say what is true before and after.
 *
 * @param {Choreography<any, any>} dances
 * @param {Ground} ground
 * @param {Passage} passage
 * @returns {Step}
 */
export function createStep(dances, ground, { beat, events, times, before, after }) {
  const motion = createTimeline({
    autoplay: false,
    defaults: { ease: "outQuad", composition: "none" },
  });
  const { iconsUrl, layout } = ground;
  const fx = createEffects(ground.effects, motion, {
    length: beat.length,
    iconsUrl,
    width: layout.width,
  });
  /** @type {Set<any>} */
  const moved = new Set();
  /** @type {Cast} */
  const cast = {
    move(element, how, start) {
      moved.add(element);
      motion.add(element, how, start);
    },
    fx,
    before,
    after,
    layout,
    catalog: ground.catalog,
    length: beat.length,
    part: (name) => ground.parts[name],
    everybody: () => ground.units.values(),
    at: (id) => ground.at(ground.early ? after : before, id),
    body: (id) => ground.units.get(id)?.body ?? null,
    forward: (side) => (side === "a" ? 1 : -1),
  };
  events.forEach((event, k) => {
    if (Object.hasOwn(dances, event.type)) dances[event.type](cast, event, times[k] - beat.cue);
  });
  const walks = createWalks(ground, { beat, times, before, after });
  return {
    seek(ms) {
      motion.seek(ms);
      walks.seek(ms);
    },
    clear() {
      walks.settle();
      // Reverting also empties anime's own memory of each element's transform.
      motion.revert();
      ground.effects.replaceChildren();
      for (const element of moved) element.removeAttribute("style");
    },
  };
}

/**
 * Walks every unit whose place changes in a beat from its old slot to the new one.
 *
 * @param {Ground} ground
 * @param {Omit<Passage, "events">} passage
 */
function createWalks(ground, { beat, times, before, after }) {
  const walkers = ground.walkers(before, after);
  const landing = times[0] - beat.cue;
  const [start, end] = ground.early ? [0, landing] : [landing, beat.length];
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
      for (const { unit, from, to, lift } of walkers) {
        unit.between(from, to, share, lift * Math.sin(Math.PI * share));
      }
    },
    /** Puts whoever is on the way where the state has them: it is not drawn again for that. */
    settle() {
      if (!begun) return;
      for (const { unit, from, to } of walkers) {
        const place = ground.early && share < 1 ? from : to;
        unit.between(place, place, 1);
      }
    },
  };
}
