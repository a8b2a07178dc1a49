// @ts-check
/** @import { Sound } from "../../player/types" */

/** @type {Sound} */
export const COLLAPSE = {
  name: "gate",
  isWeighty: true,
  layers: [
    [0, 0.7, 50, 0.004, 0.1, 0.6, 4, 1.6, -0.5],
    [0, 0.6, 62, 0.004, 0.1, 0.5, 0, 1, -0.8],
    [0.12, 0.4, 260, 0.004, 0.05, 0.35, 4, 1.8, -3],
    [0.28, 0.35, 180, 0.004, 0.05, 0.4, 4, 1.6, -2],
  ],
};
