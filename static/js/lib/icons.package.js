// @ts-check
// In the player's package: a reel file brings its pictures.

/** Prefix of the icons' ids, as in icons.js. */
export const ICON = "icon-";

export const wantIcons = () => {};
