// @ts-check
import { h, pictureOf } from "../../lib/dom.js";
import { t } from "../../lib/text.js";
import { opponent, SIDES } from "../engine/sides.js";
import { createBanner } from "./banner.js";
import { createCaptions } from "./effects/captions.js";
import { createGraves } from "./graves.js";
import { beganWith, createLayout } from "./layout.js";
import { listenToUnits } from "./listen.js";
import { createStep } from "./motion.js";
import { createResultSign, createSign } from "./signs.js";
import { createPaints } from "./unit.js";
import { createWorld } from "./world.js";

/** @import { Backdrop } from "./scenery/painter" */
/** @import { Choreography, Scene, SceneContext, SideId, StageUnit, StageState } from "../types" */
/** @import { Role } from "./banner" */
/** @import { StageSetup, Walker } from "./motion" */
/** @import { UnitDrawing } from "./unit" */

/**
 * What a game brings to a stage on which two lineups face each other.
 *
 * @template {StageState} State
 * @typedef {object} LineupOptions
 * @property {State} initial
 * @property {string} className
 * @property {(state: State) => Backdrop | SVGElement} backdrop
 * @property {(unit: any, iconsUrl: string, picture: [name: string, words?: string]) => UnitDrawing & { show(state: State): void }} drawUnit
 * @property {(state: State, side: SideId) => { name: string, army: string, helpers: { name: string, icon: string }[] }} introduce
 * @property {(state: State, side: SideId) => { role: Role | null, left: string }} sideNow
 * @property {(state: State) => string[]} sign the words on the sign over the stage
 * @property {(state: State) => { headline: string, why: string }} result
 * @property {Choreography<State, any>} choreography
 * @property {StageSetup["onBeat"]} [onBeat]
 */

/**
 * A scene of two lineups: the leaders face each other, enlarged, in the middle.
 *
 * @template {StageState} State
 * @param {SceneContext} context
 * @param {LineupOptions<State>} options
 * @returns {Scene<State>}
 */
export function createLineupStage(context, options) {
  const { iconsUrl, catalog } = context;
  const field = h("div", { class: "battlefield" });
  const effects = h("div", { class: "effects", "aria-hidden": "true" });
  const sign = createSign();
  const result = createResultSign(options.result);
  const banners = { a: createBanner("a", iconsUrl), b: createBanner("b", iconsUrl) };
  const graves = createGraves();
  const world = createWorld([graves.root, field]);
  const root = h(
    "div",
    {
      class: `lineup-scene ${options.className}`,
      role: "group",
      "aria-label": t("The battlefield"),
    },
    world.root,
    effects,
    banners.a.root,
    sign.root,
    banners.b.root,
    result.root,
  );
  createPaints(root);
  /** @type {Map<string, ReturnType<LineupOptions<State>["drawUnit"]>>} */
  const drawings = new Map();
  let state = options.initial;
  let signs = state;
  /** @type {unknown} */
  let armiesDrawn = null;
  /** @type {Record<SideId, number>} */
  const largest = { a: 1, b: 1, ...context.ground?.sizes };
  let layout = createLayout({ width: 800, height: 420 }, largest);

  /** Draw the armies once, and again when a unit joins. */
  function drawArmies() {
    if (state.armies === armiesDrawn) return;
    armiesDrawn = state.armies;
    drawings.clear();
    for (const unit of Object.values(state.roster)) {
      drawings.set(unit.id, options.drawUnit(unit, iconsUrl, pictureOf(catalog, unit)));
    }
    for (const side of SIDES) {
      const { name, army, helpers } = options.introduce(state, side);
      banners[side].introduce(name, army, helpers);
      // Of the whole battle: units can join late.
      largest[side] = Math.max(1, beganWith(state, side));
    }
    for (const [id, { root: drawn }] of drawings) {
      drawn.toggleAttribute("data-numbered", isOneOfSeveral(state.roster, id));
    }
    field.replaceChildren(...[...drawings.values()].map((drawing) => drawing.root));
    world.paint(options.backdrop(state));
    measure();
  }

  function measure() {
    const { width, height } = root.getBoundingClientRect();
    layout = createLayout({ width: width || 800, height: height || 420 }, largest);
    world.resize(layout);
    root.style.setProperty("--grown", String(layout.grown));
    result.root.style.top = `${layout.herald.y}px`;
  }

  /**
   * Where a unit stands; the last leader goes to the middle when all is over.
   *
   * @param {State} now
   * @param {SideId} side
   * @param {number} place
   */
  const slotOf = (now, side, place) =>
    now.ended && now.winner === side && place === 0 ? layout.champion : layout.slot(side, place);

  function draw() {
    drawArmies();
    for (const side of SIDES) {
      state.lineups[side].forEach((id, place) => {
        drawings.get(id)?.stand(slotOf(state, side, place));
      });
      banners[side].show(options.sideNow(signs, side).role, options.sideNow(state, side).left);
    }
    drawings.forEach((drawing, id) => {
      // Units off the stage are not updated: a seek changes forty of them.
      if (state.lineups[drawing.unit.side].includes(id)) drawing.show(state);
      else drawing.stand(null);
    });
    graves.show(state, layout);
    sign.show(options.sign(signs));
    result.show(state);
    root.classList.toggle("over", state.ended);
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
        const drawing = drawings.get(id);
        if (old < 0 || !drawing) return;
        const [from, to] = [slotOf(before, side, old), slotOf(after, side, place)];
        if (from.x === to.x && from.y === to.y) return;
        list.push({ drawing, from, to, lift: place > old ? -layout.leader * 0.2 : 0 });
      });
    }
    return list;
  }

  listenToUnits(field, context, drawings, (id, key) =>
    neighbour(state.lineups, state.roster[id], key),
  );

  return {
    mount(parent) {
      parent.append(root);
      const begun = { ...state, .../** @type {any} */ (context.ground) };
      world.paint(options.backdrop(begun));
      measure();
    },
    render(next, nextSigns = next) {
      state = next;
      signs = nextSigns;
      draw();
    },
    play(beat, events, times, before, after, room) {
      const setup = {
        ...{ drawings, layout, effects, catalog, canvas: world.canvas, world: world.ground },
        parts: { sign: sign.plate, result: result.root, land: world.land },
        early: false,
        captions: createCaptions,
        onBeat: options.onBeat,
        still: context.reducedMotion(),
        speed: context.speed?.(beat.cue),
        at(/** @type {State} */ now, /** @type {string} */ id) {
          const { side } = now.roster[id] ?? after.roster[id];
          const place = now.lineups[side].indexOf(id);
          // A unit that has not joined yet uses its later slot.
          return layout.slot(
            side,
            place < 0 ? Math.max(0, after.lineups[side].indexOf(id)) : place,
          );
        },
        walkers,
      };
      const happening = { beat, events, times, before, after, room };
      return createStep(options.choreography, setup, happening);
    },
    tick(ms, closeness) {
      if (context.reducedMotion()) world.tick(0, 0, drawings.values());
      else world.tick(ms, closeness, drawings.values());
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
 * Whether another unit of the same side has the same name.
 *
 * @param {Record<string, StageUnit>} roster
 * @param {string} id
 */
function isOneOfSeveral(roster, id) {
  const { side, name } = roster[id];
  return Object.values(roster).some(
    (unit) => unit.id !== id && unit.side === side && unit.name === name,
  );
}

/**
 * The unit that an arrow key leads to from another one, through the lineups and across.
 *
 * @param {Record<SideId, string[]>} lineups
 * @param {StageUnit} unit
 * @param {string} key
 */
function neighbour(lineups, { id, side }, key) {
  const own = lineups[side];
  const place = own.indexOf(id);
  const [back, front] = side === "a" ? ["ArrowLeft", "ArrowRight"] : ["ArrowRight", "ArrowLeft"];
  if (key === back || key === "ArrowDown") return own[place + 1] ?? id;
  if (key === "ArrowUp") return own[place - 1] ?? id;
  if (key === front) return own[place - 1] ?? lineups[opponent(side)][0] ?? id;
  return null;
}
