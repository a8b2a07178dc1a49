// @ts-check
import { h, s } from "../../core/dom.js";
import { createStep } from "./choreography.js";
import { drawBanner, drawUnit } from "./draw.js";
import { createLayout } from "./layout.js";
import { energy, initial } from "./reduce.js";
import { sideName } from "./words.js";

/** @import { Beat, Scene, SceneContext, SideId, WireEvent } from "../../core/types" */
/** @import { State } from "./reduce" */
/** @import { UnitDrawing } from "./draw" */

/** @type {SideId[]} */
const SIDES = ["a", "b"];

/**
 * The lineup scene: two lineups face each other, the leaders enlarged in the middle.
 *
 * @param {SceneContext} context
 * @returns {Scene<State>}
 */
export function createScene(context) {
  const { iconsUrl, catalog } = context;
  const field = h("div", { class: "field" });
  const effects = h("div", { class: "effects", "aria-hidden": "true" });
  const round = h("div", { class: "round-sign" });
  const verdict = h("div", { class: "verdict", hidden: true });
  const banners = { a: drawBanner("a", iconsUrl), b: drawBanner("b", iconsUrl) };
  const root = h(
    "div",
    { class: "lineup-scene", role: "group", "aria-label": "The battlefield" },
    landscape(),
    field,
    effects,
    banners.a.root,
    round,
    banners.b.root,
    verdict,
  );
  /** @type {Map<string, UnitDrawing>} */
  const units = new Map();
  let state = initial;
  /** @type {State["armies"]} */
  let mustered = null;
  let layout = createLayout({ width: 800, height: 420 }, { a: 1, b: 1 });

  /** Draws the armies that a battle has, once. */
  function muster() {
    if (state.armies === mustered) return;
    mustered = state.armies;
    units.clear();
    for (const side of SIDES) {
      const army = state.armies?.[side];
      if (!army) continue;
      banners[side].introduce(
        sideName(state, side),
        army,
        (id) => catalog.entries[id] ?? { name: id },
      );
      for (const card of army.lineup) units.set(card.id, drawUnit(card, iconsUrl));
    }
    const most = Math.max(...SIDES.map((side) => state.armies?.[side].lineup.length ?? 0));
    root.dataset.crowd = most > 20 ? "large" : "small";
    field.replaceChildren(...[...units.values()].map((unit) => unit.root));
    measure();
  }

  function measure() {
    const { width, height } = root.getBoundingClientRect();
    const count = (/** @type {SideId} */ side) => state.armies?.[side].lineup.length ?? 1;
    layout = createLayout(
      { width: width || 800, height: height || 420 },
      { a: count("a"), b: count("b") },
    );
  }

  function draw() {
    muster();
    const standing = new Set();
    for (const side of SIDES) {
      state.lineups[side].forEach((id, place) => {
        units.get(id)?.stand(layout.slot(side, place));
        standing.add(id);
      });
    }
    for (const [id, unit] of units) {
      if (!standing.has(id)) unit.stand(null);
      const guards = unit.card.abilities.includes("defender") && unit.card.side === state.offense;
      unit.show(state.units[id], guards && state.round > 0);
    }
    const left = energy(state);
    for (const side of SIDES) {
      const role =
        state.round === 0 || state.ended ? "" : side === state.offense ? "offense" : "defense";
      banners[side].show(role, state.lineups[side].length, left[side]);
    }
    const sign = state.round ? `Round ${state.round}` : "";
    const quiet = state.quiet && !state.ended ? ` · quiet ${state.quiet} of 2` : "";
    if (round.textContent !== sign + quiet) {
      round.replaceChildren(sign, ...(quiet ? [h("span", {}, quiet)] : []));
    }
    drawVerdict();
  }

  function drawVerdict() {
    if (verdict.hidden === !state.ended) return;
    verdict.hidden = !state.ended;
    root.dataset.winner = state.ended ? (state.winner ?? "draw") : "";
    if (!state.ended) return;
    const headline = state.winner
      ? `${sideName(state, state.winner)} wins`
      : state.reason === "stalemate"
        ? "Stalemate"
        : "Draw";
    const units = state.winner ? state.lineups[state.winner].length : 0;
    const why = state.winner
      ? `${units} ${units === 1 ? "unit" : "units"} left after ${state.round} rounds`
      : state.reason === "stalemate"
        ? "nobody left can deal damage: a draw"
        : "nobody is left on either side";
    verdict.dataset.side = state.winner ?? "";
    verdict.replaceChildren(h("strong", {}, headline), h("span", {}, why));
  }

  /** @param {Event} event */
  function inspected(event) {
    const target = event.target instanceof Element ? event.target.closest("[data-unit]") : null;
    return target instanceof HTMLElement ? (target.dataset.unit ?? null) : null;
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const id = inspected(event);
    if (!id) return;
    const side = state.cards[id].side;
    const place = state.lineups[side].indexOf(id);
    const back = side === "a" ? "ArrowLeft" : "ArrowRight";
    const front = side === "a" ? "ArrowRight" : "ArrowLeft";
    const across = state.lineups[side === "a" ? "b" : "a"];
    /** @type {string | undefined} */
    let next;
    if (event.key === back || event.key === "ArrowDown") next = state.lineups[side][place + 1];
    else if (event.key === "ArrowUp") next = state.lineups[side][place - 1];
    else if (event.key === front) next = place > 0 ? state.lineups[side][place - 1] : across[0];
    else if (event.key === "Enter" || event.key === " ") context.onInspect(id, true);
    else return;
    event.preventDefault();
    event.stopPropagation();
    if (next) units.get(next)?.root.focus();
  }

  field.addEventListener("pointerover", (event) => context.onInspect(inspected(event), false));
  field.addEventListener("pointerleave", () => context.onInspect(null, false));
  field.addEventListener("focusin", (event) => context.onInspect(inspected(event), false));
  field.addEventListener("click", (event) => context.onInspect(inspected(event), true));
  field.addEventListener("keydown", onKey);

  return {
    mount(parent) {
      parent.append(root);
      measure();
    },
    render(next) {
      state = next;
      draw();
    },
    play(/** @type {Beat} */ beat, /** @type {WireEvent[]} */ events, times, before, after) {
      return createStep(
        { units, layout, effects, round, verdict, catalog, iconsUrl },
        { beat, events, times, before, after },
      );
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

/** Hills and clouds behind the lineups; drawn once, in the colours of the theme. */
function landscape() {
  const hill = (/** @type {string} */ d, /** @type {string} */ kind) =>
    s("path", { d, class: kind });
  return s(
    "svg",
    {
      class: "landscape",
      viewBox: "0 0 1000 400",
      preserveAspectRatio: "none",
      "aria-hidden": "true",
    },
    hill("M0 250Q120 130 260 235T520 210T780 230T1000 190V400H0Z", "far"),
    hill("M0 300Q180 210 380 290T720 270T1000 300V400H0Z", "near"),
    hill("M0 338H1000V400H0Z", "ground"),
  );
}
