// Finds figures that look alike, on a grid of a few cells: their silhouettes overlap, and nothing in them differs in
// colour. The test of figures uses it.
import { symbol } from "./figures.mjs";
import { flat, parse } from "./shapes.mjs";

const GRID = 24;
/** Share of overlap, and distance in CIE L*a*b*, beyond which figures may be mixed up. */
const [OVERLAP, DISTANCE] = [0.85, 20];
/** A tunic of another colour, on this share of a figure, is enough to tell it. */
const SHARE = 0.1;

/** Yield the cells inside a path: those around which it turns. @param {string} d */
function* cellsOf(d) {
  const rows = Array.from({ length: GRID }, () => []);
  for (const polygon of parse(d).map((shape) => flat(shape, 16))) {
    for (const [i, end] of polygon.entries()) {
      const [[ax, ay], [bx, by]] = [polygon.at(i - 1), end].map((p) =>
        p.map((v) => (v * GRID) / 512),
      );
      const [top, bottom] = [Math.max(0, Math.ceil(Math.min(ay, by))), Math.max(ay, by)];
      for (let y = top; y < GRID && y < bottom; y++) {
        rows[y].push([ax + ((y - ay) * (bx - ax)) / (by - ay), Math.sign(by - ay)]);
      }
    }
  }
  for (const [y, row] of rows.entries()) {
    for (let x = 0; x < GRID; x++) {
      if (row.reduce((sum, [at, turn]) => sum + (at < x ? turn : 0), 0)) yield y * GRID + x;
    }
  }
}

/** Return a colour in CIE L*a*b*. @param {string} hex */
function lab(hex) {
  const rgb = [1, 3, 5].map((i) => (Number.parseInt(hex.slice(i, i + 2), 16) / 255) ** 2.2);
  const rows = [0.4339, 0.3762, 0.1899, 0.2126, 0.7152, 0.0722, 0.0177, 0.1095, 0.8728];
  const [x, y, z] = [0, 3, 6].map((k) =>
    Math.cbrt(rgb.reduce((sum, value, i) => sum + value * rows[k + i], 0)),
  );
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** Return the colour of each cell of a figure. */
function painted(figure, glyphs) {
  const paths = symbol("x", figure, glyphs).matchAll(/<path fill="(#\w{6})".*? d="([^"]+)"/g);
  return new Map(
    [...paths].flatMap(([, color, d]) => [...cellsOf(d)].map((cell) => [cell, lab(color)])),
  );
}

/** Return the pairs of a game's figures that look alike. */
export function alike(figures, glyphs) {
  const all = Object.entries(figures).map(([id, figure]) => [id, painted(figure, glyphs)]);
  return all.flatMap(([id, one], i) =>
    all.slice(0, i).flatMap(([other, two]) => {
      const both = [...one.keys()].filter((cell) => two.has(cell));
      if (both.length / (one.size + two.size - both.length) <= OVERLAP) return [];
      const apart = both.map((cell) =>
        Math.hypot(...one.get(cell).map((value, k) => value - two.get(cell)[k])),
      );
      const most = apart.sort((a, b) => b - a).slice(0, Math.ceil(both.length * SHARE));
      const mean = most.reduce((sum, value) => sum + value, 0) / most.length;
      return mean < DISTANCE ? [`${other} and ${id}`] : [];
    }),
  );
}
