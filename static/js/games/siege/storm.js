// @ts-check
import { dust, shards, sparks } from "../../player/stage/effects/particles.js";
import { shake, through } from "../../player/stage/moves.js";
import { PIECES } from "./castle-pieces.js";

/** @import { BeatStage } from "../../player/stage/moves" */
/** @import { SideId } from "../../player/types" */
/** @import { SiegeLayout } from "./layout" */
/** @import { State } from "./reduce" */

/** How far the stage shakes when a wall is rammed, and when a castle falls, in px. */
const RAM_PX = 10;
const FALL_PX = 16;

const STONE = ["#b7b2a8", "#8d877c", "#d8d3c8", "#6d675e"];
const SMOKE = "#5d5752";
const DUST = "#d5c9ae";

/** @param {BeatStage<State>} stage */
const layoutOf = (stage) => /** @type {SiegeLayout} */ (stage.layout);

/**
 * Besiegers ram the wall; arrows fly down from it and stick.
 *
 * @param {BeatStage<State>} stage
 * @param {{ side: SideId, besiegers: readonly string[], defenders: readonly string[] }} event
 * @param {number} landing
 */
export function storm(stage, { side, besiegers, defenders }, landing) {
  const first = landing + 240;
  besiegers.forEach((id, k) => {
    const contact = first + k * 70;
    charge(stage, id, side, contact);
    shootFrom(stage, defenders, id, k, contact + 200);
    shootFrom(stage, defenders, id, k + 1, contact + 360);
  });
  ram(stage, side, first, besiegers);
}

/**
 * The decisive second attack: the wall breaks, or the besiegers are thrown back.
 *
 * @param {BeatStage<State>} stage
 * @param {NonNullable<State["assault"]>} assault
 * @param {number} landing
 */
export function rush(stage, { castle, besiegers, defenders }, landing) {
  const isBroken = defenders.some(
    (id) => Number(stage.after.units[id].def) < Number(stage.before.units[id].def),
  );
  besiegers.forEach((id, k) => {
    charge(stage, id, castle, landing + k * 50, isBroken ? 0 : 0.35);
    if (!isBroken) shootFrom(stage, defenders, id, k, landing + 90);
  });
  ram(stage, castle, landing, besiegers);
  if (!isBroken) return;
  const { x, y, width, height } = layoutOf(stage).castle(castle);
  for (const share of [0.25, 0.5, 0.75]) {
    const from = { x: x + width * share, y: y + height * 0.58 };
    const how = { size: height * 0.12, away: stage.forward(castle), floor: y + height };
    stage.fx.emit(shards(from, { ...how, at: landing, seed: `breach ${share}`, colours: STONE }));
  }
}

/**
 * A unit runs at a wall and back.
 *
 * @param {BeatStage<State>} stage
 * @param {string} id
 * @param {SideId} side of the wall
 * @param {number} contact
 * @param {number} [recoil] distance thrown back, as a share of its width
 */
function charge(stage, id, side, contact, recoil = 0) {
  const [body, figure] = [stage.body(id), stage.figure(id)];
  if (!body || !figure) return;
  const slot = stage.at(id);
  const goal = layoutOf(stage).breach(side, slot);
  const [x, y] = [goal.x - slot.x, goal.y - slot.y];
  const ahead = -stage.forward(side);
  const crouch = Math.min(110, contact * 0.3);
  const leap = Math.min(120, contact * 0.4);
  const steps = (/** @type {number} */ way, /** @type {number} */ away) => [
    { to: -way * 0.12, duration: crouch },
    { to: way, duration: leap, ease: /** @type {const} */ ("inQuad") },
    { to: way, duration: 70 },
    { to: away, duration: 130, ease: /** @type {const} */ ("outCubic") },
    { to: 0, duration: 180, ease: /** @type {const} */ ("inOutQuad") },
  ];
  const start = contact - crouch - leap;
  stage.move(body, { translateX: steps(x, -ahead * recoil * slot.size) }, start);
  if (Math.abs(y) > 1) stage.move(body, { translateY: steps(y, 0) }, start);
  const lean = through(
    [crouch, leap, 70, 130, 180],
    [-ahead * 6, ahead * 14, ahead * 14, recoil ? -ahead * 16 : 0, 0],
  );
  const squash = [
    { to: 1.08, duration: crouch + leap },
    { to: 0.86, duration: 20 },
    { to: 1, duration: 240, ease: /** @type {const} */ ("outBack") },
  ];
  stage.move(figure, { rotate: lean, scaleX: squash }, start);
}

/**
 * Hit a castle where its besiegers stand: it trembles, and chips fly.
 *
 * @param {BeatStage<State>} stage
 * @param {SideId} side
 * @param {number} at
 * @param {readonly string[]} besiegers
 */
function ram(stage, side, at, besiegers) {
  stage.quake(RAM_PX, at);
  const tremble = [4, -4, 3, -2, 1, 0];
  stage.move(stage.part(`standing-${side}`), { translateX: tremble, duration: 320 }, at);
  for (const id of besiegers) {
    const slot = stage.at(id);
    const from = layoutOf(stage).breach(side, slot).wall;
    const how = { at, seed: `ram ${id}`, count: 16, colours: STONE };
    stage.fx.emit(sparks(from, { ...how, reach: slot.size * 0.9, weight: slot.size, life: 560 }));
    const puff = {
      at,
      seed: `ram ${id}`,
      count: 7,
      size: slot.size * 0.6,
      spread: slot.size * 0.5,
    };
    stage.fx.emit(dust(from, { ...puff, colour: DUST, rise: slot.size * 0.3 }));
  }
}

/**
 * @param {BeatStage<State>} stage
 * @param {readonly string[]} archers
 * @param {string} target
 * @param {number} nth number of the arrow
 * @param {number} at
 */
function shootFrom(stage, archers, target, nth, at) {
  if (archers.length === 0) return;
  const from = archers[nth % archers.length];
  const size = Math.max(13, stage.at(target).size * 0.26);
  stage.fx.projectile("arrow", from, target, { at, flight: 260, height: 30, size, end: "stick" });
}

/**
 * A castle falls: towers lean over and sink with the walls into dust and smoke, the flag tumbles, a ruin remains.
 *
 * @param {BeatStage<State>} stage
 * @param {SideId} side
 * @param {number} landing
 */
export function collapse(stage, side, landing) {
  const { x, y, width, height } = layoutOf(stage).castle(side);
  const besiegers = stage.after.assault?.besiegers ?? [];
  const hitAt = landing * 0.26;
  besiegers.forEach((id, k) => {
    charge(stage, id, side, hitAt + k * 40);
    const body = stage.body(id);
    const cheer = [-10, 0, -7, 0];
    if (body) stage.move(body, { translateY: cheer, duration: 520 }, stage.length * 0.78);
  });
  ram(stage, side, hitAt, besiegers);
  stage.move(stage.part("plaque"), { opacity: 0, duration: 160 }, 0);
  const start = landing * 0.46;
  const step = landing * 0.13;
  const sinking = landing * 0.72;
  stage.move(stage.part(`standing-${side}`), { opacity: 0, duration: 1 }, start);
  for (const [k, { late, lean, drop, slide }] of PIECES.entries()) {
    const piece = stage.part(`piece-${side}-${k}`);
    const at = start + late * step;
    const seen = [
      { from: 0, to: 1, duration: 1 },
      { to: 1, duration: at - start + sinking * 0.85 },
      { to: 0, duration: sinking * 0.15 },
    ];
    stage.move(piece, { opacity: seen }, start);
    stage.move(
      piece,
      {
        translateY: { to: drop, ease: "inQuad" },
        translateX: { to: slide, ease: "inQuad" },
        rotate: { to: lean, ease: "inCubic" },
        duration: sinking,
      },
      at,
    );
    const puff = { count: 9, size: height * 0.3, spread: width * 0.24, life: 1100 };
    const from = { x: x + width * ((k % 3) + 0.5) * 0.333, y: y + height * 0.96 };
    const lasting = { at: at + sinking * 0.35, seed: `fall ${k}` };
    stage.fx.emit(dust(from, { ...puff, ...lasting, colour: DUST, rise: height * 0.2 }));
    const smoke = { count: 6, size: height * 0.26, spread: width * 0.16, life: 1500 };
    const grey = { colour: SMOKE, rise: height * 0.75, strength: 0.34 };
    stage.fx.emit(dust(from, { ...smoke, ...lasting, ...grey, at: at + sinking * 0.5 }));
    for (const deep of [0.35, 0.6]) {
      const rubble = { size: height * 0.14, away: k % 3 === 0 ? -0.6 : 0.6, floor: y + height };
      const broken = { at: at + 40, seed: `rubble ${k} ${deep}`, colours: STONE, life: 1000 };
      stage.fx.emit(shards({ x: from.x, y: y + height * deep }, { ...rubble, ...broken }));
    }
  }
  const ruin = stage.part(`ruin-${side}`);
  stage.move(ruin, { opacity: { from: 0, to: 1 }, duration: landing * 0.5 }, landing);
  stage.quake(FALL_PX, start);
  stage.quake(FALL_PX, start + step * 3);
  stage.quake(RAM_PX, landing + 120);
  for (const id of stage.after.lineups[side]) {
    shake(stage, id, start, 6);
    shake(stage, id, start + step * 3, 6);
  }
}
