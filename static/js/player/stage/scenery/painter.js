// @ts-check
import { s } from "../../../lib/dom.js";
import { createRandom } from "./random.js";
import { HEIGHT, HORIZON, WIDTH } from "./shapes.js";
import { css } from "./tones.js";

/** @import { Tone } from "./tones" */

/**
 * A gradient: tones at even distances, or each at its own offset.
 *
 * @typedef {{ run: "down" | "across" | "slant" | "glow", tones: readonly (Tone | readonly [number, Tone])[] }} Wash
 */

/** @typedef {{ depth: number, drawing: SVGSVGElement }} Layer `depth` from 0 (sky) to 1 (ground) */

/** @import { Weather } from "./weather" */

/** @typedef {{ layers: Layer[], horizon: number, weather: Weather | null }} Backdrop `layers` back to front, `horizon` as a share of the height */

/** End points of gradients, as shares of the shape. */
const RUNS = {
  down: { x2: 0, y2: 1 },
  across: { x2: 1, y2: 0 },
  slant: { x2: 1, y2: 1 },
  glow: {},
};

/** @param {Wash["run"]} run */
const wash =
  (run) =>
  (/** @type {Wash["tones"]} */ ...tones) =>
    /** @type {Wash} */ ({ run, tones });

/** From top to bottom; from left to right; diagonally from the upper left; from the middle outwards. */
export const [down, across, slant, glow] = /** @type {const} */ ([
  "down",
  "across",
  "slant",
  "glow",
]).map(wash);

/**
 * A painter of layered pictures. The same seed and calls give the same markup.
 *
 * @param {string | number} seed
 * @param {number} [horizon] y of the horizon
 */
export function createPainter(seed, horizon = HORIZON) {
  const random = createRandom(seed);
  /** @type {Layer[]} */
  const layers = [];
  /** @type {SVGElement} */
  let sheet = s("g");
  /** @type {Set<string>} */
  let washes = new Set();

  /** @param {Tone | Wash} paint */
  function fillOf(paint) {
    if (!("run" in paint)) return css(paint);
    const { run, tones } = paint;
    const stops = tones.map((entry, k) => {
      const [at, tone] = typeof entry[0] === "number" ? entry : [k / (tones.length - 1), entry];
      return { offset: at, "stop-color": css(/** @type {Tone} */ (tone)) };
    });
    // Named by its content: pictures on one page may share it.
    const id = `wash-${createRandom(run + JSON.stringify(stops))()
      .toString(36)
      .slice(2)}`;
    if (!washes.has(id)) {
      const kind = run === "glow" ? "radialGradient" : "linearGradient";
      sheet.append(s(kind, { id, ...RUNS[run] }, ...stops.map((stop) => s("stop", stop))));
      washes.add(id);
    }
    return `url(#${id})`;
  }

  return {
    random,
    horizon,
    /** Distance from the horizon to the lower edge. */
    reach: HEIGHT + 10 - horizon,
    /** Whether a point must stay free of plants and stones. @type {(x: number, y: number) => boolean} */
    taken: () => false,
    /** Paint the next shapes into a group of a drawing. @param {SVGElement} element */
    into(element) {
      sheet = element;
    },
    /** Append a part in front of the previous shapes. @param {SVGElement} part */
    place(part) {
      sheet.append(part);
    },
    /**
     * Start a new layer in front of the others.
     *
     * @param {number} depth
     * @param {string} [fit] SVG's preserveAspectRatio
     */
    layer(depth, fit = "xMidYMid slice") {
      const drawing = s("svg", {
        class: "scenery",
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        preserveAspectRatio: fit,
        "aria-hidden": "true",
      });
      layers.push({ depth, drawing });
      sheet = drawing;
      washes = new Set();
    },
    /**
     * @param {string} d an SVG path
     * @param {Tone | Wash} paint
     * @param {Record<string, any>} [attributes]
     */
    fill(d, paint, attributes = {}) {
      if (d) sheet.append(s("path", { d, fill: fillOf(paint), ...attributes }));
    },
    /**
     * @param {string} d
     * @param {Tone} tone
     * @param {number} width
     */
    stroke(d, tone, width) {
      const attributes = { fill: "none", stroke: css(tone), "stroke-linecap": "round" };
      if (d) sheet.append(s("path", { d, "stroke-width": width, ...attributes }));
    },
    layers,
  };
}

/** @typedef {ReturnType<typeof createPainter>} Painter */
