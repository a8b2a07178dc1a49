// The display face of names, numbers, banners and headings: Baloo 2 Bold (OFL), cut down to the letters of the page's
// languages and of most names; a text's other letters come from the system's faces. Style sheets name its file.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import subsetFont from "subset-font";

const SOURCE = "@fontsource/baloo-2/files/baloo-2-latin-700-normal.woff2";
const LIMIT_BYTES = 15_000;

/** @param {number} first @param {number} count */
const range = (first, count) =>
  Array.from({ length: count }, (_, k) => String.fromCharCode(first + k)).join("");

/** Files and their letters: ASCII and signs of sentences and numbers; the letters of Latin-1, loaded where one is used. */
const LETTERS = {
  "display-face.woff2": `${range(32, 95).replace(/[#$*<=>@[\\\]^_`{|}~]/g, "")}\u00a0·–—‘’‚“”„…−`,
  "display-accents.woff2": range(192, 64),
};

const require = createRequire(import.meta.url);

/** Return the files by name, as WOFF2 with tabular figures, without kerning, which takes half as much again. */
async function displayFace() {
  const source = readFileSync(require.resolve(SOURCE));
  const options = { targetFormat: "woff2", keepFeatures: ["tnum"], noHinting: true };
  const files = await Promise.all(
    Object.entries(LETTERS).map(async ([file, letters]) => [
      file,
      await subsetFont(source, letters, options),
    ]),
  );
  const bytes = files.reduce((sum, [, font]) => sum + font.length, 0);
  if (bytes > LIMIT_BYTES)
    throw new Error(`the display face is ${bytes - LIMIT_BYTES} bytes above its limit`);
  return Object.fromEntries(files);
}

/** Return its licence, which goes with every copy of it. */
export const displayFaceLicence = () =>
  readFileSync(require.resolve("@fontsource/baloo-2/LICENSE"));

let made;

/** The esbuild plugin: a style sheet's url("display-face.woff2") is the font, and so for its other file. */
export const displayFont = {
  name: "display-font",
  setup(build) {
    build.onResolve({ filter: /^(\.\/)?display-(face|accents)\.woff2$/ }, ({ path }) => ({
      path: path.replace("./", ""),
      namespace: "display-font",
    }));
    build.onLoad({ filter: /./, namespace: "display-font" }, async ({ path }) => {
      made ??= displayFace();
      const loader = build.initialOptions.loader?.[".woff2"] ?? "dataurl";
      return { contents: (await made)[path], loader };
    });
  },
};
