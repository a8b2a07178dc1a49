// @ts-check
import { h } from "../dom.js";
import { createBanner } from "./banner.js";
import { createLayout } from "./layout.js";
import { createStep } from "./motion.js";

/** @import { Scene, SceneContext, SideId, StageCard, StageState } from "../types" */
/** @import { Role } from "./banner" */
/** @import { Dances } from "./moves" */
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
 * @property {(state: State, side: SideId) => { name: string, army: string, helpers: { name: string, icon?: string }[] }} introduce
 * @property {(state: State, side: SideId) => { role: Role | null, left: string }} sideNow
 * @property {(state: State) => string[]} sign the words on the sign over the stage
 * @property {(state: State) => { headline: string, why: string }} verdict
 * @property {Dances} dances
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
  const sign = h("div", { class: "round-sign" });
  const verdict = h("div", { class: "verdict", hidden: true });
  const banners = { a: createBanner("a", iconsUrl), b: createBanner("b", iconsUrl) };
  const ground = h("div", { class: "backdrop" });
  const root = h(
    "div",
    { class: `lineup-scene ${kind.className}`, role: "group", "aria-label": "The battlefield" },
    ground,
    field,
    effects,
    banners.a.root,
    sign,
    banners.b.root,
    verdict,
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
    const words = kind.sign(state);
    if (sign.textContent !== words.join("")) {
      sign.replaceChildren(...words.map((text, k) => (k === 0 ? text : h("span", {}, text))));
    }
    drawVerdict();
  }

  function drawVerdict() {
    if (verdict.hidden === !state.ended) return;
    verdict.hidden = !state.ended;
    root.dataset.winner = state.ended ? (state.winner ?? "draw") : "";
    if (!state.ended) return;
    const { headline, why } = kind.verdict(state);
    verdict.dataset.side = state.winner ?? "";
    verdict.replaceChildren(h("strong", {}, headline), h("span", {}, why));
  }

  listenToUnits(field, context, {
    card: (id) => state.cards[id],
    lineups: () => state.lineups,
    focus: (id) => units.get(id)?.root.focus(),
  });

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
      const stage = { units, layout, effects, sign, verdict, catalog, iconsUrl };
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
 * Reports the unit under the pointer or the focus, and lets arrow keys walk through the lineups.
 *
 * @param {HTMLElement} field
 * @param {SceneContext} context
 * @param {{ card: (id: string) => StageCard, lineups: () => Record<SideId, string[]>, focus: (id: string) => void }} look
 */
function listenToUnits(field, { onInspect }, { card, lineups, focus }) {
  /** @param {Event} event */
  function unitOf(event) {
    const target = event.target instanceof Element ? event.target.closest("[data-unit]") : null;
    return target instanceof HTMLElement ? (target.dataset.unit ?? null) : null;
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const id = unitOf(event);
    if (!id) return;
    const { side } = card(id);
    const own = lineups()[side];
    const place = own.indexOf(id);
    const [back, front] = side === "a" ? ["ArrowLeft", "ArrowRight"] : ["ArrowRight", "ArrowLeft"];
    /** @type {string | undefined} */
    let next;
    if (event.key === back || event.key === "ArrowDown") next = own[place + 1];
    else if (event.key === "ArrowUp") next = own[place - 1];
    else if (event.key === front) next = own[place - 1] ?? lineups()[side === "a" ? "b" : "a"][0];
    else if (event.key === "Enter" || event.key === " ") onInspect(id, true);
    else return;
    event.preventDefault();
    event.stopPropagation();
    if (next) focus(next);
  }

  field.addEventListener("pointerover", (event) => onInspect(unitOf(event), false));
  field.addEventListener("pointerleave", () => onInspect(null, false));
  field.addEventListener("focusin", (event) => onInspect(unitOf(event), false));
  field.addEventListener("click", (event) => onInspect(unitOf(event), true));
  field.addEventListener("keydown", onKey);
}
