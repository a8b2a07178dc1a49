// The display face of names, numbers, banners and headings: Baloo 2 Bold (OFL), cut down to the letters of the page's
// languages and of most names; a text's other letters come from the system's faces. Style sheets name its file.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import subsetFont from "subset-font";

const SOURCE = "@fontsource/baloo-2/files/baloo-2-latin-700-normal.woff2";
const FILE = "display-face.woff2";
const LIMIT_BYTES = 15_000;

/** ASCII, the letters of Latin-1, and signs of sentences and numbers. */
const LETTERS = [
  ...Array.from({ length: 95 }, (_, k) => String.fromCharCode(32 + k)),
  ...Array.from({ length: 64 }, (_, k) => String.fromCharCode(192 + k)),
  ..."\u00a0«»°±·½–—‘’‚“”„…−",
].join("");

const require = createRequire(import.meta.url);

/**
 * Return the font with tabular figures as WOFF2: 9.8 kB instead of 19.4. Kerning alone would take 4.3, a variable
 * weight 33.
 */
export async function displayFace() {
  const font = await subsetFont(readFileSync(require.resolve(SOURCE)), LETTERS, {
    targetFormat: "woff2",
    keepFeatures: ["tnum"],
    noHinting: true,
  });
  if (font.length > LIMIT_BYTES)
    throw new Error(`the display face is ${font.length - LIMIT_BYTES} bytes above its limit`);
  return font;
}

/** Return its licence, which goes with every copy of it. */
export const displayFaceLicence = () =>
  readFileSync(require.resolve("@fontsource/baloo-2/LICENSE"));

let made;

/** The esbuild plugin: a style sheet's url("display-face.woff2") is the font. */
export const displayFont = {
  name: "display-font",
  setup(build) {
    build.onResolve({ filter: new RegExp(`^(\\./)?${FILE}$`) }, () => ({
      path: FILE,
      namespace: "display-font",
    }));
    build.onLoad({ filter: /./, namespace: "display-font" }, async () => {
      made ??= displayFace();
      const loader = build.initialOptions.loader?.[".woff2"] ?? "dataurl";
      return { contents: await made, loader };
    });
  },
};
