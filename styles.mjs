// What the build does to style sheets: it writes out the steps and the breakpoints of static/css/tokens/steps.css.
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const STEPS = join(dirname(fileURLToPath(import.meta.url)), "static/css/tokens/steps.css");
const STEP = /var\((--(?:text|space|radius|z)-[\w-]+)\)/g;
const BREAKPOINT = /\((--[\w-]+)\)/g;

/** The values in steps.css by their names: of properties, and of custom media. */
async function values() {
  const text = (await readFile(STEPS, "utf8")).replace(/\/\*[\s\S]*?\*\//g, "");
  const found = [
    ...text.matchAll(/@custom-media (--[\w-]+) ([^;]+);/g),
    ...text.matchAll(/(--[\w-]+): ([^;]+);/g),
  ];
  return new Map(found.map(([, name, value]) => [name, value]));
}

/** `text` with values in place of names. Throws with the name of one that is not in steps.css. */
export function written(text, steps) {
  const value = (name) => {
    if (steps.has(name)) return steps.get(name);
    throw new Error(`static/css/tokens/steps.css has no ${name}`);
  };
  return text
    .replace(STEP, (_, name) => value(name))
    .replace(/@media [^{]+/g, (query) => query.replace(BREAKPOINT, (_, name) => value(name)));
}

/** What a style sheet says of the window and of the page's root, as `<battle-reel>` says it of its own box. */
export function contained(text) {
  const inBox = (query) => {
    const sizes = query.replace(/^@media ?(screen and )?/, "").split(",");
    return `@container reel ${sizes.join(" or ")}`;
  };
  return text
    .replace(/:root/g, ".reel")
    .replace(/@media ?(?:screen and )?\([^{]*(?:width|height)[^{]*(?=\{)/g, inBox)
    .replace(/(\d|\.\d)(?:[dsl]?v(h|w))\b/g, "$1cq$2")
    .replace(/(\d*\.?\d+)rem\b/g, (_, size) => `${Math.round(size * 1600) / 100}px`);
}

/** The plugin for esbuild. */
export const steps = {
  name: "steps",
  setup(build) {
    let known;
    build.onStart(async () => {
      known = await values();
    });
    build.onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const text = await readFile(path, "utf8");
      try {
        return { contents: written(text, known), loader: "css" };
      } catch ({ message }) {
        return { errors: [{ text: message, location: { file: path } }] };
      }
    });
  },
};
