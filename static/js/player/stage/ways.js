// @ts-check
/** @import { SideId } from "../types" */
/** @import { BeatStage } from "./moves" */

/**
 * Lets all units march in from the sides, the leaders first.
 *
 * @param {BeatStage} stage
 */
export function enter(stage) {
  for (const { unit, body, figure, name, worn } of stage.everybody()) {
    const { id, side } = unit;
    const place = stage.after.lineups[side].indexOf(id);
    const { x, size } = stage.at(id);
    const edge = side === "a" ? -size : stage.layout.width + size;
    const start = Math.min(place * 24, stage.length * 0.4);
    const lasting = stage.length * 0.52;
    stage.move(
      body,
      { translateX: { from: edge - x, to: 0, ease: "outCubic" }, duration: lasting },
      start,
    );
    const sway = [0, 4, -4, 4, -3, 2, 0].map((to) => ({ to }));
    stage.move(figure, { rotate: sway, duration: lasting }, start);
    const shown = { opacity: { from: 0, to: 1 }, duration: 200 };
    stage.move(name, shown, start + lasting * 0.8);
    stage.move(worn, shown, start + lasting * 0.8);
  }
}

/**
 * The result appears; the winner's units leap, and paper rains.
 *
 * @param {BeatStage} stage
 * @param {SideId | null} winner
 */
export function triumph(stage, winner) {
  const start = stage.length * 0.45;
  stage.move(
    stage.part("result"),
    { scale: { from: 0.7, to: 1, ease: "outBack" }, duration: 420 },
    start,
  );
  if (!winner) return;
  stage.fx.confetti(winner, start * 0.6);
  for (const [place, id] of stage.after.lineups[winner].entries()) {
    const [body, figure] = [stage.body(id), stage.figure(id)];
    if (!body || !figure) continue;
    const { size } = stage.at(id);
    const leap = [
      { from: 0, to: -size * 0.22, ease: /** @type {const} */ ("outQuad") },
      { to: 0, ease: /** @type {const} */ ("inQuad") },
      { to: -size * 0.12, ease: /** @type {const} */ ("outQuad") },
      { to: 0, ease: /** @type {const} */ ("inQuad") },
    ];
    const begin = start + (place % 5) * 60;
    stage.move(body, { translateY: leap, duration: stage.length * 0.4 }, begin);
    stage.move(figure, { rotate: [{ to: -5 }, { to: 5 }, { to: 0 }], duration: 600 }, begin);
  }
}
