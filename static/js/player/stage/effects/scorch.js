// @ts-check
import { createRandom } from "../scenery/random.js";
import { dot, line, TURN } from "./canvas.js";

/** @import { Emitter, Point } from "./canvas" */

/**
 * A burnt spot with cracks, left by lightning, that fades.
 *
 * @param {(ms: number) => Point} centre its position at a time
 * @param {{ at: number, seed: string, size: number }} how
 * @returns {Emitter}
 */
export function scorch(centre, { at, seed, size }) {
  const random = createRandom(seed);
  const cracks = Array.from({ length: 7 }, (_, k) => {
    const angle = ((k + random()) / 7) * TURN;
    const reach = size * (0.16 + 0.16 * random());
    const bend = angle + (random() - 0.5) * 0.9;
    return [0.05 * size, reach * 0.6, reach].map((radius, step) => ({
      x: Math.cos(step === 1 ? bend : angle) * radius,
      y: Math.sin(step === 1 ? bend : angle) * radius,
    }));
  });
  return {
    at,
    life: 1400,
    draw(context, age, share) {
      const { x, y } = centre(at + age);
      context.translate(x, y);
      context.globalAlpha = 1 - share ** 3;
      const burnt = context.createRadialGradient(0, 0, 0, 0, 0, size * 0.3);
      burnt.addColorStop(0, "rgb(20 16 18 / 85%)");
      burnt.addColorStop(1, "rgb(20 16 18 / 0%)");
      context.fillStyle = burnt;
      dot(context, 0, 0, size * 0.3);
      context.lineWidth = Math.max(1, size * 0.018);
      // The cracks glow at first.
      context.strokeStyle = share < 0.35 ? "#ffb36b" : "#1a1416";
      for (const crack of cracks) {
        line(context, crack);
        context.stroke();
      }
    },
  };
}
