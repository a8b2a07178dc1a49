// @ts-check
const pen = /** @type {CanvasRenderingContext2D} */ (
  document.createElement("canvas").getContext("2d")
);

let family = "";

/** Width of a text in px. @param {string} text @param {number} letters */
export function widthOf(text, letters) {
  family ||= getComputedStyle(document.body).fontFamily;
  pen.font = `700 ${letters}px Battlereel,${family}`;
  // Tabular figures, which a canvas does not have, are as wide as a zero.
  return Math.ceil(pen.measureText(text.replace(/\d/g, "0")).width);
}

/**
 * Return the number of lines of a text that is wrapped after spaces and hyphens, and the width of the widest in px.
 *
 * @param {string} text
 * @param {number} letters
 * @param {number} room
 */
export function wrap(text, letters, room) {
  let width = 0;
  let lines = 1;
  let line = "";
  for (const part of text.split(/(?<= |\p{L}-)/u)) {
    if (line && widthOf((line + part).trimEnd(), letters) > room) {
      lines += 1;
      line = "";
    }
    line += part;
    width = Math.max(width, widthOf(line.trimEnd(), letters));
  }
  return { width, lines };
}
