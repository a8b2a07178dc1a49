// @ts-check
/** @typedef {CanvasRenderingContext2D} Context */
/** @typedef {{ x: number, y: number }} Point */

/**
 * A drawing with a limited life; `draw` gets its age in ms and as a share of its life. It ends with its beat unless it
 * `outlasts` it.
 *
 * @typedef {{ at: number, life: number, outlasts?: boolean, draw: (context: Context, age: number, share: number) => void }} Emitter
 */

/** Upper limit of the device pixel ratio: a sharper canvas is not worth its cost. */
const DENSITY_MOST = 1.5;

/** A full turn in radians. */
export const TURN = Math.PI * 2;

/**
 * A canvas over the stage for effects too small and brief for elements: sparks, splinters, dust. Its content
 * is a function of time alone, so that playback can seek.
 */
export function createCanvas() {
  const canvas = document.createElement("canvas");
  canvas.setAttribute("aria-hidden", "true");
  const context = /** @type {Context} */ (canvas.getContext("2d"));
  let width = 0;
  let height = 0;
  let density = 1;
  let isClean = true;
  /** @type {Set<{ emitters: readonly Emitter[], start: number }>} */
  const held = new Set();
  canvas.hidden = true;
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
     * Draw emitters while they are alive, over those that are held already. Return a function that ends this.
     *
     * @param {readonly Emitter[]} emitters
     * @param {number} start the time from which theirs counts, in ms of the battle
     */
    hold(emitters, start) {
      const one = { emitters, start };
      held.add(one);
      return () => held.delete(one);
    },
    /** Draw a moment of the battle. @param {number} ms */
    draw(ms) {
      const alive = [...held].flatMap(({ emitters, start }) =>
        emitters
          .map((emitter) => ({ ...emitter, age: ms - start - emitter.at }))
          .filter(({ age, life }) => age >= 0 && age < life),
      );
      if (alive.length === 0 && isClean) return;
      context.setTransform(density, 0, 0, density, 0, 0);
      context.clearRect(0, 0, width, height);
      isClean = alive.length === 0;
      canvas.hidden = isClean;
      for (const { age, life, draw } of alive) {
        context.save();
        draw(context, age, age / life);
        context.restore();
      }
    },
  };
}

/** @typedef {ReturnType<typeof createCanvas>} Canvas */

/** @param {Context} context @param {Point[]} points */
export function line(context, points) {
  context.beginPath();
  // The first one begins the path.
  for (const { x, y } of points) context.lineTo(x, y);
}

/** @param {Context} context @param {number} x @param {number} y @param {number} radius */
export function dot(context, x, y, radius) {
  context.beginPath();
  context.arc(x, y, Math.max(0, radius), 0, TURN);
  context.fill();
}
