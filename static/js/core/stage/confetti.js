// @ts-check
import { s } from "../dom.js";

/** @import { Timeline } from "animejs" */

const PIECES = 36;

/**
 * Paper that rains for the winner.
 *
 * @param {Timeline} motion
 * @param {{ width: number, height: number, length: number }} setting size of the stage, and ms
 * @param {"a" | "b"} side
 */
export function createConfetti(motion, { width, height, length }, side) {
  const drawing = s("svg", { class: "confetti", "data-side": side });
  for (let k = 0; k < PIECES; k++) {
    // Spread by the golden ratio: it looks random and is the same at every seek.
    const share = (k * 0.618034) % 1;
    const piece = s("rect", {
      width: 7,
      height: 11,
      x: share * width,
      y: -20,
      class: `c${k % 4}`,
    });
    drawing.append(piece);
    const start = ((k * 0.381966) % 1) * length * 0.35;
    const lasting = length * 0.6;
    motion.add(
      piece,
      {
        translateY: { from: 0, to: height * (0.65 + 0.5 * ((k * 0.27) % 1)) },
        translateX: { from: 0, to: 40 - 80 * ((k * 0.71) % 1) },
        rotate: { from: 0, to: 540 },
        opacity: [
          { from: 1, to: 1, duration: lasting * 0.75 },
          { to: 0, duration: lasting * 0.25 },
        ],
        duration: lasting,
        ease: "linear",
      },
      start,
    );
  }
  return drawing;
}
