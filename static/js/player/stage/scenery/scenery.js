// @ts-check
/** The toolbox for painting backdrops. */
export * from "./land.js";
export * from "./masonry.js";
export * from "./painter.js";
export * from "./plants.js";
export * from "./random.js";
export * from "./shapes.js";
export * from "./sky.js";
export * from "./tones.js";
export * from "./weather.js";
