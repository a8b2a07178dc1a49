// @ts-check

/** @import { AttackShape } from "../../types" */
/** @import { Context, Emitter, Point } from "./canvas" */

/**
 * Strokes of each shape of attack at the point of contact: offset across the blow, length and angle in degrees, in
 * shares of a unit's width; and their bend.
 *
 * @type {Partial<Record<AttackShape, { strokes: [offset: number, length: number, angle: number][], bend: number, wide: number }>>}
 */
const MARKS = {
  cut: { strokes: [[0, 1.1, 62]], bend: 0.24, wide: 0.1 },
  claw: {
    strokes: [
      [-0.2, 0.8, 70],
      [0, 0.95, 66],
      [0.2, 0.8, 62],
    ],
    bend: 0.12,
    wide: 0.05,
  },
  pierce: { strokes: [[0, 1.3, 4]], bend: 0, wide: 0.07 },
};

const LIFE_MS = 340;
const TEETH = 5;

/**
 * The mark that an attack leaves for a moment: strokes of blades and claws, jaws that close, a shock wave.
 *
 * @param {AttackShape} shape
 * @param {Point} at
 * @param {{ at: number, size: number, towards: number }} how `towards` is the side that the blow comes from: -1 the left
 * @returns {Emitter}
 */
export function mark(shape, { x, y }, { at, size, towards }) {
  const { strokes = [], bend = 0, wide = 0 } = MARKS[shape === "pounce" ? "claw" : shape] ?? {};
  return {
    at,
    life: LIFE_MS,
    outlasts: true,
    draw(context, _age, share) {
      const grown = Math.min(1, share * 5);
      context.translate(x, y);
      context.scale(-towards * size, size);
      context.globalAlpha = 1 - share ** 3;
      context.fillStyle = "#fff";
      context.strokeStyle = "rgb(23 26 34 / 70%)";
      context.lineWidth = 0.02;
      for (const [offset, length, angle] of strokes) {
        context.save();
        context.rotate((angle * Math.PI) / 180);
        context.translate(-length / 2, offset);
        stroke(context, length * grown, bend, wide * (1 - share * 0.6));
        context.restore();
      }
      if (shape === "bite") jaws(context, 0.3 * (1 - Math.min(1, share * 4)));
      if (shape === "smash") wave(context, share);
    },
  };
}

/** A bent stroke, pointed at both ends. @param {Context} context @param {number} length @param {number} bend @param {number} wide */
function stroke(context, length, bend, wide) {
  context.beginPath();
  context.moveTo(0, 0);
  context.quadraticCurveTo(length / 2, -bend - wide, length, 0);
  context.quadraticCurveTo(length / 2, -bend + wide, 0, 0);
  context.stroke();
  context.fill();
}

/** Two jaws, so far from each other: their teeth are longest in front. @param {Context} context @param {number} gap */
function jaws(context, gap) {
  for (const way of [-1, 1]) {
    context.beginPath();
    context.moveTo(-0.36, way * (gap + 0.02));
    for (let k = 1; k <= 2 * TEETH; k++) {
      const along = k / TEETH - 1;
      const gum = 0.02 + 0.16 * (1 - along ** 2);
      context.lineTo(0.36 * along, way * (k % 2 ? gap - 0.03 : gap + gum));
    }
    context.quadraticCurveTo(0, way * (gap + 0.38), -0.36, way * (gap + 0.02));
    context.stroke();
    context.fill();
  }
}

/** A flat shock wave. @param {Context} context @param {number} share */
function wave(context, share) {
  const wide = 0.25 + 0.75 * (1 - (1 - share) ** 3);
  context.strokeStyle = "#fff6c9";
  context.lineWidth = 0.09 * (1 - share);
  context.beginPath();
  context.ellipse(0, 0.42, wide, wide * 0.3, 0, 0, Math.PI * 2);
  context.stroke();
}
