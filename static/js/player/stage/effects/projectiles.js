// @ts-check
import { dot, line } from "./canvas.js";

/** @import { Context, Emitter, Point } from "./canvas" */

/**
 * What flies: the colour of its trail, its drawing, which points to the right, and its rotation by its heading and its
 * age in ms.
 *
 * @typedef {object} ProjectileKind
 * @property {string} trail
 * @property {(context: Context, size: number) => void} draw
 * @property {(heading: number, age: number) => number} [turn]
 */

/** @typedef {keyof typeof KINDS} ProjectileName */

/**
 * The flight of a projectile: it lands at `at` after `flight` ms, rising `height` px above the straight line;
 * then it sticks, bounces off or disappears.
 *
 * @typedef {object} Flight
 * @property {ProjectileName | ProjectileKind} kind
 * @property {number} at
 * @property {number} flight
 * @property {number} height
 * @property {number} size
 * @property {"stick" | "bounce" | "gone"} end
 * @property {number} [stay] ms for which it sticks or bounces
 */

/** Length of a trail in ms of flight, and its number of pieces. */
const TRAIL_MS = 90;
const TRAIL_PIECES = 7;

/**
 * A projectile that flies in an arc from one point to another.
 *
 * @param {Point} from
 * @param {Point} to
 * @param {(ms: number) => Point} moved the target's offset from its place at a time
 * @param {Flight} how
 * @returns {Emitter}
 */
export function projectile(from, to, moved, { kind, at, flight, height, size, end, stay = 500 }) {
  const { trail, draw, turn = () => 0 } = typeof kind === "string" ? KINDS[kind] : kind;
  const start = at - flight;
  /** @param {number} share of the way */
  const place = (share) => ({
    x: from.x + (to.x - from.x) * share,
    y: from.y + (to.y - from.y) * share - 4 * height * share * (1 - share),
  });
  /** @param {number} share */
  const heading = (share) =>
    Math.atan2(to.y - from.y - 4 * height * (1 - 2 * share), to.x - from.x);
  const side = Math.sign(to.x - from.x) || 1;

  return {
    at: start,
    life: flight + (end === "gone" ? 0 : stay),
    draw(context, age) {
      if (age < flight) {
        const share = age / flight;
        drawTrail(context, trail, size, (k) => place(Math.max(0, share - (k * TRAIL_MS) / flight)));
        const { x, y } = place(share);
        context.translate(x, y);
        context.rotate(turn(heading(share), age));
        draw(context, size);
        return;
      }
      const after = (age - flight) / stay;
      const { x, y } = moved(start + age);
      context.globalAlpha = Math.min(1, 3 - 3 * after);
      if (end === "stick") {
        // It quivers where it is stuck.
        context.translate(to.x + x, to.y + y);
        context.rotate(heading(1) + Math.sin(after * 40) * 0.12 * (1 - after));
      } else {
        context.translate(
          to.x - side * size * 2.4 * after,
          to.y - size * 1.5 * after + size * 5 * after * after,
        );
        context.rotate(heading(1) + side * after * 7);
      }
      draw(context, size);
    },
  };
}

/**
 * @param {Context} context
 * @param {string} trail
 * @param {number} size
 * @param {(share: number) => Point} place its position that share of the trail ago
 */
function drawTrail(context, trail, size, place) {
  context.strokeStyle = trail;
  context.lineCap = "round";
  let last = place(0);
  for (let k = 1; k <= TRAIL_PIECES; k++) {
    const next = place(k / TRAIL_PIECES);
    context.lineWidth = Math.max(1, size * 0.16 * (1 - k / (TRAIL_PIECES + 1)));
    line(context, [last, next]);
    context.stroke();
    last = next;
  }
}

export const WHITE_TRAIL = "rgb(255 255 255 / 45%)";
const BRIGHT_TRAIL = "rgb(255 255 255 / 55%)";
const GREY_TRAIL = "rgb(214 208 200 / 60%)";

/** @param {number} heading */
const ahead = (heading) => heading;

/** Projectiles that every scene can name; a scene passes its own as objects. */
const KINDS = {
  arrow: /** @type {ProjectileKind} */ ({
    trail: BRIGHT_TRAIL,
    turn: ahead,
    draw: (context, size) => shaft(context, size, 0.08, "#d9483b"),
  }),
  bolt: /** @type {ProjectileKind} */ ({
    trail: BRIGHT_TRAIL,
    turn: ahead,
    draw: (context, size) => shaft(context, size, 0.16, "#a07a48"),
  }),
  stone: /** @type {ProjectileKind} */ ({
    trail: GREY_TRAIL,
    draw: (context, size) => shot(context, size * 0.36, "#c9c1b2", "#6d665a"),
  }),
  ball: /** @type {ProjectileKind} */ ({
    trail: GREY_TRAIL,
    draw: (context, size) => shot(context, size * 0.42, "#3c4250", "#12151c"),
  }),
};

/**
 * @param {Context} context
 * @param {number} size
 * @param {number} thick as a share of the size
 * @param {string} feathers their colour
 */
function shaft(context, size, thick, feathers) {
  context.lineWidth = Math.max(1.6, size * thick);
  context.strokeStyle = "#3a2a1a";
  line(context, [
    { x: -size, y: 0 },
    { x: size * 0.15, y: 0 },
  ]);
  context.stroke();
  context.fillStyle = "#e9edf5";
  context.strokeStyle = "#1a1d26";
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(size * 0.32, 0);
  context.lineTo(0, -size * 0.15);
  context.lineTo(0, size * 0.15);
  context.closePath();
  context.fill();
  context.stroke();
  context.fillStyle = feathers;
  for (const way of [-1, 1]) {
    context.beginPath();
    context.moveTo(-size * 0.72, 0);
    context.lineTo(-size, way * size * 0.17);
    context.lineTo(-size * 1.16, way * size * 0.17);
    context.lineTo(-size * 0.94, 0);
    context.fill();
  }
}

/**
 * A ball lit from the upper left.
 *
 * @param {Context} context
 * @param {number} radius
 * @param {string} light
 * @param {string} dark
 */
export function shot(context, radius, light, dark) {
  const shade = context.createRadialGradient(
    ...[-radius * 0.35, -radius * 0.4, radius * 0.1, 0, 0, radius],
  );
  shade.addColorStop(0, light);
  shade.addColorStop(1, dark);
  context.fillStyle = shade;
  dot(context, 0, 0, radius);
  // A bright outline, so that dark balls are visible by night.
  context.strokeStyle = "rgb(255 255 255 / 70%)";
  context.lineWidth = 1.5;
  context.stroke();
}
