// @ts-check
import { createRandom } from "../scenery/random.js";

/** @typedef {CanvasRenderingContext2D} Context */
/** @typedef {{ x: number, y: number }} Point */

/**
 * Something that is drawn for a while: `draw` gets how many ms ago it began, and that as a share of its life.
 *
 * @typedef {{ at: number, life: number, draw: (context: Context, age: number, share: number) => void }} Emitter
 */

/** More pixels than this a side of a px are not worth what they cost. */
const DENSITY_MOST = 1.5;

const TURN = Math.PI * 2;

/**
 * A canvas over the stage for what is too small and too short for elements: sparks, splinters, dust.
 * What it shows is a function of time alone, so that it can be sought like everything else.
 */
export function createCanvas() {
  const canvas = document.createElement("canvas");
  canvas.setAttribute("aria-hidden", "true");
  const context = /** @type {Context} */ (canvas.getContext("2d"));
  let width = 0;
  let height = 0;
  let density = 1;
  let isClean = true;
  return {
    root: canvas,
    /** @param {number} nextWidth px @param {number} nextHeight px */
    resize(nextWidth, nextHeight) {
      width = nextWidth;
      height = nextHeight;
      density = Math.min(devicePixelRatio || 1, DENSITY_MOST);
      canvas.width = Math.round(width * density);
      canvas.height = Math.round(height * density);
      isClean = true;
    },
    /**
     * Draws what is alive at a time, and nothing else.
     *
     * @param {readonly Emitter[]} emitters
     * @param {number} ms
     */
    draw(emitters, ms) {
      const alive = emitters.filter(({ at, life }) => ms >= at && ms < at + life);
      if (alive.length === 0 && isClean) return;
      context.setTransform(density, 0, 0, density, 0, 0);
      context.clearRect(0, 0, width, height);
      isClean = alive.length === 0;
      for (const { at, life, draw } of alive) {
        const age = ms - at;
        context.save();
        draw(context, age, age / life);
        context.restore();
      }
    },
  };
}

/** @typedef {ReturnType<typeof createCanvas>} Canvas */

/** @param {Context} context @param {Point[]} points */
function line(context, points) {
  context.beginPath();
  for (const [k, { x, y }] of points.entries()) {
    if (k === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  }
}

/** @param {Context} context @param {number} x @param {number} y @param {number} radius */
function dot(context, x, y, radius) {
  context.beginPath();
  context.arc(x, y, Math.max(0, radius), 0, TURN);
  context.fill();
}

/**
 * Sparks that fly apart and fall.
 *
 * @param {Point} from
 * @param {{ at: number, seed: string, count: number, reach: number, colours: string[], life?: number, weight?: number, rise?: number }} how
 *   `reach` in px, `weight` how many px they fall in their life, `rise` how far they are thrown up
 * @returns {Emitter}
 */
export function sparks(
  from,
  { at, seed, count, reach, colours, life = 420, weight = 40, rise = 0 },
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
 * A star of light where two meet.
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
 * The splinters of a plate.
 *
 * @param {Point} from
 * @param {{ at: number, seed: string, size: number, away: number, colours: string[], floor: number, life?: number }} how
 *   `away` is the direction in which they fly, 1 to the right; they lie where `floor` is
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
        const low = Math.min(floor - from.y, y + vy * share + size * 3.2 * share * share);
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
 * Dust or smoke that swells and thins out.
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
    draw(context, _age, share) {
      context.fillStyle = colour;
      for (const { x, y, radius, delay } of puffs) {
        const own = (share - delay) / (1 - delay);
        if (own <= 0) continue;
        const way = 1 - (1 - own) ** 2;
        context.globalAlpha = strength * (1 - own);
        dot(
          context,
          from.x + x * (0.3 + 0.7 * way),
          from.y + y - rise * way,
          radius * (0.4 + way * 0.6),
        );
      }
    },
  };
}

/**
 * Lightning that branches, from the sky to a place.
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
      // It comes down within three frames, and fades.
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
 * What lightning leaves: a burnt spot with cracks, which fades.
 *
 * @param {(ms: number) => Point} centre where it is, at a time
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
 * A glowing wisp that winds its way from one place to another.
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
 * Drops that run down from a place.
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
 * A blade's cut, from the upper left to the lower right and back.
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

/**
 * A ring that opens: a shock, a dome, a glow.
 *
 * @param {(ms: number) => Point} centre where it is, at a time
 * @param {{ at: number, size: number, colour: string, life?: number, thick?: number, filled?: boolean, holds?: boolean }} how
 *   `holds` keeps its size
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
      context.arc(x, y, radius, 0, TURN);
      context.stroke();
      if (!filled) return;
      context.globalAlpha *= 0.3;
      context.fill();
    },
  };
}

/**
 * Paper that rains for the winner.
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
