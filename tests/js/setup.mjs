// Lets Node.js import the page's modules as they are: `node --import ./tests/js/setup.mjs --test`.
// Elements here only keep what they are given; tests that need style or layout run in a browser.
import { registerHooks } from "node:module";

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    if (found.url.endsWith(".json")) return { ...found, importAttributes: { type: "json" } };
    // "?de" after a module gives that module and all that it imports anew, for another language.
    const isGerman = context.parentURL?.endsWith("?de") && found.url.includes("/static/");
    return isGerman ? { ...found, url: `${found.url}?de` } : found;
  },
});

class Element {
  constructor(tag) {
    Object.assign(this, { tag, attributes: {}, children: [], style: {}, dataset: {} });
    this.classList = { add() {}, remove() {}, toggle() {} };
    this.style.setProperty = (name, value) => {
      this.style[name] = value;
    };
  }
  setAttribute(name, value) {
    this.attributes[name] = String(value);
  }
  getAttribute(name) {
    return this.attributes[name] ?? null;
  }
  get className() {
    return this.attributes.class ?? "";
  }
  set className(name) {
    this.setAttribute("class", name);
  }
  append(...children) {
    this.children.push(...children);
  }
  replaceChildren(...children) {
    this.children = children;
  }
  remove() {}
  querySelector() {
    return null;
  }
  getContext() {
    return { measureText: (text) => ({ width: 8 * text.length }) };
  }
  addEventListener() {}
  get outerHTML() {
    const attributes = Object.entries(this.attributes).map(
      ([name, value]) => ` ${name}="${value}"`,
    );
    const inner = this.children.map((child) => child.outerHTML ?? child).join("");
    return `<${this.tag}${attributes.join("")}>${inner}</${this.tag}>`;
  }
}

const element = (tag) => new Element(tag);
globalThis.document = {
  documentElement: Object.assign(element("html"), { lang: "en" }),
  body: element("body"),
  createElement: element,
  createElementNS: (_, tag) => element(tag),
  addEventListener() {},
};
globalThis.addEventListener = () => {};
globalThis.AudioContext = class {};
