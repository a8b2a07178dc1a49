// Cut-out figures: composes a unit's symbol for the icon sheet from glyphs of the icon set and own drawings, as the
// scenes' figures.json say (format: static/js/games/README.md).
// Layers, from the back: a thick edge in the side's colour (currentColor), a dark outline, each part (light fill that
// shows through a glyph's holes, the glyph in its own colour, a rim of light), light from above and shade below.

import {
  area,
  box,
  contains,
  depths,
  flat,
  moved,
  outermost,
  parse,
  reversed,
  write,
} from "./shapes.mjs";

/** @import { Point, Shape } from "./shapes.mjs" */

/**
 * A glyph of the icon set in two tints (itself, and what its holes show), or an own path in one colour. `at` moves it:
 * x and y of its middle, scale and turn in degrees. `only` and `without` choose shapes of the glyph by their place in
 * its path. Among those, `paint` gives some colours of their own, holes as well as what is around them; `open` holes are
 * seen through, and `hull` closes the gaps between shapes with the colour `back`. `stroke` draws a line along an own path.
 * A detail adds nothing to the silhouette.
 *
 * @typedef {{
 *   icon?: string, path?: string, tint?: [string, string], fill?: string, stroke?: string, line?: number,
 *   at?: [number, number, number?, number?], mirror?: boolean, detail?: boolean, only?: number[], without?: number[],
 *   paint?: Record<string, number[]>, open?: number[], hull?: true | number[], back?: string
 * }} Part
 */

/**
 * A figure faces right. `size` is its share of the room, `hover` lifts it off its base, `attack` is the shape of its
 * blow: cut, claw, bite, smash, pierce or pounce. One may be `like` another of its game with colours swapped.
 *
 * @typedef {Part & {
 *   parts?: Part[], size?: number, hover?: boolean, attack: string, like?: string, swap?: Record<string, string>
 * }} Figure
 */

const [OUTLINE, SHADE] = ["#17110d", "#2a201b"];
const [EDGE, LINE, THIN] = [17, 13, 7];
/** Width of the rim of light, and how far inside it runs. */
const RIM = 8;
/** The figure's room in its box of 512: the rest is for the edge. */
const [MARGIN, ROOM] = [32, 448];

/** The blows that figures may have. */
export const ATTACKS = ["cut", "claw", "bite", "smash", "pierce", "pounce"];

/** Return a game's figures with those that are like others. @param {Record<string, Figure>} figures */
export function resolved(figures) {
  return Object.fromEntries(
    Object.entries(figures).map(([id, figure]) => {
      if (!figure.like) return [id, figure];
      const text = JSON.stringify(figures[figure.like]);
      const swapped = Object.entries(figure.swap ?? {}).reduce(
        (all, [from, to]) => all.replaceAll(from, to),
        text,
      );
      return [id, /** @type {Figure} */ (JSON.parse(swapped))];
    }),
  );
}

/** Parts of a figure: of a plain one itself. @param {Figure} figure @returns {Part[]} */
const partsOf = (figure) => figure.parts ?? [figure];

/** Return a part's shapes where it stands. @param {Part} part @param {Record<string, string>} glyphs */
function shapesOf(part, glyphs) {
  const d = part.path ?? glyphs[part.icon ?? ""];
  if (!d) throw new Error(`game-icons has no such icon: ${part.icon}`);
  let shapes = parse(d);
  // Some glyphs have stray lines without an area.
  if (part.icon)
    shapes = shapes.filter(({ segments: [first, ...rest] }) => rest.length > 0 || first.length > 1);
  if (part.only) shapes = part.only.map((i) => shapes[i]);
  if (part.without) shapes = shapes.filter((_, i) => !part.without?.includes(i));
  const [x, y, scale = 1, turn = 0] = part.at ?? [256, 256];
  const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
  return moved(shapes, ([px, py]) => {
    const [dx, dy] = [(part.mirror ? 256 - px : px - 256) * scale, (py - 256) * scale];
    return [x + dx * cos - dy * sin, y + dx * sin + dy * cos];
  });
}

/**
 * Return the line of light along the upper left of shapes, a little inside.
 *
 * @param {Shape[]} outer @param {number} inside
 */
function rim(outer, inside) {
  /** @type {Point[][]} */
  const runs = [];
  for (const shape of outer) {
    const points = flat(shape, 8).filter(
      ([x, y], i, all) => i === 0 || Math.hypot(x - all[i - 1][0], y - all[i - 1][1]) > 0.5,
    );
    /** @type {Point[]} */
    let run = [];
    const close = () => {
      const length = run
        .slice(1)
        .reduce((sum, [x, y], i) => sum + Math.hypot(x - run[i][0], y - run[i][1]), 0);
      if (length > 24) runs.push(simple(run, 1.5));
      run = [];
    };
    for (let i = 0; i < points.length; i++) {
      const [[ax, ay], [bx, by]] = [points[i], points[(i + 1) % points.length]];
      const length = Math.hypot(bx - ax, by - ay);
      if (length === 0) continue;
      // Clockwise: what is outside lies to the left.
      const [nx, ny] = [(by - ay) / length, (ax - bx) / length];
      if (-0.5 * nx - 0.87 * ny < 0.35) {
        close();
        continue;
      }
      for (const [x, y] of run.length === 0 ? [points[i], [bx, by]] : [[bx, by]]) {
        /** @type {Point} */
        const at = [x - nx * inside, y - ny * inside];
        if (contains(points, at) && contains(points, [at[0] - nx * inside, at[1] - ny * inside]))
          run.push(at);
        else close();
      }
    }
    close();
  }
  return runs;
}

/** Return a line without points that lie nearly on it (Ramer, Douglas, Peucker). @param {Point[]} points */
function simple(points, /** @type {number} */ tolerance) {
  if (points.length < 3) return points;
  const [[ax, ay], [bx, by]] = [points[0], points[points.length - 1]];
  const length = Math.hypot(bx - ax, by - ay) || 1;
  let [far, at] = [0, 0];
  points.forEach(([x, y], i) => {
    const off = Math.abs((by - ay) * (x - ax) - (bx - ax) * (y - ay)) / length;
    if (off > far) [far, at] = [off, i];
  });
  if (far <= tolerance) return [points[0], points[points.length - 1]];
  return [
    ...simple(points.slice(0, at + 1), tolerance).slice(0, -1),
    ...simple(points.slice(at), tolerance),
  ];
}

/** Return the convex hull of shapes, running clockwise. @param {Shape[]} shapes @returns {Shape} */
function hull(shapes) {
  const points = shapes
    .flatMap((shape) => flat(shape, 12))
    .sort(([ax, ay], [bx, by]) => ax - bx || ay - by);
  const half = (/** @type {Point[]} */ all) => {
    /** @type {Point[]} */
    const kept = [];
    for (const [x, y] of all) {
      for (; kept.length > 1; kept.pop()) {
        const [[ax, ay], [bx, by]] = [kept[kept.length - 2], kept[kept.length - 1]];
        if ((bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0) break;
      }
      kept.push([x, y]);
    }
    return kept.slice(0, -1);
  };
  const [start, ...rest] = simple([...half(points), ...half(points.reverse())], 3);
  return { start, segments: rest.map((point) => [point]) };
}

/** Return the parts of a figure with their shapes, fitted into its box and standing on its ground. */
export function fitted(/** @type {Figure} */ figure, /** @type {Record<string, string>} */ glyphs) {
  const drawn = partsOf(figure).map((part) => ({ part, shapes: shapesOf(part, glyphs) }));
  const outlines = drawn.filter(({ part }) => !part.detail).flatMap(({ shapes }) => shapes);
  const [left, top, right, bottom] = box(outlines);
  const scale = (ROOM * (figure.size ?? 1)) / Math.max(right - left, bottom - top);
  const move = (/** @type {Point} */ [x, y]) =>
    /** @type {Point} */ ([
      256 + (x - (left + right) / 2) * scale,
      figure.hover ? 256 + (y - (top + bottom) / 2) * scale : MARGIN + ROOM + (y - bottom) * scale,
    ]);
  return drawn.map(({ part, shapes }) => {
    const placed = moved(shapes, move);
    const outer = outermost(placed);
    const holes = (part.open ?? []).map((i) =>
      area(flat(placed[i])) > 0 ? reversed(placed[i]) : placed[i],
    );
    const back = part.hull
      ? [hull(part.hull === true ? placed : part.hull.map((i) => placed[i]))]
      : [];
    return { part, shapes: placed, outer: [...outer, ...holes], back };
  });
}

/** Return the paths of a glyph, one for each colour. @param {Part} part @param {Shape[]} shapes @param {string} own */
function painted(part, shapes, own) {
  const depth = depths(shapes);
  /** @type {Record<number, string>} */
  const paint = {};
  for (const [color, places] of Object.entries(part.paint ?? {}))
    for (const i of places) paint[i] = color;
  /** @type {Map<string, Shape[]>} */
  const [under, over] = [new Map(), new Map([[own, []]])];
  const add = (
    /** @type {Map<string, Shape[]>} */ to,
    /** @type {string} */ color,
    /** @type {Shape} */ shape,
  ) => to.set(color, [...(to.get(color) ?? []), shape]);
  const colors = depth.map((d, i) => (d % 2 === 0 ? (paint[i] ?? own) : undefined));
  for (const [i, shape] of shapes.entries()) {
    const given = paint[i];
    if (depth[i] % 2 === 0) {
      add(over, given ?? own, shape);
      continue;
    }
    if (given) add(under, given, area(flat(shape)) < 0 ? reversed(shape) : shape);
    // A hole is cut into the smallest shape around it.
    const around = shapes
      .map((other, j) => ({ j, size: Math.abs(area(flat(other, 12))), points: flat(other, 12) }))
      .filter(({ j, points }) => depth[j] === depth[i] - 1 && contains(points, shape.start))
      .sort((one, other) => one.size - other.size);
    add(over, colors[around[0]?.j] ?? own, shape);
  }
  return [...under, ...over]
    .filter(([, all]) => all.length > 0)
    .map(([color, all]) => `<path fill="${color}" d="${write(all)}"/>`);
}

/**
 * Return a figure's symbol, whose edge has the current colour.
 *
 * @param {string} id of the symbol
 * @param {Figure} figure
 * @param {Record<string, string>} glyphs paths of icons, by name
 */
export function symbol(id, figure, glyphs) {
  const parts = fitted(figure, glyphs);
  const outline = write(
    parts.flatMap(({ part, outer, back }) => (part.detail ? [] : [...outer, ...back])),
  );
  const stroke = (/** @type {string} */ color, /** @type {number} */ width) =>
    `stroke="${color}" stroke-width="${width * 2}"`;
  const out = [
    `<path fill="none" ${stroke("currentColor", EDGE + LINE)} d="${outline}"/>`,
    `<path fill="none" ${stroke(OUTLINE, LINE)} d="${outline}"/>`,
  ];
  for (const { part, shapes, outer, back } of parts) {
    if (part.stroke) {
      const line = stroke(part.stroke, (part.line ?? THIN) / 2);
      out.push(`<path fill="none" ${line} d="${write(shapes, { open: true })}"/>`);
      continue;
    }
    const inner = part.line ?? (part.detail ? 0 : part.icon ? LINE : THIN);
    const around = parts.length > 1 && inner > 0 ? ` ${stroke(OUTLINE, inner)}` : "";
    if (back.length > 0)
      out.push(`<path fill="${part.back ?? SHADE}"${around} d="${write(back)}"/>`);
    if (part.tint) {
      out.push(`<path fill="${part.tint[1]}"${around} d="${write(outer)}"/>`);
      out.push(...painted(part, shapes, part.tint[0]));
    } else out.push(`<path fill="${part.fill}"${around} d="${write(shapes)}"/>`);
    const lines = part.detail ? [] : rim(outer, RIM);
    if (lines.length > 0) {
      const lit = lines.map(([start, ...rest]) => ({
        start,
        segments: rest.map((point) => [point]),
      }));
      const d = write(lit, { open: true });
      out.push(`<path fill="none" ${stroke("#fff", RIM / 2)} stroke-opacity=".55" d="${d}"/>`);
    }
  }
  out.push(`<path fill="url(#${id}-light) none" d="${outline}"/>`);
  return (
    `<symbol id="${id}" viewBox="0 0 512 512">${light(`${id}-light`)}` +
    `<g stroke-linejoin="round" stroke-linecap="round">${out.join("")}</g></symbol>`
  );
}

/** Return the gradient of light from above and shade below. @param {string} id */
const light = (id) =>
  `<linearGradient id="${id}" x2="0" y2="1"><stop stop-color="#fff" stop-opacity=".34"/>` +
  `<stop offset=".5" stop-color="#fff" stop-opacity="0"/>` +
  `<stop offset="1" stop-color="#0a0420" stop-opacity=".42"/></linearGradient>`;
