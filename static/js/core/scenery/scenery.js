// @ts-check
/** What backdrops are painted with. */
export * from "./masonry.js";
export * from "./nature.js";
export * from "./painter.js";
export * from "./random.js";
export * from "./shapes.js";
export * from "./tones.js";
