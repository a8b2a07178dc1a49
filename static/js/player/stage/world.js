// @ts-check
import { h } from "../../lib/dom.js";
import { createCanvas } from "./effects/canvas.js";
import { marching } from "./march.js";
import { drawWeather } from "./scenery/weather.js";

/** @import { Backdrop } from "./scenery/painter" */
/** @import { Weather } from "./scenery/weather" */
/** @import { UnitDrawing } from "./unit" */

/** How far the view sways, in px, and how long it takes to come back, in ms. */
const SWAY = 7;
const SWAY_MS = 26_000;

/** How much larger the nearest land is where the view is nearest. */
const PUSH = 0.12;

/** How far behind the last row the land reaches, and how much higher than painted at most, as shares of the height. */
const BEHIND = 0.03;
const MOST_LIFTED = 0.22;

/**
 * Everything on a stage that stands in the landscape: the layers of the backdrop, the weather, what
 * `inhabitants` there are, and the canvas over them.
 *
 * @param {Element[]} inhabitants
 */
export function createWorld(inhabitants) {
  const backdrop = h("div", { class: "backdrop", "aria-hidden": "true" });
  const dull = h("div", { class: "dull" });
  const sky = createWeather();
  const canvas = createCanvas();
  canvas.root.className = "particles";
  const ground = h("div", { class: "ground" }, ...inhabitants, canvas.root);
  const root = h("div", { class: "world" }, backdrop, dull, sky.root, ground);
  /** @type {{ depth: number, element: HTMLElement, shown: string }[]} */
  let layers = [];
  let endMarch = () => {};
  let horizon = 0;
  let isCrowded = false;
  return {
    root,
    /** What shakes. */
    ground,
    /** What takes the landscape's colour. */
    land: dull,
    canvas,
    /** @param {Backdrop | SVGElement} painting a single drawing stands still */
    paint(painting) {
      const {
        layers: drawn,
        weather,
        horizon: painted,
      } = painting instanceof Element
        ? { layers: [{ depth: 0, drawing: painting }], weather: null, horizon: 0 }
        : painting;
      horizon = painted;
      layers = drawn.map(({ depth, drawing }) => ({
        depth,
        element: h("div", { class: "layer" }, drawing),
        shown: "",
      }));
      backdrop.replaceChildren(...layers.map(({ element }) => element));
      sky.use(weather);
    },
    /** @param {{ width: number, height: number, far?: number }} layout */
    resize({ width, height, far = 1 }) {
      canvas.resize(width, height);
      endMarch();
      endMarch = canvas.hold(marching({ width, height }), 0);
      sky.resize(width, height);
      const lift = Math.max(0, Math.min(MOST_LIFTED, horizon + BEHIND - far));
      backdrop.style.setProperty("--lift", String(-100 * lift));
      isCrowded = lift > 0;
      backdrop.classList.toggle("crowded", isCrowded);
    },
    /**
     * What goes on whatever happens: breath, weather and a slow sway, as functions of time. The nearer
     * the view, the larger are the land and who fights on it; the others, and all texts, keep their
     * sizes and places.
     *
     * @param {number} ms
     * @param {number} closeness from 0 to 1
     * @param {Iterable<UnitDrawing>} units
     */
    tick(ms, closeness, units) {
      for (const drawing of units) drawing.breathe(ms, closeness);
      // In whole px, so that a layer is painted anew only now and then.
      const sway = Math.sin((ms / SWAY_MS) * Math.PI * 2) * SWAY;
      for (const layer of layers) {
        // Behind many units the land is one layer, which stands still.
        const depth = isCrowded ? 0 : layer.depth;
        const shift = Math.round(sway * depth);
        const scale = 1 + Math.round(closeness * depth * PUSH * 1000) / 1000;
        const next = [
          ...(shift === 0 ? [] : [`translateX(${shift}px)`]),
          ...(scale === 1 ? [] : [`scale(${scale})`]),
        ].join(" ");
        if (next === layer.shown) continue;
        layer.shown = next;
        layer.element.style.transform = next;
      }
      sky.draw(ms);
      canvas.draw(ms);
    },
  };
}

/** A canvas behind the units for rain, snow and the like. */
function createWeather() {
  const root = h("canvas", { class: "weather", "aria-hidden": "true" });
  const context = /** @type {CanvasRenderingContext2D} */ (root.getContext("2d"));
  /** @type {Weather | null} */
  let weather = null;
  return {
    root,
    /** @param {Weather | null} next */
    use(next) {
      weather = next;
      root.hidden = !next;
      context.clearRect(0, 0, root.width, root.height);
    },
    /** @param {number} width @param {number} height */
    resize(width, height) {
      root.width = Math.round(width);
      root.height = Math.round(height);
    },
    /** @param {number} ms */
    draw(ms) {
      if (!weather) return;
      context.clearRect(0, 0, root.width, root.height);
      drawWeather(context, weather, "", root.width, root.height, ms);
    },
  };
}
