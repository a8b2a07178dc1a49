// @ts-check
import { createRandom } from "../scenery/random.js";
import { dot, line, TURN } from "./canvas.js";

/** @import { Emitter, Point } from "./canvas" */

/**
 * Sparks that fly apart and fall.
 *
 * @param {Point} from
 * @param {{ at: number, seed: string, count: number, reach: number, colours: string[], life?: number, weight?: number, rise?: number }} how
 *   `reach` in px, `weight` px that they fall in their life, `rise` px that they are thrown up
 * @returns {Emitter}
 */
export function sparks(
  from,
  { at, seed, count, reach, colours, life = 600, weight = 40, rise = 0 },
) {
  const random = createRandom(seed);
  const dots = Array.from({ length: count }, (_, k) => {
    const angle = random() * TURN;
    const way = reach * (0.35 + 0.65 * random());
    return {
      x: Math.cos(angle) * way,
      y: Math.sin(angle) * way * 0.8 - rise,
      size: 1.2 + 2.6 * random(),
      colour: colours[k % colours.length],
    };
  });
  return {
    at,
    life,
    outlasts: true,
    draw(context, _age, share) {
      const way = 1 - (1 - share) ** 2;
      context.globalAlpha = Math.min(1, 2 - 2 * share);
      for (const { x, y, size, colour } of dots) {
        context.fillStyle = colour;
        dot(
          context,
          from.x + x * way,
          from.y + y * way + weight * share * share,
          size * (1 - share * 0.6),
        );
      }
    },
  };
}

/**
 * A star of light at the point of a blow.
 *
 * @param {Point} from
 * @param {{ at: number, seed: string, size: number, colour?: string }} how
 * @returns {Emitter}
 */
export function star(from, { at, seed, size, colour = "#fff6c9" }) {
  const random = createRandom(seed);
  const rays = Array.from({ length: 11 }, (_, k) => ({
    angle: (k * TURN) / 11 + random() * 0.3,
    long: size * (0.6 + 0.5 * random()),
  }));
  return {
    at,
    life: 190,
    draw(context, _age, share) {
      const grown = 0.55 + 0.45 * Math.min(1, share * 3);
      context.globalAlpha = 1 - share ** 2;
      context.fillStyle = colour;
      for (const { angle, long } of rays) {
        const [near, far, wide] = [size * 0.1, long * grown, 0.1];
        line(context, [
          { x: from.x + Math.cos(angle - wide) * near, y: from.y + Math.sin(angle - wide) * near },
          { x: from.x + Math.cos(angle) * far, y: from.y + Math.sin(angle) * far },
          { x: from.x + Math.cos(angle + wide) * near, y: from.y + Math.sin(angle + wide) * near },
        ]);
        context.fill();
      }
      context.fillStyle = "#ffffff";
      dot(context, from.x, from.y, size * 0.2 * (1 - share * 0.5));
    },
  };
}

/**
 * Splinters of a plate.
 *
 * @param {Point} from
 * @param {{ at: number, seed: string, size: number, away: number, colours: string[], floor: number, life?: number }} how
 *   `away` is the direction of flight, 1 to the right; they come to rest at `floor`
 * @returns {Emitter}
 */
export function shards(from, { at, seed, size, away, colours, floor, life = 900 }) {
  const random = createRandom(seed);
  const count = size > 60 ? 14 : 8;
  const pieces = Array.from({ length: count }, (_, k) => {
    const [spot, angle] = [random(), random() * TURN];
    return {
      x: Math.cos(angle) * size * 0.32 * spot,
      y: Math.sin(angle) * size * 0.38 * spot,
      vx: (random() - 0.5) * size * 1.7 + away * size * 0.8,
      vy: -size * (0.5 + 1.1 * random()),
      spin: (random() - 0.5) * 14,
      corners: Array.from({ length: 3 }, (_, c) => {
        const turn = (c * TURN) / 3 + random();
        const radius = size * (0.09 + 0.12 * random());
        return { x: Math.cos(turn) * radius, y: Math.sin(turn) * radius };
      }),
      colour: colours[k % colours.length],
    };
  });
  return {
    at,
    life,
    draw(context, _age, share) {
      context.globalAlpha = Math.min(1, 2.2 - 2.2 * share);
      for (const { x, y, vx, vy, spin, corners, colour } of pieces) {
        const low = Math.min(floor - from.y, y + vy * share + size * 5 * share * share);
        const turned = low >= floor - from.y ? 0.3 : share;
        const [sin, cos] = [Math.sin(spin * turned), Math.cos(spin * turned)];
        context.fillStyle = colour;
        line(
          context,
          corners.map((corner) => ({
            x: from.x + x + vx * share + corner.x * cos - corner.y * sin,
            y: from.y + low + corner.x * sin + corner.y * cos,
          })),
        );
        context.fill();
      }
    },
  };
}

/**
 * Dust or smoke that swells and fades; its `colour` has six digits.
 *
 * @param {Point} from
 * @param {{ at: number, seed: string, count: number, size: number, spread: number, colour: string, life?: number, rise?: number, strength?: number }} how
 * @returns {Emitter}
 */
export function dust(
  from,
  { at, seed, count, size, spread, colour, life = 700, rise = 12, strength = 0.5 },
) {
  const random = createRandom(seed);
  const puffs = Array.from({ length: count }, () => ({
    x: (random() - 0.5) * 2 * spread,
    y: (random() - 0.5) * size * 0.4,
    radius: size * (0.25 + 0.35 * random()),
    delay: random() * 0.25,
  }));
  return {
    at,
    life,
    outlasts: true,
    draw(context, _age, share) {
      const soft = context.createRadialGradient(0, 0, 0.3, 0, 0, 1);
      soft.addColorStop(0, colour);
      soft.addColorStop(1, `${colour}00`);
      context.fillStyle = soft;
      for (const { x, y, radius, delay } of puffs) {
        const own = (share - delay) / (1 - delay);
        if (own <= 0) continue;
        const way = 1 - (1 - own) ** 2;
        const grown = radius * (0.5 + way * 0.75);
        context.globalAlpha = strength * (1 - own);
        context.save();
        context.translate(from.x + x * (0.3 + 0.7 * way), from.y + y - rise * way);
        context.scale(grown, grown);
        dot(context, 0, 0, 1);
        context.restore();
      }
    },
  };
}

/**
 * A ring that opens, such as a shock wave, a dome or a glow.
 *
 * @param {(ms: number) => Point} centre its position at a time
 * @param {{ at: number, size: number, colour: string, life?: number, thick?: number, filled?: boolean, holds?: boolean }} how
 *   `holds` keeps its size constant
 * @returns {Emitter}
 */
export function ring(
  centre,
  { at, size, colour, life = 320, thick = 4, filled = false, holds = false },
) {
  return {
    at,
    life,
    draw(context, age, share) {
      const { x, y } = centre(at + age);
      const radius = (size / 2) * (holds ? 1 : 0.35 + 0.75 * (1 - (1 - share) ** 3));
      context.globalAlpha = holds ? Math.min(1, 6 * share, 5 - 5 * share) : 1 - share ** 2;
      context.strokeStyle = colour;
      context.fillStyle = colour;
      context.lineWidth = thick * (holds ? 1 : 1.2 - share * 0.7);
      context.beginPath();
      context.arc(x, y, Math.max(0, radius), 0, TURN); // a small stage may leave it none
      context.stroke();
      if (!filled) return;
      context.globalAlpha *= 0.3;
      context.fill();
    },
  };
}

/**
 * Confetti over the whole stage.
 *
 * @param {{ at: number, life: number, seed: string, width: number, height: number, colours: string[] }} how
 * @returns {Emitter}
 */
export function confetti({ at, life, seed, width, height, colours }) {
  const random = createRandom(seed);
  const pieces = Array.from({ length: 70 }, (_, k) => ({
    x: random() * width,
    delay: random() * 0.45,
    drift: (random() - 0.5) * 90,
    speed: 0.7 + 0.5 * random(),
    turn: random() * TURN,
    colour: colours[k % colours.length],
  }));
  return {
    at,
    life,
    draw(context, _age, share) {
      for (const { x, delay, drift, speed, turn, colour } of pieces) {
        const own = (share - delay) / (1 - delay);
        if (own <= 0) continue;
        context.globalAlpha = Math.min(1, 4 - 4 * own);
        context.fillStyle = colour;
        const angle = turn + own * 9;
        context.save();
        context.translate(
          x + drift * own + Math.sin(angle * 0.7) * 8,
          -14 + height * own * speed * 1.15,
        );
        context.rotate(angle);
        context.scale(1, Math.cos(angle * 1.7));
        context.fillRect(-4, -6, 8, 12);
        context.restore();
      }
    },
  };
}

/**
 * A burnt spot with cracks that fades.
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
