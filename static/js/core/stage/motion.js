// @ts-check
import { createTimeline, eases } from "animejs";
import { createEffects } from "./effects.js";

/** @import { Beat, Catalog, SideId, StageState, Step, WireEvent } from "../types" */
/** @import { Layout, Slot } from "./layout" */
/** @import { Cast, Dances } from "./moves" */
/** @import { UnitDrawing } from "./unit" */

/**
 * @typedef {object} Ground what a motion takes place on
 * @property {Map<string, UnitDrawing>} units
 * @property {Layout} layout
 * @property {HTMLElement} effects
 * @property {HTMLElement} sign
 * @property {HTMLElement} verdict
 * @property {Catalog} catalog
 * @property {string} iconsUrl
 *
 * @typedef {{ beat: Beat, events: WireEvent[], times: number[], before: StageState, after: StageState }} Passage
 */

/**
 * The motion of one beat. It only decorates: the snapshots say what is true before and after.
 *
 * @param {Dances} dances
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
    part: (name) => ground[name],
    everybody: () => ground.units.values(),
    at(id) {
      const side = (before.cards[id] ?? after.cards[id]).side;
      return layout.slot(side, Math.max(0, before.lineups[side].indexOf(id)));
    },
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
      walks(ms);
    },
    clear() {
      // Reverting also empties anime's own memory of each element's transform.
      motion.revert();
      ground.effects.replaceChildren();
      for (const element of moved) element.removeAttribute("style");
    },
  };
}

/**
 * Walks every unit whose place changes in a beat from its old slot to the new one; who goes to the
 * back passes below the others.
 *
 * @param {Ground} ground
 * @param {Omit<Passage, "events">} passage
 */
function createWalks({ units, layout }, { beat, times, before, after }) {
  /** @type {{ unit: UnitDrawing, from: Slot, to: Slot, lift: number }[]} */
  const walkers = [];
  for (const side of /** @type {SideId[]} */ (["a", "b"])) {
    after.lineups[side].forEach((id, place) => {
      const old = before.lineups[side].indexOf(id);
      const unit = units.get(id);
      if (old < 0 || old === place || !unit) return;
      const lift = place > old ? -layout.leader * 0.5 : 0;
      walkers.push({ unit, from: layout.slot(side, old), to: layout.slot(side, place), lift });
    });
  }
  const start = times[0] - beat.cue;
  const lasting = Math.max(1, beat.length - start);
  return (/** @type {number} */ ms) => {
    // Before its event lands a unit still stands in its old slot, at the old slot's size.
    if (walkers.length === 0 || ms < start) return;
    const share = eases.inOutQuad(Math.min(1, (ms - start) / lasting));
    for (const { unit, from, to, lift } of walkers) {
      unit.between(from, to, share, lift * Math.sin(Math.PI * share));
    }
  };
}
