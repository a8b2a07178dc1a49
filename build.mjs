// Bundles the page into static/dist. Each static/js/entries/*.js and static/css/*.css is an entry point that keeps its
// name, as are the scenes' modules and styles (SCENE_ENTRIES). manifest.json has a content hash of each file (for ?v=…),
// icons.svg the icons in use as one sprite.
// `node build.mjs` builds once and fails above the size limit; `node build.mjs --watch` rebuilds on every change.
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, watch } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join, parse, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import * as esbuild from "esbuild";
import { po } from "gettext-parser";
import { displayFaceLicence, displayFont } from "./display-face.mjs";
import { resolved, symbol } from "./figures.mjs";
import { shortened } from "./icons.mjs";
import { contained, steps } from "./styles.mjs";

const root = dirname(fileURLToPath(import.meta.url));
const dist = join(root, "static/dist");
const isWatching = process.argv.includes("--watch");

/** Files that templates/watch.html links, next to one game's scene; the chunks that they import count too. */
const VIEWER = ["ahead.js", "watch.js", "watch-page.css"];
const LIMIT_BYTES = 100_000; // with the largest scene, after gzip -9

/** The package's files until the first frame: with one game, after gzip -9; catalog, figures and texts aside. */
const REEL_LIMIT_BYTES = 65_000;

/** Flatten nested rules: WebKit evaluates a nested @media once, and not again when the window is resized. */
const SUPPORTED = { nesting: false };

/** The ids of our own games; each has a folder. */
const SCENES = globSync("static/js/games/*/view.js", { cwd: root })
  .map((path) => basename(dirname(path)))
  .sort();

/** Files of a game that are entry points, with the prefix of their output: scene-ID.js, scene-ID.css … */
const SCENE_ENTRIES = {
  "view.js": "scene",
  "style.css": "scene",
  "match/page.js": "match",
  "match/style.css": "match",
};

/** Return the entry points that exist in a game's folder. */
const entriesOf = (id, entries) =>
  Object.entries(entries)
    .map(([file, kind]) => ({ in: `static/js/games/${id}/${file}`, out: `${kind}-${id}` }))
    .filter((entry) => existsSync(join(root, entry.in)));

/** Icons of the page itself; games list theirs in icons.json, catalogs those of units and items ("icon": …). */
const PAGE_ICONS = [
  "crossed-swords",
  "laurels-trophy",
  "overlord-helm",
  "play-button",
  "scroll-quill",
  "shield",
];

/** Only README.md shows it. */
const README_PICTURE = "reel.webp";

/** Fonts of the preview cards. */
const FONTS = ["DejaVuSans.ttf", "DejaVuSans-Bold.ttf"];

/**
 * Pages that share chunks only within their group: rarely visited ones, and the army editor. Shared with the viewer,
 * they would split its chunks into more requests for everyone.
 */
const APART = [
  ["static/js/entries/build.js"],
  [
    "static/js/entries/gathering.js",
    "static/js/entries/pair.js",
    "static/js/entries/puzzle.js",
    "static/js/entries/series.js",
    "static/js/entries/tv.js",
  ],
];

/** Bundle all entry points in memory; return esbuild's results with files and metafile. */
function bundle() {
  const pages = ["static/js/entries/*.js", "static/css/*.css"].flatMap((glob) =>
    globSync(glob, { cwd: root }).sort(),
  );
  const entries = pages.map((path) => ({ in: path, out: parse(path).name }));
  const scenes = SCENES.flatMap((id) => entriesOf(id, SCENE_ENTRIES));
  return Promise.all([
    bundleEntries([...entries.filter((entry) => !APART.flat().includes(entry.in)), ...scenes]),
    ...APART.map((group) => bundleEntries(entries.filter((entry) => group.includes(entry.in)))),
  ]);
}

/**
 * Stubs of socket.io modules: transports that our server does not use, binary payloads, and polyfills of what
 * browsers do themselves.
 */
const STUBS = {
  "transports/webtransport": "export class WT {}",
  "transports/polling-xhr": 'export { Fetch as XHR } from "./polling-fetch.js";',
  "contrib/parseuri": `export function parse(address) {
    const { protocol, hostname, port, pathname: path, search } = new URL(address);
    const [host, query] = [hostname.replace(/[[\\]]/g, ""), search.slice(1)];
    return { protocol: protocol.slice(0, -1), host, port, path, query };
  }`,
  "esm/encodePacket.browser": `import { PACKET_TYPES } from "./commons.js";
  export const encodePacket = ({ type, data = "" }, _isBinary, callback) =>
    callback(PACKET_TYPES[type] + data);
  export const encodePacketToBinary = encodePacket;`,
  "esm/decodePacket.browser": `import { ERROR_PACKET, PACKET_TYPES_REVERSE } from "./commons.js";
  export function decodePacket(packet) {
    const type = PACKET_TYPES_REVERSE[packet[0]];
    return type ? { type, data: packet.slice(1) || undefined } : ERROR_PACKET;
  }`,
  "esm/binary":
    "export const deconstructPacket = (packet) => packet, reconstructPacket = deconstructPacket;",
  "esm/is-binary": "export const isBinary = () => false, hasBinary = isBinary;",
};

/** Names of the stubs that took the place of a module. */
const usedStubs = new Set();

const lighterConnection = {
  name: "lighter-connection",
  setup(build) {
    for (const [part, contents] of Object.entries(STUBS)) {
      const filter = new RegExp(`/(engine|socket)\\.io-(client|parser)/build/.*${part}\\.js$`);
      build.onLoad({ filter }, ({ path }) => {
        usedStubs.add(part);
        return { contents, resolveDir: dirname(path) };
      });
    }
  },
};

/** Throw an error for a stub whose module socket.io does not have any more. */
function checkStubs() {
  const unused = Object.keys(STUBS).filter((part) => !usedStubs.has(part));
  if (unused.length > 0) throw new Error(`socket.io has no such module: ${unused.join(", ")}`);
}

/** Return the names that a module exports. */
async function exportsOf(path) {
  const options = { bundle: true, format: "esm", metafile: true, write: false };
  const { metafile } = await esbuild.build({ ...options, entryPoints: [path] });
  return Object.values(metafile.outputs)[0].exports;
}

/**
 * Have the kit itself list what is in its modules: esbuild would put an object with a getter for each export next to
 * the exports, in chunks that every viewer loads.
 */
const plainKit = {
  name: "plain-kit",
  setup(build) {
    build.onLoad({ filter: /\/player\/kit\.js$/ }, async ({ path }) => {
      const resolveDir = dirname(path);
      const source = await readFile(path, "utf8");
      const imports = [...source.matchAll(/^import \* as (\w+) from "(.+)";$/gm)];
      const lines = imports.map(async ([, module, from]) => {
        const names = await exportsOf(join(resolveDir, from));
        const taken = names.map((name) => `${name} as ${module}_${name}`);
        const listed = names.map((name) => `${name}: ${module}_${name}`);
        return `import { ${taken} } from "${from}";\nconst ${module} = { ${listed} };`;
      });
      const replaced = await Promise.all(lines);
      const contents = imports.reduce((text, [line], k) => text.replace(line, replaced[k]), source);
      return { contents, resolveDir };
    });
  },
};

/** Bundle entry points that share chunks. */
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
    // In twenty files, links to source maps would take as much as a kilobyte of code.
    sourcemap: isWatching ? "linked" : "external",
    legalComments: "linked",
    external: ["/static/*"],
    plugins: [steps, displayFont, lighterConnection, plainKit],
    loader: { ".svg": "file", ".woff2": "file", ".png": "file" },
    metafile: true,
    write: false,
    logLevel: "warning",
  });
}

/**
 * Self-contained modules that pages load on demand, by the address that the server gives. Sharing chunks with the
 * viewer would split its chunks into more requests for everyone.
 */
const STANDALONE = {
  "ending-contents": "static/js/site/watch/ending-contents.js",
  live: "static/js/site/home/live.js",
  "next-game": "static/js/site/challenge/next-game.js",
  showcase: "static/js/site/home/showcase.js",
  tour: "static/js/player/controls/tour.js",
  "whatif-dialog": "static/js/site/watch/whatif/dialog.js",
};

/** Bundle the self-contained modules; return their bytes by name. */
async function bundleStandalone() {
  const { outputFiles } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: Object.entries(STANDALONE).map(([name, path]) => ({ in: path, out: name })),
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

/** Scripts and styles of pages, from a kilobyte on, get a copy that is compressed once at the slowest level. */
const PAGE_FILE = /^(?!offline|reel-|battle-reel|text-).*\.(js|css)$/;
const BROTLI_LEAST = 1000;

/** Redirect a scene's imports to the player's kit, which is already in the page. */
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
 * Bundle the parts of pages that play from disk without other files: the player and its style, and each scene as a
 * script that defines createView, with its style. Return their bytes by name.
 */
async function bundleOffline() {
  const options = {
    absWorkingDir: root,
    outdir: dist,
    bundle: true,
    format: "iife",
    target: "es2022",
    supported: SUPPORTED,
    plugins: [steps, displayFont],
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

/** The package's entry point, and what it loads later, by the name of the file. */
const REEL = "static/js/player/element.js";
const REEL_LATER = {
  "reel-deferred": "static/js/player/controls/deferred.js",
  "reel-help": "static/js/player/controls/help.js",
  "reel-markers": "static/js/player/controls/markers.js",
  "reel-kit": "static/js/player/kit.js",
  "reel-live": "static/js/player/source/live-reel.js",
};

/** The query of the module's language, see files.package.js, and its modules for the package's other files. */
const REEL_LANGUAGE =
  'new URL(import.meta.url).searchParams.has("lang")?new URL(import.meta.url).search:""';
const REEL_INSTANCE = 'import.meta.url.replace(/[\\w-]+\\.js(\\?lang=.*)?.*$/,"$1")'; // its folder and that query
const REEL_MODULES = `globalThis[Symbol.for("battlereel modules "+${REEL_INSTANCE})]`;
const REEL_OWN = `globalThis[Symbol.for("battlereel languages " + new URL(".", import.meta.url))]?.get(${REEL_LANGUAGE})`;

/** Modules that have another one in the package: it finds its files by its own address and has what reels bring. */
const IN_PACKAGE = {
  files: "files.package.js",
  "deferred-parts": "files.package.js",
  icons: "icons.package.js",
  terms: "terms.package.js",
};

const packageFiles = {
  name: "package-files",
  setup(build) {
    const filter = new RegExp(`/(${Object.keys(IN_PACKAGE).join("|")})\\.js$`);
    build.onResolve({ filter }, ({ path, resolveDir }) => ({
      path: join(resolveDir, dirname(path), IN_PACKAGE[basename(path, ".js")]),
    }));
  },
};

/**
 * Take modules that are part of the package's entry point from there; put the modules of what they export into `taken`,
 * by name. What a file does not use is left out of it.
 */
const fromReel = (own, taken) => ({
  name: "from-reel",
  setup(build) {
    build.onResolve({ filter: /^\.{1,2}\/.*\.js$/ }, ({ path, resolveDir, kind }) => {
      const target = relative(root, join(resolveDir, path));
      if (kind === "entry-point" || !own.has(target)) return null;
      return { path: target, namespace: "reel" };
    });
    build.onLoad({ filter: /./, namespace: "reel" }, async ({ path }) => {
      const names = await exportsOf(join(root, path));
      for (const name of names) {
        const other = taken.get(name) ?? path;
        if (other !== path)
          throw new Error(`${path} and ${other} both export ${name}: scenes share them.`);
        taken.set(name, path);
      }
      const exported = names.map(
        (name) => `export const ${name} = /* @__PURE__ */ (() => reelModules.${name})();`,
      );
      return { contents: exported.join("\n") };
    });
  },
});

/**
 * Bundle the player as a package: the module battle-reel.js, the modules that it imports (scenes, later parts), and a
 * style for each. Return their bytes by name.
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
  const define = { REEL_LANGUAGES: JSON.stringify(Object.keys(TRANSLATIONS)) };
  const core = { ...options, define, plugins: [packageFiles] };
  const { metafile } = await esbuild.build({ ...core, entryPoints: [REEL], metafile: true });
  const taken = new Map();
  const scenes = SCENES.flatMap((id) => entriesOf(id, { "view.js": "reel" }));
  const later = Object.entries(REEL_LATER).map(([out, path]) => ({ in: path, out }));
  const styles = [
    { in: "static/css/reel/reel.css", out: "battle-reel" },
    { in: "static/css/reel/deferred.css", out: "reel-deferred" },
    { in: "static/css/tokens/face.css", out: "reel-face" },
    ...SCENES.flatMap((id) => entriesOf(id, { "style.css": "reel" })),
  ];
  const parts = await esbuild.build({
    ...options,
    entryPoints: [...scenes, ...later],
    plugins: [fromReel(new Set(Object.keys(metafile.inputs)), taken)],
    banner: { js: `const reelModules=${REEL_MODULES};` },
  });
  const uses = parts.outputFiles.flatMap(({ text }) => [...text.matchAll(/\breelModules\.(\w+)/g)]);
  const shared = [...new Set(uses.map(([, name]) => name))].sort();
  const contents = [
    `export * from "./${REEL}";`,
    `export { assemble } from "./static/js/player/assemble.js";`, // for an instance in another language
    ...shared.map((name) => `import { ${name} as own_${name} } from "./${taken.get(name)}";`),
    `${REEL_MODULES} = {${shared.map((name) => `${name}: own_${name}`)}};`,
  ].join("\n");
  const results = [
    parts,
    ...(await Promise.all([
      esbuild.build({
        ...core,
        banner: { js: `globalThis.battlereelOwn=${REEL_OWN};` },
        footer: { js: "delete globalThis.battlereelOwn;" },
        stdin: { contents, resolveDir: root, sourcefile: "battle-reel.js" },
        outdir: undefined,
        outfile: join(dist, "battle-reel.js"),
      }),
      esbuild.build({
        ...options,
        entryPoints: styles,
        plugins: [steps, displayFont],
        loader: { ".woff2": "file" },
        assetNames: "[name]",
      }),
    ])),
  ];
  const files = results.flatMap(({ outputFiles }) => outputFiles);
  const texts = files
    .filter(({ path }) => /\.(css|js)$/.test(path))
    .map(({ path, text }) => [basename(path), path.endsWith(".css") ? contained(text) : text]);
  return [
    ...files.map(({ path, contents }) => [basename(path), Buffer.from(contents)]),
    ...[...withoutUnread(new Map(texts))].map(([name, text]) => [name, Buffer.from(text)]),
  ];
}

/**
 * Leave custom properties out that nothing in these files reads, and rules that are empty then: the site's colours are
 * part of the palette. Scripts put some names together, as --rim-a and --rim-b.
 */
function withoutUnread(files) {
  const whole = [...files.values()].join("\n");
  const found = (pattern) => [...whole.matchAll(pattern)].map(([, name]) => name);
  const read = new Set(found(/(?:var\(|["'`])(--[\w-]+)/g));
  const beginnings = found(/`(--[\w-]+-)\$\{/g);
  const isRead = (name) => read.has(name) || beginnings.some((part) => name.startsWith(part));
  const rest = new Map(
    [...files].map(([name, text]) => [
      name,
      name.endsWith(".js")
        ? text
        : text
            .replace(/(?<=[;{])(--[\w-]+):[^;{}]*(?:;|(?=\}))/g, (all, property) =>
              isRead(property) ? all : "",
            )
            .replace(/[^{};]+\{\}/g, ""),
    ]),
  );
  // What is left out may have been all that read another one.
  return [...rest.values()].join("\n") === whole ? rest : withoutUnread(rest);
}

/** Call `found` for every string under an "icon" key, at any depth. */
function eachIcon(value, found) {
  if (value === null || typeof value !== "object") return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === "icon" && typeof inner === "string") found(inner);
    else eachIcon(inner, found);
  }
}

/**
 * Return the sprite: a <symbol id="NAME"> for each icon in use, and id="GAME-unit-UNIT" for each figure. Throw an
 * error that lists unknown icons.
 */
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
  const pathOf = (name) =>
    set.icons[name] &&
    [...set.icons[name].body.matchAll(/ d="([^"]+)"/g)].map(([, d]) => d).join("");
  const glyphs = new Proxy({}, { get: (_, name) => pathOf(name) });
  const missing = [];
  const symbols = [...users.keys()].sort().map((name) => {
    const icon = set.icons[set.aliases?.[name]?.parent ?? name];
    if (!icon) missing.push(`  "${name}", named in ${users.get(name)}`);
    const box = `0 0 ${icon?.width ?? set.width ?? 512} ${icon?.height ?? set.height ?? 512}`;
    const body = icon?.body.replace(/ d="([^"]*)"/g, (_, path) => ` d="${shortened(path)}"`);
    return `<symbol id="${name}" viewBox="${box}" fill="currentColor">${body}</symbol>`;
  });
  for (const file of globSync("static/js/games/*/figures.json", { cwd: root }).sort()) {
    const game = basename(dirname(file));
    for (const [id, figure] of Object.entries(resolved(read(file)))) {
      symbols.push(symbol(`${game}-unit-${id}`, figure, glyphs));
    }
  }
  if (missing.length > 0) {
    throw new Error(`game-icons has no such icon:\n${missing.join("\n")}`);
  }
  const credit = "<!-- Icons from game-icons.net, CC BY 3.0: see the credits page -->";
  return `<svg xmlns="http://www.w3.org/2000/svg">${credit}\n${symbols.join("\n")}\n</svg>\n`;
}

/** Files whose texts the page translates itself; the server translates the tours. */
const CLIENT_TEXTS = /static\/js\/(?!\S+\/tour\.json)|engine\/rulesets\/\w+\/catalog\//;

/** Files whose texts the package translates: of the player, or of one game. */
const REEL_TEXTS = /static\/js\/(?:player|lib)\//;
const gameTexts = (id) => new RegExp(`static/js/games/${id}/(?!\\S*(?:tour\\.json|match/))`);

/** The names and texts in a game's catalog, which its scene translates, too. Its remarks are for the site. */
function catalogTexts(id) {
  const found = new Set();
  const files = globSync(`engine/rulesets/${id}/catalog/*.json`, { cwd: root });
  for (const file of files)
    JSON.parse(readFileSync(join(root, file), "utf8"), (key, value) => {
      if (key === "name" || key === "text") found.add(value);
      return value;
    });
  return found;
}

/** The translations: paths of their catalogs, by language. */
const TRANSLATIONS = Object.fromEntries(
  globSync("webapp/translations/*/LC_MESSAGES/messages.po", { cwd: root }).map((path) => [
    path.split("/").at(-3),
    path,
  ]),
);

/**
 * Build text-LANGUAGE.js for each translation, with the texts that the page translates itself, and for the package
 * reel-text-LANGUAGE.js and reel-text-LANGUAGE-GAME.js; static/js/lib/text.js reads them.
 */
function catalogs() {
  return Object.entries(TRANSLATIONS).flatMap(([language, path]) => {
    const { headers, translations } = po.parse(readFileSync(join(root, path)));
    const messages = Object.values(translations[""]);
    const [, plural] = /plural=([^;]+)/.exec(headers["Plural-Forms"]) ?? [];
    const script = (name, places, more = new Set()) => {
      const own = messages.filter(
        ({ comments, msgid, msgstr }) =>
          msgstr[0] && (places.test(comments?.reference ?? "") || more.has(msgid)),
      );
      const of = Object.fromEntries(
        own.map(({ msgid, msgid_plural, msgstr }) => [msgid, msgid_plural ? msgstr : msgstr[0]]),
      );
      // Without a prototype, so that a text such as "constructor" is not found by accident.
      const all = JSON.stringify(of).replace("{", '{"__proto__":null,');
      // As a module it is of a reel alone, by its name; as a script it is the page's.
      const text = `{const t={plural:(n)=>${plural},of:${all}};if(document.currentScript)globalThis.battlereelTexts=t;(globalThis.battlereelLanguages??={})["${name}"]=t}\n`;
      return Buffer.from(text);
    };
    return [
      [`text-${language}.js`, script(`page ${language}`, CLIENT_TEXTS)],
      [`reel-text-${language}.js`, script(language, REEL_TEXTS)],
      ...SCENES.map((id) => [
        `reel-text-${language}-${id}.js`,
        script(`${language}-${id}`, gameTexts(id), catalogTexts(id)),
      ]),
    ];
  });
}

/**
 * Entry points loaded on demand: sharing, chains, branches next to their originals, proofs, help, bitmaps of many units'
 * figures, the synthesiser, since sound is off at first, and the kit of scenes that are not built with the player.
 */
const ON_DEMAND = [
  "zzfx/ZzFX.js",
  "/share-dialog.js",
  "/verdict.js",
  "/chain.js",
  "/comparison.js",
  "/proof.js",
  "/help.js",
  "/small-figures.js",
  "/player/kit.js",
];
const isOnDemand = ({ entryPoint }) => ON_DEMAND.some((end) => entryPoint?.endsWith(end));

/** Return `files` with all their transitive imports, lazy ones included, except fonts and what is loaded on demand. */
function withImports(files, outputs) {
  const reached = new Set();
  const visit = (name) => {
    if (reached.has(name) || !outputs.has(name)) return;
    reached.add(name);
    for (const { path, external } of outputs.get(name).imports) {
      const imported = basename(path);
      const isCode = outputs.has(imported) && !imported.endsWith(".woff2");
      if (!external && isCode && !isOnDemand(outputs.get(imported))) visit(imported);
    }
  };
  files.forEach(visit);
  return [...reached];
}

/** Return for each entry point all chunks that it imports statically, directly or not. */
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

/** Write changed files, then delete outdated ones, so that a running server never misses a file. */
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

/** Print the viewer's size with its largest scene; return whether it is within the limit. */
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

/** Print the package's size with its largest scene; return whether it is within the limit. */
function reelIsWithinLimit(files) {
  const sizes = SCENES.map((id) => {
    const names = ["battle-reel", `reel-${id}`].flatMap((name) => [`${name}.js`, `${name}.css`]);
    const own = names.filter((name) => files.has(name));
    return own.reduce((sum, name) => sum + gzipSync(files.get(name), { level: 9 }).length, 0);
  });
  const largest = Math.max(...sizes);
  const all = SCENES.map((id, k) => `${id} ${sizes[k]}`).join(", ");
  console.log(`battle-reel: ${all} bytes gzip (limit ${REEL_LIMIT_BYTES})`);
  if (largest <= REEL_LIMIT_BYTES) return true;
  console.error(`battle-reel is ${largest - REEL_LIMIT_BYTES} bytes above its limit`);
  return false;
}

/** Build everything once; return whether the size is within its limit. */
async function build() {
  const results = await bundle();
  checkStubs();
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
    ...(await bundleStandalone()),
    ...(await bundleReel()),
    ...catalogs(),
  ];
  for (const [name, bytes] of others) files.set(name, bytes);
  for (const path of globSync("static/pictures/*.webp", { cwd: root })) {
    if (basename(path) !== README_PICTURE)
      files.set(basename(path), await readFile(join(root, path)));
  }
  for (const name of FONTS) {
    files.set(name, await readFile(join(root, "node_modules/dejavu-fonts-ttf/ttf", name)));
  }
  files.set("display-face.LICENSE.txt", displayFaceLicence());
  files.set("chunks.json", Buffer.from(JSON.stringify(chunksOf(outputs))));
  const hash = (bytes) => createHash("sha256").update(bytes).digest("hex").slice(0, 12);
  const served = [...files.keys()].filter((name) => !name.endsWith(".map")).sort();
  const manifest = Object.fromEntries(served.map((name) => [name, hash(files.get(name))]));
  for (const name of served.filter((one) => PAGE_FILE.test(one))) {
    const bytes = files.get(name);
    if (bytes.length >= BROTLI_LEAST) files.set(`${name}.br`, brotliCompressSync(bytes));
  }
  files.set("manifest.json", Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
  await write(files);
  return [sizeIsWithinLimit(files, outputs), reelIsWithinLimit(files)].every(Boolean);
}

/** Build, and report a failure in a line or two. */
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
  const rebuild = () => {
    clearTimeout(timer);
    timer = setTimeout(report, 100);
  };
  for (const folder of ["static/js", "static/css", "engine/rulesets", "webapp/translations"]) {
    if (existsSync(join(root, folder))) watch(join(root, folder), { recursive: true }, rebuild);
  }
} else {
  process.exitCode = ok ? 0 : 1;
}
