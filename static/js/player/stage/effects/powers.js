// @ts-check
import { createRandom } from "../scenery/random.js";
import { dot, line, TURN } from "./canvas.js";

/** @import { Emitter, Point } from "./canvas" */

/**
 * Branching lightning from the sky to a point.
 *
 * @param {Point} to
 * @param {{ at: number, seed: string, top: number, wide?: number }} how
 * @returns {Emitter}
 */
export function bolt(to, { at, seed, top, wide = 26 }) {
  const random = createRandom(seed);
  const steps = 9;
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

/**
 * A glowing wisp that curves from one point to another.
 *
 * @param {Point} from
 * @param {Point} to
 * @param {{ at: number, life: number, seed: string, radius: number, colour: string }} how
 * @returns {Emitter}
 */
export function wisp(from, to, { at, life, seed, radius, colour }) {
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
export function drips(from, { at, seed, size, colour }) {
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

/**
 * A cross-shaped cut of a blade.
 *
 * @param {Point} from
 * @param {{ at: number, size: number, colour?: string }} how
 * @returns {Emitter}
 */
export function slash(from, { at, size, colour = "#ffffff" }) {
  return {
    at,
    life: 320,
    draw(context, _age, share) {
      context.fillStyle = colour;
      context.globalAlpha = 1 - share ** 3;
      for (const [turn, begins] of [
        [1, 0],
        [-1, 0.25],
      ]) {
        const cut = Math.max(0, Math.min(1, (share - begins) * 4));
        if (cut === 0) continue;
        const [x0, y0] = [from.x - turn * size * 0.55, from.y - size * 0.5];
        const [x1, y1] = [x0 + turn * size * 1.1 * cut, y0 + size * cut];
        context.beginPath();
        context.moveTo(x0, y0);
        context.quadraticCurveTo((x0 + x1) / 2 + turn * size * 0.1, (y0 + y1) / 2 - 4, x1, y1);
        context.quadraticCurveTo(
          ...[(x0 + x1) / 2 - turn * size * 0.02, (y0 + y1) / 2 + 5, x0, y0],
        );
        context.fill();
      }
    },
  };
}
