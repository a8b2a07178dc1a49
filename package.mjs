// Packs the player for npm: `make tarball` writes dist/battlereel-player-VERSION.tgz, from static/dist, the type
// declarations of static/js/player and the licences. Nothing is published.
import { execFileSync } from "node:child_process";
import { cpSync, globSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(fileURLToPath(import.meta.url));
const out = process.argv[2] ?? join(root, "dist");
const folder = join(out, "package");

/** Its first number is the version of reel files that it plays, and of the address /player/1/. */
const VERSION = "1.0.0";

const MANIFEST = {
  name: "battlereel-player",
  version: VERSION,
  description: "Plays battles of Battlereel in any page: <battle-reel> and createReel.",
  license: "MIT",
  private: true,
  type: "module",
  types: "./types/player/element.d.ts",
  exports: {
    ".": { types: "./types/player/element.d.ts", default: "./battle-reel.js" },
    "./*": "./*",
  },
  sideEffects: true,
};

/** Write the declarations of the public module and all that it names. */
function declareTypes() {
  const config = join(out, "tsconfig.json");
  const own = { noEmit: false, declaration: true, emitDeclarationOnly: true };
  const source = join(root, "static/js");
  const compilerOptions = { ...own, outDir: join(folder, "types"), rootDir: source };
  const files = ["player/element.js", "lib/vendor.d.ts"].map((name) => join(source, name));
  const project = { extends: join(root, "tsconfig.json"), compilerOptions, include: [], files };
  writeFileSync(config, JSON.stringify(project));
  execFileSync(join(root, "node_modules/.bin/tsc"), ["-p", config], { stdio: "inherit" });
  rmSync(config);
  for (const name of globSync("{lib,player}/**/*.d.ts", { cwd: source }))
    cpSync(join(source, name), join(folder, "types", name));
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const isOurs = (name) =>
  /^(battle-reel|reel-[\w-]+|display-face|display-accents)\.(js|css|woff2|LICENSE.txt)$/.test(name);
for (const name of readdirSync(join(root, "static/dist")).filter(isOurs))
  cpSync(join(root, "static/dist", name), join(folder, name));
for (const name of ["README.md", "PICTURES.md"])
  cpSync(join(root, "static/js/player", name), join(folder, name));
cpSync(join(root, "LICENSE"), join(folder, "LICENSE"));
writeFileSync(join(folder, "package.json"), `${JSON.stringify(MANIFEST, null, 2)}\n`);
declareTypes();
execFileSync("npm", ["pack", "--silent", "--pack-destination", out], {
  cwd: folder,
  stdio: "inherit",
});
