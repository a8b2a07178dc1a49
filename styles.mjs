// The build's step for style sheets: fill in the steps and breakpoints of static/css/tokens/steps.css.
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const STEPS = join(dirname(fileURLToPath(import.meta.url)), "static/css/tokens/steps.css");
const STEP = /var\((--(?:text|space|radius|z)-[\w-]+)\)/g;
const BREAKPOINT = /\((--[\w-]+)\)/g;

/** Read the custom properties and custom media of steps.css, by name. */
async function values() {
  const text = (await readFile(STEPS, "utf8")).replace(/\/\*[\s\S]*?\*\//g, "");
  const found = [
    ...text.matchAll(/@custom-media (--[\w-]+) ([^;]+);/g),
    ...text.matchAll(/(--[\w-]+): ([^;]+);/g),
  ];
  return new Map(found.map(([, name, value]) => [name, value]));
}

/** Replace the names in `text` by their values. Throws an error for a name that is not in steps.css. */
export function resolveSteps(text, steps) {
  const value = (name) => {
    if (steps.has(name)) return steps.get(name);
    throw new Error(`static/css/tokens/steps.css has no ${name}`);
  };
  return text
    .replace(STEP, (_, name) => value(name))
    .replace(/@media [^{]+/g, (query) => query.replace(BREAKPOINT, (_, name) => value(name)));
}

/** Return a style sheet that measures by the box of a `<battle-reel>` instead of by window and root. */
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

/** The esbuild plugin. */
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
        return { contents: resolveSteps(text, known), loader: "css" };
      } catch ({ message }) {
        return { errors: [{ text: message, location: { file: path } }] };
      }
    });
  },
};
