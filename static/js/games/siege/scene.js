// @ts-check
import { createChange, h } from "../../lib/dom.js";
import { t, tn } from "../../lib/text.js";
import { SIDES } from "../../player/engine/sides.js";
import { createBanner } from "../../player/stage/banner.js";
import { listenToUnits } from "../../player/stage/listen.js";
import { createStep } from "../../player/stage/motion.js";
import { createResultSign, createSign } from "../../player/stage/signs.js";
import { BREATH_MS, createPaints } from "../../player/stage/unit.js";
import { createWorld } from "../../player/stage/world.js";
import { paintBackdrop } from "./backdrop.js";
import { createCastle } from "./castle.js";
import { createPieces } from "./castle-pieces.js";
import { beginBeat, CHOREOGRAPHY } from "./choreography.js";
import { drawUnit } from "./draw.js";
import { createSiegeLayout } from "./layout.js";
import { createClashes, createPlaque, createWaiting, resultOf, signOf } from "./panels.js";
import { figureOf, initial, score } from "./reduce.js";
import { sideName } from "./words.js";

/** @import { Scene, SceneContext, SideId } from "../../player/types" */
/** @import { Role } from "../../player/stage/banner" */
/** @import { Slot } from "../../player/stage/layout" */
/** @import { State } from "./reduce" */

/** Number of poses of a waving flag, and the duration of each, in step with the units' breath. */
const WAVES = 8;
const WAVE_MS = BREATH_MS / 2;

/**
 * The siege scene: two castles, with their units in front of them, on the walls and in the field between.
 *
 * @param {SceneContext} context
 * @returns {Scene<State>}
 */
export function createScene(context) {
  const { iconsUrl, catalog } = context;
  const field = h("div", { class: "battlefield" });
  const effects = h("div", { class: "effects", "aria-hidden": "true" });
  const sign = createSign();
  const result = createResultSign(resultOf);
  const banners = { a: createBanner("a", iconsUrl), b: createBanner("b", iconsUrl) };
  const castles = { a: createCastle("a"), b: createCastle("b") };
  const pieces = { a: createPieces("a", castles.a), b: createPieces("b", castles.b) };
  const clashes = createClashes(iconsUrl);
  const plaque = createPlaque(iconsUrl);
  const waiting = createWaiting(iconsUrl);
  const world = createWorld([castles.a.root, castles.b.root, clashes.root, field]);
  const root = h(
    "div",
    { class: "castle-scene lineup-scene", role: "group", "aria-label": t("The battlefield") },
    world.root,
    plaque.root,
    effects,
    ...[banners.a.root, sign.root, waiting.root, banners.b.root, result.root],
  );
  createPaints(root);
  /** @type {Map<string, ReturnType<typeof drawUnit>>} */
  const drawings = new Map();
  let state = initial;
  let signs = state;
  /** @type {State["sides"]} */
  let armiesDrawn = null;
  let introduced = "";
  let layout = createSiegeLayout({ width: 800, height: 420 });
  const isNewPose = createChange(-1);

  /** Draw the units when they are first known, and name the sides. */
  function drawArmies() {
    if (state.sides !== armiesDrawn) {
      armiesDrawn = state.sides;
      drawings.clear();
      for (const unit of Object.values(state.roster)) {
        drawings.set(unit.id, drawUnit(unit, context));
      }
      field.replaceChildren(...[...drawings.values()].map((drawing) => drawing.root));
      measure();
    }
    const names = JSON.stringify([state.armies, state.sides]);
    if (names === introduced || !state.sides) return;
    introduced = names;
    for (const side of SIDES) {
      banners[side].introduce(sideName(state, side), playedBy(state, side), []);
    }
  }

  /**
   * Return the subtitle of a side: its army, or the bot that plays it.
   *
   * @param {State} state
   * @param {SideId} side
   */
  function playedBy({ sides, armies }, side) {
    const bot = sides?.[side].bot;
    if (!bot) return armies[side];
    const name = catalog.bots?.[bot]?.name ?? bot;
    return name === sides[side].name ? t("a bot") : t("the bot {name}", { name: t(name) });
  }

  function measure() {
    const { width, height } = root.getBoundingClientRect();
    layout = createSiegeLayout({ width: width || 800, height: height || 420 });
    world.resize(layout);
    root.style.setProperty("--grown", String(layout.grown));
    root.style.setProperty("--foot", `${layout.foot}px`);
    root.style.setProperty("--edge", `${layout.edge}px`);
    root.classList.toggle("narrow", layout.narrow);
    root.classList.toggle("wide", layout.wide);
    root.classList.toggle("low", layout.low);
    for (const side of SIDES) castles[side].place(layout.castle(side));
  }

  function draw() {
    drawArmies();
    for (const [id, drawing] of drawings) {
      drawing.stand(layout.slot(state, id));
      drawing.show(state);
      // One tab stop per side; arrow keys move on from there.
      drawing.root.tabIndex = state.lineups[drawing.unit.side][0] === id ? 0 : -1;
    }
    for (const side of SIDES) {
      banners[side].show(roleOf(state, side), pointsOf(state, side));
      castles[side].show(state, sideName(state, side));
    }
    sign.show(signOf(signs));
    clashes.show(state, layout);
    plaque.show(state, layout);
    waiting.show(state);
    result.show(state);
  }

  /** Animate flags and fires as functions of time. @param {number} ms */
  function stir(ms) {
    for (const drawing of drawings.values()) drawing.flicker(ms);
    const pose = Math.floor(ms / WAVE_MS) % WAVES;
    if (!isNewPose(pose)) return;
    const turn = (pose / WAVES) * Math.PI * 2;
    const fold = `skewY(${(Math.sin(turn) * 5).toFixed(1)}deg) scaleX(${(0.96 + Math.cos(turn) * 0.04).toFixed(3)})`;
    for (const flag of [...castles.a.flags, ...castles.b.flags]) flag.style.transform = fold;
  }

  listenToUnits(field, context, drawings, (id, key) => neighbour(state, id, key));

  return {
    mount(parent) {
      parent.append(root);
      world.paint(paintBackdrop());
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
        still: context.reducedMotion(),
        speed: context.speed?.(beat.cue),
        parts: {
          ...{ sign: sign.root, result: result.root, plaque: plaque.board, land: world.land },
          ...parts("a", castles.a),
          ...parts("b", castles.b),
          ...(after.fallen && !before.fallen ? pieces[after.fallen].parts() : {}),
          ...Object.fromEntries(clashes.chips.map((chip, k) => [`chip-${k}`, chip])),
        },
        early: true,
        figureOf,
        onBeat: beginBeat,
        at: (/** @type {State} */ now, /** @type {string} */ id) => layout.slot(now, id),
        walkers: (/** @type {State} */ from, /** @type {State} */ to) =>
          [...drawings.values()]
            .filter(({ unit }) => from.roster[unit.id])
            .map((drawing) => ({
              drawing,
              from: layout.slot(from, drawing.unit.id),
              to: layout.slot(to, drawing.unit.id),
              lift: 0,
            }))
            .filter(({ from: here, to: there }) => !isSame(here, there)),
      };
      return createStep(CHOREOGRAPHY, setup, { beat, events, times, before, after, room });
    },
    tick(ms, closeness) {
      const still = context.reducedMotion();
      world.tick(still ? 0 : ms, still ? 0 : closeness, drawings.values());
      stir(still ? 0 : ms);
    },
    resize() {
      measure();
      draw();
    },
    wait(next) {
      waiting.wait(next);
      waiting.show(state);
    },
    unmount() {
      root.remove();
    },
  };
}

/**
 * The moving parts of a castle, by name.
 *
 * @param {SideId} side
 * @param {import("./castle.js").Castle} castle
 */
const parts = (side, { standing, ruin, pole }) => ({
  [`standing-${side}`]: standing,
  [`ruin-${side}`]: ruin,
  [`pole-${side}`]: pole,
});

/**
 * @param {Slot} m
 * @param {Slot} n
 */
const isSame = (m, n) => m.x === n.x && m.y === n.y && m.size === n.size;

/**
 * A side's role in a siege, while it is known.
 *
 * @param {State} state
 * @param {SideId} side
 * @returns {Role | null}
 */
function roleOf(state, side) {
  if (state.phase !== "siege" || state.resigned || !state.assault) return null;
  return state.assault.castle === side
    ? { icon: "shield", text: t("Besieged"), tone: "defend" }
    : { icon: "crossed-swords", text: t("Besieges"), tone: "attack" };
}

/**
 * @param {State} state
 * @param {SideId} side
 */
function pointsOf(state, side) {
  if (!state.sides) return "";
  const points = score(state, side);
  return points === null ? t("army hidden") : tn("{count} point", "{count} points", points);
}

/**
 * Return the unit that an arrow key leads to: up and down within a side, left and right to the unit with the same
 * letter.
 *
 * @param {State} state
 * @param {string} id
 * @param {string} key
 */
function neighbour(state, id, key) {
  const { side } = state.roster[id];
  const own = state.lineups[side];
  const place = own.indexOf(id);
  if (key === "ArrowDown") return own[place + 1] ?? id;
  if (key === "ArrowUp") return own[place - 1] ?? id;
  if (key === "ArrowRight") return state.lineups.b[place] ?? id;
  if (key === "ArrowLeft") return state.lineups.a[place] ?? id;
  return null;
}
