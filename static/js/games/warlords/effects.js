// @ts-check
import { mark } from "../../player/stage/effects/blows.js";
import { dot, line, TURN } from "../../player/stage/effects/canvas.js";
import { dust, scorch, sparks } from "../../player/stage/effects/particles.js";
import { shot, WHITE_TRAIL } from "../../player/stage/effects/projectiles.js";
import { createRandom } from "../../player/stage/scenery/scenery.js";

/** @import { BeatStage } from "../../player/stage/moves" */
/** @import { SideId } from "../../player/types" */
/** @import { Emitter, Point } from "../../player/stage/effects/canvas" */
/** @import { ProjectileKind } from "../../player/stage/effects/projectiles" */
/** @import { RingStyle } from "../../player/stage/effects/effects" */

/** Rings and clouds of afflictions. */
export const AFFLICTION_STYLES = /** @type {Record<string, RingStyle>} */ ({
  poison: { colour: "#8fd14f", filled: true },
  curse: { colour: "#b45af0", filled: true },
  disease: { colour: "#dcbe50", filled: true },
  paralysis: { colour: "#78befa", filled: true },
});

/** @type {ProjectileKind} */
export const ACID = {
  trail: "rgb(150 220 60 / 60%)",
  draw: (context, size) => shot(context, size * 0.4, "#d8ff7a", "#5f9e18"),
};

/** @type {ProjectileKind} */
export const BLADE = {
  trail: WHITE_TRAIL,
  turn: (_heading, age) => age * 0.03,
  draw(context, size) {
    context.fillStyle = "#eef2fa";
    context.strokeStyle = "#1a1d26";
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(size * 0.7, 0);
    context.lineTo(-size * 0.15, -size * 0.16);
    context.lineTo(-size * 0.15, size * 0.16);
    context.closePath();
    context.fill();
    context.stroke();
    context.fillStyle = "#6b4a2a";
    context.fillRect(-size * 0.55, -size * 0.07, size * 0.4, size * 0.14);
  },
};

/**
 * Lightning strikes a unit, or the ground next to it.
 *
 * @param {BeatStage} stage
 * @param {string} id
 * @param {number} at
 * @param {Point} [point]
 */
export function strikeLightning({ fx }, id, at, point) {
  const { x, y, size } = fx.heart(id);
  const end = point ?? { x, y };
  fx.emit(bolt(end, { at: at - 50, seed: fx.seed() }));
  const colours = ["#cfe3ff", "#ffffff", "#7ab0ff"];
  const [reach, rise] = [size * 0.8, size * 0.2];
  fx.emit(sparks(end, { at, seed: fx.seed(), count: 18, reach, colours, rise }));
  if (!point) fx.emit(scorch(fx.follow(id), { at, seed: fx.seed(), size }));
  const smoke = { count: 5, size: size * 0.3, spread: size * 0.2, rise: size * 0.4 };
  const colour = "#5a5f6e";
  fx.emit(dust(end, { ...smoke, at: at + 120, seed: fx.seed(), colour, strength: 0.4 }));
}

/**
 * A glowing wisp moves from one unit into another.
 *
 * @param {BeatStage} stage
 * @param {string} from
 * @param {string} to
 * @param {string} affliction
 * @param {number} at time of arrival
 * @param {number} flight
 */
export function sendWisp({ fx }, from, to, affliction, at, flight) {
  const { colour } = AFFLICTION_STYLES[affliction] ?? { colour: "#ffffff" };
  const goal = fx.heart(to);
  const life = Math.max(1, Math.min(flight, at));
  const radius = Math.max(3, Math.min(9, goal.size * 0.12));
  fx.emit(wisp(fx.heart(from), goal, { at: at - life, life, seed: fx.seed(), radius, colour }));
}

/** Drops of acid run down a unit. @param {BeatStage} stage @param {string} id @param {number} at */
export function dripAcid({ fx }, id, at) {
  const { x, y, size } = fx.heart(id);
  const colour = "#8fce2b";
  fx.emit(drips({ x, y }, { at, seed: fx.seed(), size, colour }));
  const splash = { at, count: 16, reach: size * 0.6, colours: [colour, "#eaffb0"] };
  fx.emit(sparks({ x, y }, { ...splash, seed: fx.seed(), weight: size * 0.5 }));
}

/** A blade cuts through a unit. @param {BeatStage} stage @param {string} id @param {number} at */
export function cut({ fx }, id, at) {
  const { x, y, size } = fx.heart(id);
  for (const towards of [1, -1]) fx.emit(mark("cut", { x, y }, { at, size: size * 1.2, towards }));
  const colours = ["#ff5a6a", "#ffd0d4"];
  const how = { at: at + 90, seed: fx.seed(), count: 14, reach: size * 0.7, colours };
  fx.emit(sparks({ x, y }, how));
}

/**
 * The cloud of an affliction sweeps over one side's half of the stage.
 *
 * @param {BeatStage} stage
 * @param {SideId} side
 * @param {string} affliction
 */
export function sweep({ fx, layout, length }, side, affliction) {
  const { width, height } = layout;
  const out = side === "a" ? -1 : 1;
  for (let k = 0; k < 3; k++) {
    const from = { x: width / 2 + out * width * (0.1 + 0.16 * k), y: height * 0.7 };
    const cloud = { count: 9, size: height * 0.3, spread: width * 0.14, rise: 20 };
    const colour = AFFLICTION_STYLES[affliction]?.colour ?? "#8fd14f";
    const at = (k * length) / 6;
    const how = { ...cloud, seed: fx.seed(), at, life: length - at, colour, strength: 0.17 };
    fx.emit(dust(from, how));
  }
}

/**
 * Branching lightning from the sky to a point.
 *
 * @param {Point} to
 * @param {{ at: number, seed: string }} how
 * @returns {Emitter}
 */
function bolt(to, { at, seed }) {
  const random = createRandom(seed);
  const steps = 9;
  const top = -10;
  const wide = 26;
  /** @type {Point[]} */
  const trunk = Array.from({ length: steps + 1 }, (_, k) => ({
    x: to.x + (k === steps ? 0 : (random() - 0.5) * 2 * wide + (steps - k) * 3),
    y: top + ((to.y - top) * k) / steps,
  }));
  const branches = [2, 4, 5, 7].map((k) => {
    const side = random() < 0.5 ? -1 : 1;
    let { x, y } = trunk[k];
    return [
      trunk[k],
      ...Array.from({ length: 3 }, () => {
        x += side * wide * (0.4 + 0.8 * random());
        y += (to.y - top) * (0.04 + 0.07 * random());
        return { x, y };
      }),
    ];
  });
  return {
    at,
    life: 380,
    draw(context, age, share) {
      // It strikes within three frames, then fades.
      const reached = Math.min(1, age / 50);
      const shown = trunk.slice(0, 2 + Math.floor(reached * (steps - 1)));
      context.globalAlpha = 1 - share ** 2;
      context.lineJoin = "round";
      for (const [colour, thick] of /** @type {[string, number][]} */ ([
        ["rgb(40 90 240 / 40%)", 18],
        ["#5b95ff", 9],
        ["#ffffff", 4],
      ])) {
        context.strokeStyle = colour;
        context.lineWidth = thick;
        line(context, shown);
        context.stroke();
        if (reached < 1) continue;
        context.lineWidth = thick * 0.45;
        for (const branch of branches) {
          line(context, branch);
          context.stroke();
        }
      }
    },
  };
}

/**
 * A glowing wisp that curves from one point to another.
 *
 * @param {Point} from
 * @param {Point} to
 * @param {{ at: number, life: number, seed: string, radius: number, colour: string }} how
 * @returns {Emitter}
 */
function wisp(from, to, { at, life, seed, radius, colour }) {
  const random = createRandom(seed);
  const lift = 20 + 50 * random();
  const swing = (random() - 0.5) * 26;
  /** @param {number} share */
  const place = (share) => ({
    x: from.x + (to.x - from.x) * share,
    y:
      from.y +
      (to.y - from.y) * share -
      4 * lift * share * (1 - share) +
      swing * Math.sin(share * TURN),
  });
  return {
    at,
    life,
    draw(context, _age, share) {
      const head = share * share * (3 - 2 * share);
      context.fillStyle = colour;
      for (let k = 9; k >= 0; k--) {
        const { x, y } = place(Math.max(0, head - k * 0.028));
        context.globalAlpha = 0.75 * (1 - k / 10) ** 1.4;
        dot(context, x, y, radius * (1 - k * 0.08));
      }
      const { x, y } = place(head);
      context.globalAlpha = 1;
      context.fillStyle = "#ffffff";
      dot(context, x, y, radius * 0.4);
    },
  };
}

/**
 * Drops that run down from a point.
 *
 * @param {Point} from
 * @param {{ at: number, seed: string, size: number, colour: string }} how
 * @returns {Emitter}
 */
function drips(from, { at, seed, size, colour }) {
  const random = createRandom(seed);
  const drops = Array.from({ length: 9 }, () => ({
    x: (random() - 0.5) * size * 0.8,
    y: (random() - 0.5) * size * 0.5,
    way: size * (0.25 + 0.45 * random()),
    radius: size * (0.025 + 0.035 * random()),
    delay: random() * 0.4,
  }));
  return {
    at,
    life: 900,
    draw(context, _age, share) {
      context.fillStyle = colour;
      context.strokeStyle = colour;
      for (const { x, y, way, radius, delay } of drops) {
        const own = Math.max(0, (share - delay) / (1 - delay));
        const down = way * own * own;
        context.globalAlpha = 0.9 * (1 - own ** 3);
        context.lineWidth = radius;
        line(context, [
          { x: from.x + x, y: from.y + y },
          { x: from.x + x, y: from.y + y + down },
        ]);
        context.stroke();
        dot(context, from.x + x, from.y + y + down, radius);
      }
    },
  };
}
