// @ts-check
import { h } from "../../lib/dom.js";
import { SIDES } from "../../player/engine/sides.js";
import { TURN } from "../../player/stage/effects/canvas.js";
import { dust, ring, scorch, sparks } from "../../player/stage/effects/particles.js";
import { shot, WHITE_TRAIL } from "../../player/stage/effects/projectiles.js";

/** @import { BeatStage } from "../../player/stage/moves" */
/** @import { SideId } from "../../player/types" */
/** @import { ProjectileKind } from "../../player/stage/effects/projectiles" */

/** The ring of a pipe's smoke. */
export const PUFF = { colour: "#e8e4da", filled: true };

/** @type {ProjectileKind} */
export const BOMB = {
  trail: "rgb(255 170 60 / 60%)",
  draw(context, size) {
    shot(context, size * 0.45, "#3b3f4a", "#0b0d12");
    context.strokeStyle = "#c9a56b";
    context.lineWidth = 2;
    context.beginPath();
    context.moveTo(size * 0.2, -size * 0.4);
    context.quadraticCurveTo(size * 0.4, -size * 0.75, size * 0.6, -size * 0.62);
    context.stroke();
    context.fillStyle = "#ffd23f";
    context.beginPath();
    context.arc(size * 0.62, -size * 0.62, size * 0.13, 0, TURN);
    context.fill();
  },
};

/** @type {ProjectileKind} */
export const HAMMER = {
  trail: WHITE_TRAIL,
  turn: (heading, age) => age * 0.022 * Math.sign(Math.cos(heading)),
  draw(context, size) {
    context.strokeStyle = "#171a22";
    context.lineWidth = 1.5;
    for (const [colour, x, wide, high] of /** @type {[string, number, number, number][]} */ ([
      ["#b9803f", -0.75, 1.1, 0.2],
      ["#8b94a8", 0.2, 0.5, 1],
    ])) {
      context.fillStyle = colour;
      context.beginPath();
      context.rect(size * x, (-size * high) / 2, size * wide, size * high);
      context.fill();
      context.stroke();
    }
  },
};

/** An explosion with fire and smoke. @param {BeatStage} stage @param {string} id @param {number} at */
export function explode({ fx }, id, at) {
  const { x, y, size } = fx.heart(id);
  const colours = ["#ffd23f", "#ff7a2f", "#fff6c9"];
  const fire = { colour: "#ffb347", filled: true };
  fx.emit(ring(fx.follow(id), { ...fire, at, size: size * 1.3, life: 380 }));
  fx.emit(sparks({ x, y }, { at, seed: fx.seed(), count: 26, reach: size, colours, rise: 10 }));
  fx.emit(scorch(fx.follow(id), { at, seed: fx.seed(), size }));
  const smoke = { count: 7, size: size * 0.45, spread: size * 0.4, rise: size * 0.5 };
  const how = { ...smoke, at: at + 60, seed: fx.seed(), colour: "#4c4a52", life: 800 };
  fx.emit(dust({ x, y }, how));
}

/** Stars fly from a unit hit on its head. @param {BeatStage} stage @param {string} id @param {number} at */
export function seeStars({ fx }, id, at) {
  const { x, y, size } = fx.heart(id);
  const colours = ["#ffd23f", "#fff6c9"];
  const how = { count: 12, reach: size * 0.7, colours, rise: size * 0.3, weight: size * 0.3 };
  fx.emit(sparks({ x, y: y - size * 0.4 }, { ...how, at, seed: fx.seed() }));
}

/**
 * A coin that spins and lands on its result; each side's letter is on one face.
 *
 * @param {BeatStage} stage
 * @param {SideId} result
 * @param {Record<SideId, string>} letters
 */
export function flipCoin(stage, result, letters) {
  const { layout, length, still, fx } = stage;
  const faces = SIDES.map((side) => h("b", { "data-side": side }, letters[side]));
  const element = h("div", { class: "coin" }, ...faces);
  // Fits between two leaders.
  element.style.setProperty("--die", `${layout.die * 1.4}px`);
  element.style.translate = `${layout.herald.x}px ${layout.herald.y + 112 * layout.grown}px`;
  fx.put(element, 0);
  const translateY = [
    { from: 60, to: -10, duration: length * 0.25, ease: /** @type {const} */ ("outQuad") },
    { to: 0, duration: length * 0.3, ease: /** @type {const} */ ("inQuad") },
  ];
  stage.move(element, { translateY }, 0);
  for (const [k, face] of faces.entries()) {
    // It starts with the other face up.
    const up = SIDES[k] === result ? 180 : 0;
    if (still) face.hidden = !up;
    const turns = { from: up, to: up + 900, duration: length * 0.55 };
    stage.move(face, { rotateY: turns, ease: "outCubic" }, 0);
  }
}
