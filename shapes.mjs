// SVG paths as closed shapes: parse, move, measure and write them.

/**
 * A closed shape: the point where it begins and its segments, each an array of points in absolute coordinates
 * (one point: a line; two: a quadratic curve; three: a cubic one), the last of which is where the segment ends.
 *
 * @typedef {[number, number]} Point
 * @typedef {{ start: Point, segments: Point[][] }} Shape
 */

const ARGUMENTS = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 };
const NUMBER = /[-+]?(?:\d+\.\d*|\.\d+|\d+)(?:e[-+]?\d+)?/y;

/** Return the commands of a path with their numbers; flags of arcs may be written without spaces. */
function commandsOf(/** @type {string} */ d) {
  /** @type {{ letter: string, numbers: number[] }[]} */
  const commands = [];
  let [at, letter] = [0, ""];
  const skip = () => {
    while (/[\s,]/.test(d[at] ?? "")) at++;
  };
  const read = (/** @type {boolean} */ isFlag) => {
    skip();
    if (isFlag) return Number(d[at++]);
    NUMBER.lastIndex = at;
    const found = NUMBER.exec(d);
    if (!found) throw new Error(`no number at ${at} of path ${d.slice(0, 60)}`);
    at = NUMBER.lastIndex;
    return parseFloat(found[0]);
  };
  for (skip(); at < d.length; skip()) {
    if (/[a-z]/i.test(d[at])) letter = d[at++];
    const count = ARGUMENTS[/** @type {keyof typeof ARGUMENTS} */ (letter.toUpperCase())];
    const isArc = letter.toUpperCase() === "A";
    const numbers = Array.from({ length: count }, (_, i) => read(isArc && (i === 3 || i === 4)));
    commands.push({ letter, numbers });
    if (letter === "M") letter = "L";
    if (letter === "m") letter = "l";
  }
  return commands;
}

/** Return an arc as cubic curves (SVG 1.1, appendix F.6). */
function arc(
  /** @type {Point} */ [x1, y1],
  /** @type {number[]} */ numbers,
  /** @type {Point} */ [x2, y2],
) {
  let [rx, ry] = [Math.abs(numbers[0]), Math.abs(numbers[1])];
  const [turn, large, sweep] = [(numbers[2] * Math.PI) / 180, numbers[3], numbers[4]];
  if (rx === 0 || ry === 0 || (x1 === x2 && y1 === y2)) return [[/** @type {Point} */ ([x2, y2])]];
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const [dx, dy] = [(x1 - x2) / 2, (y1 - y2) / 2];
  const [ax, ay] = [cos * dx + sin * dy, cos * dy - sin * dx];
  const over = (ax / rx) ** 2 + (ay / ry) ** 2;
  if (over > 1) [rx, ry] = [rx * Math.sqrt(over), ry * Math.sqrt(over)];
  const under = (rx * ay) ** 2 + (ry * ax) ** 2;
  const root = Math.sqrt(Math.max(0, (rx * ry) ** 2 - under) / under) * (large === sweep ? -1 : 1);
  const [cx, cy] = [(root * rx * ay) / ry, (-root * ry * ax) / rx];
  const from = Math.atan2((ay - cy) / ry, (ax - cx) / rx);
  let angle = Math.atan2((-ay - cy) / ry, (-ax - cx) / rx) - from;
  if (sweep && angle < 0) angle += 2 * Math.PI;
  if (!sweep && angle > 0) angle -= 2 * Math.PI;
  const parts = Math.ceil(Math.abs(angle) / 1.6);
  const step = angle / parts;
  const k = (4 / 3) * Math.tan(step / 4);
  const place = (/** @type {number} */ x, /** @type {number} */ y) =>
    /** @type {Point} */ ([
      (x1 + x2) / 2 + cos * (cx + rx * x) - sin * (cy + ry * y),
      (y1 + y2) / 2 + sin * (cx + rx * x) + cos * (cy + ry * y),
    ]);
  return Array.from({ length: parts }, (_, i) => {
    const [a, b] = [from + i * step, from + (i + 1) * step];
    return [
      place(Math.cos(a) - k * Math.sin(a), Math.sin(a) + k * Math.cos(a)),
      place(Math.cos(b) + k * Math.sin(b), Math.sin(b) - k * Math.cos(b)),
      place(Math.cos(b), Math.sin(b)),
    ];
  });
}

/** Return the shapes of a path. @param {string} d @returns {Shape[]} */
export function parse(d) {
  /** @type {Shape[]} */
  const shapes = [];
  /** @type {Point} */
  let at = [0, 0];
  /** @type {Point} */
  let control = at;
  let last = "";
  /** @type {Shape} */
  let shape = { start: at, segments: [] };
  const begin = () => {
    shape = { start: at, segments: [] };
    shapes.push(shape);
  };
  for (const { letter, numbers } of commandsOf(d)) {
    const kind = letter.toUpperCase();
    const [ox, oy] = letter === kind ? [0, 0] : at;
    const point = (/** @type {number} */ i) =>
      /** @type {Point} */ ([ox + numbers[i], oy + numbers[i + 1]]);
    const mirrored = (/** @type {string} */ kinds) =>
      /** @type {Point} */ (
        kinds.includes(last) ? [2 * at[0] - control[0], 2 * at[1] - control[1]] : at
      );
    if (kind === "M") {
      at = point(0);
      begin();
    } else if (kind === "Z") at = shape.start;
    else {
      if (last === "Z") begin();
      /** @type {Point[][]} */
      let added = [];
      if (kind === "L") added = [[point(0)]];
      if (kind === "H") added = [[[ox + numbers[0], at[1]]]];
      if (kind === "V") added = [[[at[0], oy + numbers[0]]]];
      if (kind === "C") added = [[point(0), point(2), point(4)]];
      if (kind === "S") added = [[mirrored("CS"), point(0), point(2)]];
      if (kind === "Q") added = [[point(0), point(2)]];
      if (kind === "T") added = [[mirrored("QT"), point(0)]];
      if (kind === "A") added = arc(at, numbers, point(5));
      shape.segments.push(...added);
      const end = added[added.length - 1];
      control = end[end.length - 2] ?? end[0];
      at = end[end.length - 1];
    }
    last = kind;
  }
  return shapes.filter(({ segments }) => segments.length > 0);
}

/** Return shapes with every point moved. @param {Shape[]} shapes @param {(point: Point) => Point} move */
export const moved = (shapes, move) =>
  shapes.map(({ start, segments }) => ({
    start: move(start),
    segments: segments.map((points) => points.map(move)),
  }));

/** Return a shape that runs the other way round. @param {Shape} shape @returns {Shape} */
export function reversed({ start, segments }) {
  const points = [start, ...segments.map((segment) => segment[segment.length - 1])];
  return {
    start: points[points.length - 1],
    segments: segments
      .map((segment, i) => [...segment.slice(0, -1).reverse(), points[i]])
      .reverse(),
  };
}

/** Return points along a shape, at most `step` apart on curves. @param {Shape} shape @returns {Point[]} */
export function flat({ start, segments }, step = 6) {
  const points = [start];
  for (const segment of segments) {
    const all = [points[points.length - 1], ...segment];
    const end = all[all.length - 1];
    const length = all
      .slice(1)
      .reduce((sum, [x, y], i) => sum + Math.hypot(x - all[i][0], y - all[i][1]), 0);
    const parts = segment.length === 1 ? 1 : Math.max(2, Math.ceil(length / step));
    for (let i = 1; i < parts; i++) {
      let between = all;
      while (between.length > 1) {
        between = between
          .slice(1)
          .map(([x, y], j) => [
            between[j][0] + ((x - between[j][0]) * i) / parts,
            between[j][1] + ((y - between[j][1]) * i) / parts,
          ]);
      }
      points.push(between[0]);
    }
    points.push(end);
  }
  return points;
}

/** Return the area of a polygon, below 0 if it runs against the clock. @param {Point[]} points */
export const area = (points) =>
  points.reduce((sum, [x, y], i) => {
    const [px, py] = points[(i || points.length) - 1];
    return sum + (px * y - x * py) / 2;
  }, 0);

/** Whether a point lies in a polygon. @param {Point} point @param {Point[]} polygon */
export function contains(polygon, [x, y]) {
  let is = false;
  polygon.forEach(([ax, ay], i) => {
    const [bx, by] = polygon[(i || polygon.length) - 1];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) is = !is;
  });
  return is;
}

/** Return how many of the shapes lie around each: 0 for the outermost ones. @param {Shape[]} shapes */
export function depths(shapes) {
  const all = shapes.map((shape) => {
    const points = flat(shape, 12);
    return { points, area: Math.abs(area(points)) };
  });
  return all.map(
    (one) =>
      all.filter((other) => {
        if (other.area <= one.area) return false;
        const inside = one.points.filter((point) => contains(other.points, point));
        return inside.length > one.points.length * 0.9;
      }).length,
  );
}

/** Return the outermost shapes, all running clockwise, so that none cuts a hole into another. @param {Shape[]} shapes */
export function outermost(shapes) {
  const depth = depths(shapes);
  return shapes
    .filter((_, i) => depth[i] === 0)
    .map((shape) => (area(flat(shape, 12)) < 0 ? reversed(shape) : shape));
}

/** Return the box around shapes: left, top, right, bottom. @param {Shape[]} shapes */
export function box(shapes) {
  const points = shapes.flatMap((shape) => flat(shape, 12));
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** Return shapes as a path with whole coordinates, relative ones since they are shorter. @param {Shape[]} shapes */
export function write(shapes, { open = false } = {}) {
  const text = (/** @type {number[]} */ numbers) =>
    numbers.map((value, i) => (i === 0 || value < 0 ? "" : " ") + value).join("");
  let [x, y] = [0, 0];
  let d = "";
  for (const { start, segments } of shapes) {
    const [sx, sy] = start.map(Math.round);
    d += `m${text([sx - x, sy - y])}`;
    [x, y] = [sx, sy];
    let last = "m";
    for (const segment of segments) {
      const ends = segment.map((point) => point.map(Math.round));
      const [ex, ey] = ends[ends.length - 1];
      const deltas = ends.flatMap(([px, py]) => [px - x, py - y]);
      if (deltas.every((delta) => delta === 0)) continue;
      let letter = "lqc"[segment.length - 1];
      let numbers = deltas;
      if (letter === "l" && ey === y) [letter, numbers] = ["h", [ex - x]];
      else if (letter === "l" && ex === x) [letter, numbers] = ["v", [ey - y]];
      const repeated = letter === last || (letter === "l" && last === "m");
      const written = text(numbers);
      d += repeated ? (written.startsWith("-") ? "" : " ") + written : letter + written;
      last = letter;
      [x, y] = [ex, ey];
    }
    if (!open) [x, y] = [sx, sy];
    if (!open) d += "z";
  }
  return d;
}
