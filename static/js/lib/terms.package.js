// @ts-check
// In the player's package: the page around a reel explains no terms.

/** @param {string} text */
export const termsWithin = (text) => [text];
