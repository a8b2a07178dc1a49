// @ts-check
/** @import { Sound } from "../../player/types" */

/** @type {Sound} */
export const BLAST = {
  name: "blast",
  isWeighty: true,
  layers: [
    [0, 0.8, 60, 0.005, 0.08, 0.4, 4, 1.8, -1],
    [0.01, 0.6, 45, 0.005, 0.08, 0.35, 0, 1, -0.6],
    [0.04, 0.25, 700, 0.01, 0.05, 0.3, 4, 2.4, -8],
  ],
};
