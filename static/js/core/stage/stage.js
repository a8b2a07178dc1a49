// @ts-check
import { h } from "../dom.js";
import { createBanner } from "./banner.js";
import { createLayout } from "./layout.js";
import { listenToUnits } from "./listen.js";
import { createStep } from "./motion.js";
import { createSign, createVerdict } from "./signs.js";

/** @import { Choreography, Scene, SceneContext, SideId, StageCard, StageState } from "../types" */
/** @import { Role } from "./banner" */
/** @import { Walker } from "./motion" */
/** @import { UnitDrawing } from "./unit" */

/** @type {SideId[]} */
const SIDES = ["a", "b"];

/** With more units than this on a side a stage makes room for them. */
const CROWD = 20;

/**
 * What a ruleset brings to a stage on which two lineups face each other.
 *
 * @template {StageState} State
 * @typedef {object} Kind
 * @property {State} initial
 * @property {string} className
 * @property {(state: State) => SVGElement} backdrop
 * @property {(card: any, iconsUrl: string) => UnitDrawing & { show(state: State): void }} drawUnit
 * @property {(state: State, side: SideId) => { name: string, army: string, helpers: { name: string, icon: string }[] }} introduce
 * @property {(state: State, side: SideId) => { role: Role | null, left: string }} sideNow
 * @property {(state: State) => string[]} sign the words on the sign over the stage
 * @property {(state: State) => { headline: string, why: string }} verdict
 * @property {Choreography<State, any>} dances
 */

/**
 * A scene of two lineups: the leaders face each other, enlarged, in the middle.
 *
 * @template {StageState} State
 * @param {SceneContext} context
 * @param {Kind<State>} kind
 * @returns {Scene<State>}
 */
export function createLineupStage(context, kind) {
  const { iconsUrl, catalog } = context;
  const field = h("div", { class: "field" });
  const effects = h("div", { class: "effects", "aria-hidden": "true" });
  const sign = createSign();
  const verdict = createVerdict(kind.verdict);
  const banners = { a: createBanner("a", iconsUrl), b: createBanner("b", iconsUrl) };
  const ground = h("div", { class: "backdrop" });
  const root = h(
    "div",
    { class: `lineup-scene ${kind.className}`, role: "group", "aria-label": "The battlefield" },
    ground,
    field,
    effects,
    banners.a.root,
    sign.root,
    banners.b.root,
    verdict.root,
  );
  /** @type {Map<string, ReturnType<Kind<State>["drawUnit"]>>} */
  const units = new Map();
  let state = kind.initial;
  /** @type {unknown} */
  let mustered = null;
  /** @type {Record<SideId, number>} */
  const largest = { a: 1, b: 1 };
  let layout = createLayout({ width: 800, height: 420 }, largest);

  /** Draws the armies that a battle has, once. */
  function muster() {
    if (state.armies === mustered) return;
    mustered = state.armies;
    units.clear();
    for (const card of Object.values(state.cards)) {
      units.set(card.id, kind.drawUnit(card, iconsUrl));
    }
    for (const side of SIDES) {
      const { name, army, helpers } = kind.introduce(state, side);
      banners[side].introduce(name, army, helpers);
      largest[side] = Math.max(1, state.lineups[side].length);
    }
    root.dataset.crowd = Math.max(largest.a, largest.b) > CROWD ? "large" : "small";
    field.replaceChildren(...[...units.values()].map((unit) => unit.root));
    ground.replaceChildren(kind.backdrop(state));
    measure();
  }

  function measure() {
    const { width, height } = root.getBoundingClientRect();
    layout = createLayout({ width: width || 800, height: height || 420 }, largest);
  }

  function draw() {
    muster();
    const standing = new Set();
    for (const side of SIDES) {
      state.lineups[side].forEach((id, place) => {
        units.get(id)?.stand(layout.slot(side, place));
        standing.add(id);
      });
      const { role, left } = kind.sideNow(state, side);
      banners[side].show(role, left);
    }
    for (const [id, unit] of units) {
      if (!standing.has(id)) unit.stand(null);
      unit.show(state);
    }
    sign.show(kind.sign(state));
    verdict.show(state);
  }

  /**
   * Everybody whose place in the lineup changes; who goes to the back passes below the others.
   *
   * @param {State} before
   * @param {State} after
   */
  function walkers(before, after) {
    /** @type {Walker[]} */
    const list = [];
    for (const side of SIDES) {
      after.lineups[side].forEach((id, place) => {
        const old = before.lineups[side].indexOf(id);
        const unit = units.get(id);
        if (old < 0 || old === place || !unit) return;
        const lift = place > old ? -layout.leader * 0.5 : 0;
        list.push({ unit, from: layout.slot(side, old), to: layout.slot(side, place), lift });
      });
    }
    return list;
  }

  listenToUnits(field, context, units, (id, key) => neighbour(state.lineups, state.cards[id], key));

  return {
    mount(parent) {
      parent.append(root);
      ground.replaceChildren(kind.backdrop(state));
      measure();
    },
    render(next) {
      state = next;
      draw();
    },
    play(beat, events, times, before, after) {
      const stage = {
        ...{ units, layout, effects, catalog, iconsUrl },
        parts: { sign: sign.root, verdict: verdict.root },
        early: false,
        at(/** @type {State} */ now, /** @type {string} */ id) {
          const { side } = now.cards[id] ?? after.cards[id];
          return layout.slot(side, Math.max(0, now.lineups[side].indexOf(id)));
        },
        walkers,
      };
      return createStep(kind.dances, stage, { beat, events, times, before, after });
    },
    resize() {
      measure();
      draw();
    },
    unmount() {
      root.remove();
    },
  };
}

/**
 * The unit that an arrow key leads to from another one, through the lineups and across.
 *
 * @param {Record<SideId, string[]>} lineups
 * @param {StageCard} card
 * @param {string} key
 */
function neighbour(lineups, { id, side }, key) {
  const own = lineups[side];
  const place = own.indexOf(id);
  const [back, front] = side === "a" ? ["ArrowLeft", "ArrowRight"] : ["ArrowRight", "ArrowLeft"];
  if (key === back || key === "ArrowDown") return own[place + 1] ?? id;
  if (key === "ArrowUp") return own[place - 1] ?? id;
  if (key === front) return own[place - 1] ?? lineups[side === "a" ? "b" : "a"][0] ?? id;
  return null;
}
