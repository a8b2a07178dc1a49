// @ts-check
import { SIDES } from "../engine/sides.js";
import { createRandom } from "./scenery/random.js";
import { PLATES } from "./unit.js";

/** @import { Emitter } from "./effects/canvas" */

/** Number of walkers on each side; the armies are unknown before the battle begins. */
const WALKERS = 7;

/** They set out so long before the battle begins, in ms, and take a step so often. */
const WAY_MS = 20_000;
const STEP_MS = 260;

/** Longer than any wait. */
const EVER_MS = 1e9;

const COLOURS = { a: ["#16305f", "#7fa6e6"], b: ["#5c2a07", "#e8a462"] };

/**
 * Both armies before a battle begins: silhouettes that march in from the sides. Like everything on a stage they are a
 * function of the battle's time, which is below 0 then.
 *
 * @param {{ width: number, height: number }} stage
 * @returns {Emitter[]}
 */
export function marching({ width, height }) {
  const random = createRandom("march");
  const size = Math.min(64, height * 0.14, width * 0.09);
  const walkers = SIDES.flatMap((side) =>
    Array.from({ length: WALKERS }, (_, k) => ({
      side,
      plate: new Path2D(PLATES[side]),
      out: 0.13 + (0.36 * (k + 0.3 * random())) / WALKERS,
      foot: height * (k % 2 === 0 ? 0.9 : 0.74) + height * 0.04 * random(),
      phase: random() * 2,
    })),
  );
  walkers.sort((m, n) => m.foot - n.foot);
  return [
    {
      at: -EVER_MS,
      life: EVER_MS,
      draw(context, age) {
        const ms = age - EVER_MS;
        const share = Math.max(0, Math.min(1, 1 + ms / WAY_MS));
        for (const { side, plate, out, foot, phase } of walkers) {
          const way = side === "a" ? -1 : 1;
          const x = width / 2 + way * width * (out + (1 - share) * 0.55);
          const step = Math.sin((ms / STEP_MS + phase) * Math.PI);
          const scale = (size * (0.7 + (0.5 * foot) / height)) / 100;
          context.save();
          context.translate(x, foot - Math.abs(step) * size * 0.1);
          context.rotate(step * 0.07);
          context.scale(scale, scale);
          context.translate(-50, -100);
          const [dark, rim] = COLOURS[side];
          context.fillStyle = "rgb(8 12 20 / 35%)";
          context.beginPath();
          context.ellipse(50, 101, 52, 9, 0, 0, 2 * Math.PI);
          context.fill();
          context.fillStyle = dark;
          context.strokeStyle = rim;
          context.lineWidth = 6;
          context.fill(plate);
          context.stroke(plate);
          context.restore();
        }
      },
    },
  ];
}
