// Bundles the page into static/dist: every static/js/entries/*.js and static/css/*.css is an entry point, whose file keeps
// its name, and so are module and style of every scene in static/js/games (SCENE_ENTRIES). manifest.json holds a
// content hash for each (for ?v=…), icons.svg the icons in use as one sprite.
// `node build.mjs` builds once and fails above the size limit; `node build.mjs --watch` builds again on every change.
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, watch } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join, parse, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import * as esbuild from "esbuild";
import { po } from "gettext-parser";
import { contained, steps } from "./styles.mjs";

const root = dirname(fileURLToPath(import.meta.url));
const dist = join(root, "static/dist");
const isWatching = process.argv.includes("--watch");

/** Files that templates/watch.html links, next to the scene of one game; chunks that they import are added. */
const VIEWER = ["ahead.js", "watch.js", "watch-page.css"];
const LIMIT_BYTES = 100_000; // with the largest scene, after gzip -9

/** No nested rules in what is built: WebKit asks a @media within a rule once, and not when the window changes. */
const SUPPORTED = { nesting: false };

/** The ids of our own games: a scene is a folder. */
const SCENES = globSync("static/js/games/*/view.js", { cwd: root })
  .map((path) => basename(dirname(path)))
  .sort();

/** What a scene may hold, and what it becomes: scene-ID.js, scene-ID.css, and so on. */
const SCENE_ENTRIES = {
  "view.js": "scene",
  "style.css": "scene",
  "match/page.js": "match",
  "match/style.css": "match",
};

/** The entry points of a scene, named after its game: those files of it that there are. */
const entriesOf = (id, entries) =>
  Object.entries(entries)
    .map(([file, kind]) => ({ in: `static/js/games/${id}/${file}`, out: `${kind}-${id}` }))
    .filter((entry) => existsSync(join(root, entry.in)));

/** Icons of the page itself; scenes name theirs in icons.json, catalogs those of units and items ("icon": …). */
const PAGE_ICONS = [
  "crossed-swords",
  "laurels-trophy",
  "overlord-helm",
  "play-button",
  "scroll-quill",
  "shield",
];

/** What the preview cards are written in. */
const FONTS = ["DejaVuSans.ttf", "DejaVuSans-Bold.ttf"];

/**
 * Pages that few visit. They share chunks with each other alone: with the viewer's they would cut those into
 * more pieces, which everybody would pay for.
 */
const FEW = [
  "static/js/entries/gathering.js",
  "static/js/entries/pair.js",
  "static/js/entries/puzzle.js",
  "static/js/entries/series.js",
  "static/js/entries/tv.js",
];

/** Bundles all entry points in memory; gives esbuild's results, with every output's bytes and its metafile. */
function bundle() {
  const pages = ["static/js/entries/*.js", "static/css/*.css"].flatMap((glob) =>
    globSync(glob, { cwd: root }).sort(),
  );
  const named = pages.map((path) => ({ in: path, out: parse(path).name }));
  const isOfFew = (entry) => FEW.includes(entry.in);
  const scenes = SCENES.flatMap((id) => entriesOf(id, SCENE_ENTRIES));
  return Promise.all([
    bundleEntries([...named.filter((entry) => !isOfFew(entry)), ...scenes]),
    bundleEntries(named.filter(isOfFew)),
  ]);
}

/**
 * What stands in for modules of the live connection: for ways to a server that ours does not go, for messages that
 * hold bytes, and for what browsers do themselves today.
 */
const INSTEAD = {
  "transports/webtransport": "export class WT {}",
  "transports/polling-xhr": 'export { Fetch as XHR } from "./polling-fetch.js";',
  "contrib/base64-arraybuffer": "export const decode = (text) => text;",
  "contrib/parseuri": `export function parse(address) {
    const { protocol, hostname, port, pathname: path, search } = new URL(address);
    const [host, query] = [hostname.replace(/[[\\]]/g, ""), search.slice(1)];
    return { protocol: protocol.slice(0, -1), host, port, path, query };
  }`,
  "esm/binary":
    "export const deconstructPacket = (packet) => packet, reconstructPacket = deconstructPacket;",
  "esm/is-binary": "export const isBinary = () => false, hasBinary = isBinary;",
};

const lighterConnection = {
  name: "lighter-connection",
  setup(build) {
    for (const [part, contents] of Object.entries(INSTEAD)) {
      const filter = new RegExp(`/(engine|socket)\\.io-(client|parser)/build/.*${part}\\.js$`);
      build.onLoad({ filter }, ({ path }) => ({ contents, resolveDir: dirname(path) }));
    }
  },
};

/** Bundles some entry points, which share what they import. */
function bundleEntries(entryPoints) {
  return esbuild.build({
    absWorkingDir: root,
    entryPoints,
    outdir: dist,
    entryNames: "[name]",
    chunkNames: "chunk-[hash]", // imported by name from inside a bundle, where no ?v= reaches
    assetNames: "[name]-[hash]",
    bundle: true,
    splitting: true,
    format: "esm",
    target: "es2022",
    supported: SUPPORTED,
    minify: true,
    // A line with a name in each of twenty files would weigh as much as a kilobyte of sentences.
    sourcemap: isWatching ? "linked" : "external",
    legalComments: "linked",
    external: ["/static/*"],
    plugins: [steps, lighterConnection],
    loader: { ".svg": "file", ".woff2": "file", ".png": "file" },
    metafile: true,
    write: false,
    logLevel: "warning",
  });
}

/**
 * What pages load only when somebody wants it, by the address that the server gives: modules that hold all that they
 * need. Sharing chunks with the viewer would cut those into more pieces, which everybody would pay for.
 */
const ALONE = {
  showcase: "static/js/site/home/showcase.js",
  tour: "static/js/player/controls/tour.js",
  "whatif-dialog": "static/js/site/watch/whatif/dialog.js",
};

/** The modules that stand alone; gives their bytes by name. */
async function bundleAlone() {
  const { outputFiles } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: Object.entries(ALONE).map(([name, path]) => ({ in: path, out: name })),
    outdir: dist,
    bundle: true,
    format: "esm",
    target: "es2022",
    minify: true,
    external: ["/static/*"],
    write: false,
    logLevel: "warning",
  });
  return outputFiles.map(({ path, contents }) => [basename(path), Buffer.from(contents)]);
}

/** Takes the modules that a scene imports from the player's kit, which is in the page already. */
const fromKit = (kit) => ({
  name: "from-kit",
  setup(build) {
    build.onResolve({ filter: /\/(lib|player)\// }, ({ path }) => ({
      path: basename(path, ".js"),
      namespace: "kit",
    }));
    build.onLoad({ filter: /./, namespace: "kit" }, ({ path }) => ({
      contents: `module.exports = ${kit}.${path};`,
    }));
  },
});

/**
 * For pages that play from disk, which know no other file: the player as a script with its style, and each scene as
 * a script that defines createView, with its style. Gives their bytes by name.
 */
async function bundleOffline() {
  const options = {
    absWorkingDir: root,
    outdir: dist,
    bundle: true,
    format: "iife",
    target: "es2022",
    supported: SUPPORTED,
    plugins: [steps],
    minify: true,
    legalComments: "eof",
    write: false,
    logLevel: "warning",
  };
  const player = ["static/js/site/offline.js", "static/css/offline/page.css"];
  const builds = [
    esbuild.build({
      ...options,
      entryPoints: player.map((path) => ({ in: path, out: "offline" })),
    }),
    ...SCENES.map((id) =>
      esbuild.build({
        ...options,
        entryPoints: entriesOf(id, { "view.js": "offline", "style.css": "offline" }),
        plugins: [steps, fromKit("battlereel.kit")],
        globalName: "scene",
        footer: { js: "var { createView } = scene;" },
      }),
    ),
  ];
  const outputs = (await Promise.all(builds)).flatMap(({ outputFiles }) => outputFiles);
  return outputs.map(({ path, contents }) => [basename(path), Buffer.from(contents)]);
}

/**
 * The player as a package: the module battle-reel.js, the modules of scenes that it imports, and a style for each.
 * Gives their bytes by name.
 */
async function bundleReel() {
  const options = {
    absWorkingDir: root,
    outdir: dist,
    bundle: true,
    format: "esm",
    target: "es2022",
    supported: SUPPORTED,
    minify: true,
    legalComments: "eof",
    write: false,
    logLevel: "warning",
  };
  const own = ["static/js/player/element.js", "static/css/reel/reel.css"];
  const scenes = SCENES.flatMap((id) => entriesOf(id, { "view.js": "reel", "style.css": "reel" }));
  const results = await Promise.all([
    esbuild.build({
      ...options,
      entryPoints: own.map((path) => ({ in: path, out: "battle-reel" })),
      plugins: [steps],
    }),
    esbuild.build({
      ...options,
      entryPoints: scenes,
      plugins: [steps, fromKit('globalThis[Symbol.for("battlereel.kit")]')],
    }),
  ]);
  return results.flatMap(({ outputFiles }) =>
    outputFiles.map(({ path, contents, text }) => [
      basename(path),
      Buffer.from(path.endsWith(".css") ? contained(text) : contents),
    ]),
  );
}

/** Calls `found` for every string under an "icon" key, however deep. */
function eachIcon(value, found) {
  if (value === null || typeof value !== "object") return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === "icon" && typeof inner === "string") found(inner);
    else eachIcon(inner, found);
  }
}

/** The sprite as text: a <symbol id="NAME"> for each icon in use. Throws, naming each icon that does not exist. */
function sprite() {
  const users = new Map(PAGE_ICONS.map((name) => [name, "build.mjs"]));
  const read = (file) => JSON.parse(readFileSync(join(root, file), "utf8"));
  for (const file of globSync("engine/rulesets/*/catalog/*.json", { cwd: root }).sort()) {
    eachIcon(read(file), (name) => users.has(name) || users.set(name, file));
  }
  for (const file of globSync("static/js/games/*/icons.json", { cwd: root }).sort()) {
    for (const name of read(file)) if (!users.has(name)) users.set(name, file);
  }
  const path = createRequire(import.meta.url).resolve("@iconify-json/game-icons/icons.json");
  const set = JSON.parse(readFileSync(path, "utf8"));
  const missing = [];
  const symbols = [...users.keys()].sort().map((name) => {
    const icon = set.icons[set.aliases?.[name]?.parent ?? name];
    if (!icon) missing.push(`  "${name}", named in ${users.get(name)}`);
    const box = `0 0 ${icon?.width ?? set.width ?? 512} ${icon?.height ?? set.height ?? 512}`;
    return `<symbol id="${name}" viewBox="${box}" fill="currentColor">${icon?.body}</symbol>`;
  });
  if (missing.length > 0) {
    throw new Error(`game-icons has no such icon:\n${missing.join("\n")}`);
  }
  const credit = "<!-- Icons from game-icons.net, CC BY 3.0: see the credits page -->";
  return `<svg xmlns="http://www.w3.org/2000/svg">${credit}\n${symbols.join("\n")}\n</svg>\n`;
}

/** Files whose sentences the page says itself, without asking the server for them, as it does for tours. */
const SAID_BY_PAGE = /static\/js\/(?!\S+\/tour\.json)|engine\/rulesets\/\w+\/catalog\//;

/**
 * The page's own catalogs, text-LANGUAGE.js by their bytes: of each translation those sentences that the page says.
 * static/js/lib/text.js reads them.
 */
function catalogs() {
  return globSync("webapp/translations/*/LC_MESSAGES/messages.po", { cwd: root }).map((path) => {
    const { headers, translations } = po.parse(readFileSync(join(root, path)));
    const said = Object.values(translations[""]).filter(
      ({ comments, msgstr }) => SAID_BY_PAGE.test(comments?.reference ?? "") && msgstr[0],
    );
    const of = Object.fromEntries(
      said.map(({ msgid, msgid_plural, msgstr }) => [msgid, msgid_plural ? msgstr : msgstr[0]]),
    );
    const [, plural] = /plural=([^;]+)/.exec(headers["Plural-Forms"]) ?? [];
    // Without a prototype: nobody who is called "constructor" is found in it.
    const all = JSON.stringify(of).replace("{", '{"__proto__":null,');
    const script = `globalThis.battlereelTexts={plural:(n)=>${plural},of:${all}};\n`;
    return [`text-${path.split("/").at(-3)}.js`, Buffer.from(script)];
  });
}

/** Entry points that a page loads only after a press: sharing, proofs, help, and the synthesiser, since sound starts off. */
const ON_DEMAND = ["zzfx/ZzFX.js", "/share-dialog.js", "/verdict.js", "/proof.js", "/help.js"];
const isOnDemand = ({ entryPoint }) => ON_DEMAND.some((end) => entryPoint?.endsWith(end));

/** The names in `files` and all that they import, directly or not, lazily or not, but for what is loaded on demand. */
function withImports(files, outputs) {
  const reached = new Set();
  const visit = (name) => {
    if (reached.has(name) || !outputs.has(name)) return;
    reached.add(name);
    for (const { path, external } of outputs.get(name).imports) {
      const imported = basename(path);
      if (!external && outputs.has(imported) && !isOnDemand(outputs.get(imported))) visit(imported);
    }
  };
  files.forEach(visit);
  return [...reached];
}

/** For each entry the chunks that it needs before it can begin, however far down they are imported. */
function chunksOf(outputs) {
  const needed = (name, found = new Set()) => {
    for (const { path, kind, external } of outputs.get(name)?.imports ?? []) {
      const chunk = basename(path);
      if (external || kind !== "import-statement" || found.has(chunk)) continue;
      found.add(chunk);
      needed(chunk, found);
    }
    return [...found];
  };
  const entries = [...outputs.keys()].filter((name) => /^(?!chunk-).*\.js$/.test(name));
  return Object.fromEntries(entries.map((name) => [name, needed(name)]));
}

/** Writes only what has changed, and deletes what no longer belongs; a running server never misses a file. */
async function write(files) {
  await mkdir(dist, { recursive: true });
  for (const [name, bytes] of files) {
    const old = await readFile(join(dist, name)).catch(() => null);
    if (!old?.equals(bytes)) await writeFile(join(dist, name), bytes);
  }
  for (const name of await readdir(dist)) {
    if (!files.has(name)) await rm(join(dist, name), { recursive: true });
  }
}

/** Prints the viewer's size with its largest scene; false when it is above the limit. */
function sizeIsWithinLimit(files, outputs) {
  const sizes = SCENES.map((id) => {
    const parts = withImports([...VIEWER, `scene-${id}.js`, `scene-${id}.css`], outputs);
    const total = (compress) =>
      parts.reduce((sum, name) => sum + compress(files.get(name)).length, 0);
    return {
      id,
      total,
      count: parts.length,
      gzip: total((bytes) => gzipSync(bytes, { level: 9 })),
    };
  });
  const { id, total, count, gzip } = sizes.reduce((m, n) => (n.gzip > m.gzip ? n : m));
  const brotli = total((bytes) => brotliCompressSync(bytes));
  const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
  console.log(
    `viewer with ${id}: ${count} files, ${kB(gzip)} gzip, ${kB(brotli)} brotli (limit ${kB(LIMIT_BYTES)} gzip)`,
  );
  if (gzip <= LIMIT_BYTES) return true;
  console.error(`the viewer is ${gzip - LIMIT_BYTES} bytes above its limit`);
  return false;
}

/** Builds everything once; true when all is well. */
async function build() {
  const results = await bundle();
  const outputs = new Map(
    results
      .flatMap(({ metafile }) => Object.entries(metafile.outputs))
      .map(([path, output]) => [basename(path), output]),
  );
  const files = new Map(
    results
      .flatMap(({ outputFiles }) => outputFiles)
      .map(({ path, contents }) => [relative(dist, path), Buffer.from(contents)]),
  );
  files.set("icons.svg", Buffer.from(sprite()));
  const others = [
    ...(await bundleOffline()),
    ...(await bundleAlone()),
    ...(await bundleReel()),
    ...catalogs(),
  ];
  for (const [name, bytes] of others) files.set(name, bytes);
  for (const name of FONTS) {
    files.set(name, await readFile(join(root, "node_modules/dejavu-fonts-ttf/ttf", name)));
  }
  files.set("chunks.json", Buffer.from(JSON.stringify(chunksOf(outputs))));
  const hash = (bytes) => createHash("sha256").update(bytes).digest("hex").slice(0, 12);
  const served = [...files.keys()].filter((name) => !name.endsWith(".map")).sort();
  const manifest = Object.fromEntries(served.map((name) => [name, hash(files.get(name))]));
  files.set("manifest.json", Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
  await write(files);
  return sizeIsWithinLimit(files, outputs);
}

/** Builds, and on failure says why in a line or two. */
async function report() {
  try {
    return await build();
  } catch (error) {
    // esbuild has already printed its own errors
    if (!error.errors) console.error(error.message);
    return false;
  }
}

const ok = await report();
if (isWatching) {
  let timer;
  const again = () => {
    clearTimeout(timer);
    timer = setTimeout(report, 100);
  };
  for (const folder of ["static/js", "static/css", "engine/rulesets", "webapp/translations"]) {
    if (existsSync(join(root, folder))) watch(join(root, folder), { recursive: true }, again);
  }
} else {
  process.exitCode = ok ? 0 : 1;
}
