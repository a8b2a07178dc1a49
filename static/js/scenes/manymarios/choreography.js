// @ts-check
import { createTimeline, eases } from "animejs";
import { DANCES } from "./dances.js";
import { createEffects } from "./effects.js";

/** @import { Beat, Catalog, SideId, Step, WireEvent } from "../../core/types" */
/** @import { UnitDrawing } from "./draw" */
/** @import { Layout, Slot } from "./layout" */
/** @import { Cast } from "./moves" */
/** @import { State } from "./reduce" */

/**
 * @typedef {object} Stage
 * @property {Map<string, UnitDrawing>} units
 * @property {Layout} layout
 * @property {HTMLElement} effects
 * @property {HTMLElement} round
 * @property {HTMLElement} verdict
 * @property {Catalog} catalog
 * @property {string} iconsUrl
 *
 * @typedef {{ beat: Beat, events: WireEvent[], times: number[], before: State, after: State }} Passage
 */

/**
 * The motion of one beat. It only decorates: the snapshots say what is true before and after.
 *
 * @param {Stage} stage
 * @param {Passage} passage
 * @returns {Step}
 */
export function createStep(stage, { beat, events, times, before, after }) {
  const motion = createTimeline({
    autoplay: false,
    defaults: { ease: "outQuad", composition: "none" },
  });
  const { width } = stage.layout;
  const { iconsUrl } = stage;
  const fx = createEffects(stage.effects, motion, { length: beat.length, iconsUrl, width });
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
    stage,
    length: beat.length,
    at(id) {
      const side = (before.cards[id] ?? after.cards[id]).side;
      return stage.layout.slot(side, Math.max(0, before.lineups[side].indexOf(id)));
    },
    body: (id) => stage.units.get(id)?.body ?? null,
    forward: (side) => (side === "a" ? 1 : -1),
  };
  events.forEach((event, k) => {
    if (Object.hasOwn(DANCES, event.type)) DANCES[event.type](cast, event, times[k] - beat.cue);
  });
  const walks = createWalks(stage, { beat, times, before, after });
  return {
    seek(ms) {
      motion.seek(ms);
      walks(ms);
    },
    clear() {
      // Reverting also empties anime's own memory of each element's transform.
      motion.revert();
      stage.effects.replaceChildren();
      for (const element of moved) element.removeAttribute("style");
    },
  };
}

/**
 * Walks every unit whose place changes in a beat from its old slot to the new one; who goes to the
 * back passes below the others.
 *
 * @param {Stage} stage
 * @param {Omit<Passage, "events">} passage
 */
function createWalks(stage, { beat, times, before, after }) {
  /** @type {{ unit: UnitDrawing, from: Slot, to: Slot, lift: number }[]} */
  const walkers = [];
  for (const side of /** @type {SideId[]} */ (["a", "b"])) {
    after.lineups[side].forEach((id, place) => {
      const old = before.lineups[side].indexOf(id);
      const unit = stage.units.get(id);
      if (old < 0 || old === place || !unit) return;
      const lift = place > old ? -stage.layout.leader * 0.5 : 0;
      walkers.push({
        unit,
        from: stage.layout.slot(side, old),
        to: stage.layout.slot(side, place),
        lift,
      });
    });
  }
  const start = times[0] - beat.cue;
  const lasting = Math.max(1, beat.length - start);
  return (/** @type {number} */ ms) => {
    if (walkers.length === 0) return;
    const share = eases.inOutQuad(Math.max(0, Math.min(1, (ms - start) / lasting)));
    for (const { unit, from, to, lift } of walkers) {
      // Before its event lands the unit still stands in its old slot, at the old slot's size.
      if (ms < start) continue;
      unit.between(from, to, share, lift * Math.sin(Math.PI * share));
    }
  };
}
