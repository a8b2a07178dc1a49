// Draws every figure of every game at four sizes, for both sides, by day and night, into test-results/cast-GAME-N.png,
// and at 60 px, shuffled and without names, into cast-GAME-quiz.png, whose key is cast-GAME-quiz.txt.
// `make cast-sheet` builds the figures first; `node cast-sheet.mjs GAME` draws one game's.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(fileURLToPath(import.meta.url));
const dist = join(root, "static/dist");
const results = join(root, "test-results");
const FONT = join(dist, "DejaVuSans.ttf");

const SIZES = [150, 60, 30, 20];
const SIDES = { a: ["#2673dd", "#174a94"], b: ["#ea7c17", "#96500b"] };
const GROUNDS = { day: "#86b45f", night: "#23314a" };
const [GAP, LABEL, COLUMNS, ROWS] = [8, 18, 2, 12];
/** Share of its size by which a figure that hovers is lifted. */
const LIFT = 0.08;

/** Return a base: round for one side, six-cornered for the other. */
function base(side, size) {
  const [top, rim] = SIDES[side];
  const shape =
    side === "a"
      ? "M14 0a36 8 0 1 1 72 0V5a36 8 0 1 1-72 0z"
      : "M12 0 30-8H70L88 0V5L70 13H30L12 5z";
  const face =
    side === "a" ? "M14 0a36 8 0 1 1 72 0a36 8 0 1 1-72 0z" : "M12 0 30-8H70L88 0 70 8H30z";
  const at = `translate(0 ${size * 0.94}) scale(${size / 100})`;
  return (
    `<g transform="${at}"><ellipse cx="50" cy="8" rx="40" ry="9" opacity=".3"/>` +
    `<path d="${shape}" fill="${rim}"/><path d="${face}" fill="${top}"/></g>`
  );
}

/** Return a figure on its base. */
function standing({ id, hover }, side, size) {
  const turned = side === "b" ? `translate(${size} 0) scale(-1 1)` : "";
  const lift = hover ? -size * LIFT : 0;
  return (
    `${base(side, size)}<g transform="translate(0 ${lift}) ${turned}" color="${SIDES[side][0]}">` +
    `<use href="#${id}" width="${size}" height="${size}"/></g>`
  );
}

/** Return all sizes of a figure, one beside the other: what is drawn, and its width. */
function sizes(figure) {
  let x = GAP;
  const drawn = SIZES.flatMap((size) =>
    Object.keys(SIDES).map((side) => {
      const y = SIZES[0] - size + GAP;
      const one = `<g transform="translate(${x} ${y})">${standing(figure, side, size)}</g>`;
      x += size + GAP;
      return one;
    }),
  );
  return { drawn: drawn.join(""), width: x };
}

function svg(width, height, symbols, body) {
  const open = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`;
  return `${open}${symbols.join("")}<rect width="100%" height="100%" fill="#14171f"/>${body}</svg>`;
}

function save(name, width, text) {
  const python = join(root, ".venv/bin/python");
  const pencil = join(root, "webapp/cards/pencil.py");
  const done = spawnSync(python, ["-P", pencil, String(width), FONT], {
    input: text,
    maxBuffer: 1e9,
  });
  if (done.status !== 0) throw new Error(String(done.stderr));
  const path = join(results, `${name}.png`);
  writeFileSync(path, done.stdout);
  console.log(path);
}

/** Draw some figures of a game at all sizes. */
function sheet(name, figures) {
  const { width } = sizes(figures[0]);
  const height = SIZES[0] + 2 * GAP + LABEL;
  const body = figures.map((figure, i) => {
    const [column, row] = [Math.floor(i / ROWS), i % ROWS];
    const grounds = Object.values(GROUNDS).map((color, k) => {
      const ground = `<rect width="${width}" height="${height - LABEL}" fill="${color}"/>`;
      return `<g transform="translate(${k * width} 0)">${ground}${sizes(figure).drawn}</g>`;
    });
    const text = `<text x="${GAP}" y="${height - 5}" fill="#fff" font-size="13" font-family="DejaVu Sans">${figure.name}</text>`;
    return `<g transform="translate(${column * (2 * width + GAP)} ${row * height})">${grounds.join("")}${text}</g>`;
  });
  const total = Math.ceil(figures.length / ROWS) * (2 * width + GAP);
  const symbols = figures.map(({ symbol }) => symbol);
  save(name, total, svg(total, Math.min(ROWS, figures.length) * height, symbols, body.join("")));
}

/** Draw a game's figures shuffled, numbered, without names. */
function quiz(name, figures) {
  const shuffled = figures
    .map((figure) => ({ figure, at: Math.random() }))
    .sort((one, other) => one.at - other.at);
  const [cell, columns] = [84, 14];
  const body = shuffled.map(({ figure }, i) => {
    const at = `translate(${(i % columns) * cell + 12} ${Math.floor(i / columns) * cell + 4})`;
    const number = `<text x="-8" y="12" font-size="11" font-family="DejaVu Sans">${i + 1}</text>`;
    return `<g transform="${at}">${standing(figure, "ab"[i % 2], 60)}${number}</g>`;
  });
  const [width, height] = [columns * cell, Math.ceil(figures.length / columns) * cell];
  const ground = `<rect width="100%" height="100%" fill="${GROUNDS.day}"/>`;
  save(
    name,
    width,
    svg(
      width,
      height,
      figures.map(({ symbol }) => symbol),
      ground + body.join(""),
    ),
  );
  writeFileSync(
    join(results, `${name}.txt`),
    shuffled.map(({ figure }, i) => `${i + 1} ${figure.name}\n`).join(""),
  );
}

mkdirSync(results, { recursive: true });
const sprite = readFileSync(join(dist, "icons.svg"), "utf8");
const games = new Map();
for (const [symbol, id, game, name] of sprite.matchAll(
  /<symbol id="((\w+)-unit-([\w-]+))".*?<\/symbol>/gs,
)) {
  const figures = JSON.parse(
    readFileSync(join(root, `static/js/games/${game}/figures.json`), "utf8"),
  );
  const { like } = figures[name];
  const { hover } = figures[like ?? name];
  games.set(game, [...(games.get(game) ?? []), { id, name, symbol, hover, like }]);
}
const wanted = process.argv[2] ?? "";
for (const [game, figures] of [...games].filter(([id]) => id.includes(wanted))) {
  for (let i = 0; i < figures.length; i += ROWS * COLUMNS) {
    sheet(`cast-${game}-${1 + i / (ROWS * COLUMNS)}`, figures.slice(i, i + ROWS * COLUMNS));
  }
  const own = figures.filter(({ like }) => !like);
  quiz(`cast-${game}-quiz`, own);
}
