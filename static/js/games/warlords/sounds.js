// @ts-check
/** @import { Sound } from "../../player/types" */

/** @type {Sound} */
export const ACID = {
  name: "acid",
  layers: [
    [0, 0.35, 1400, 0.03, 0.12, 0.4, 4, 3, -2],
    [0.02, 0.35, 210, 0.02, 0.06, 0.2, 0, 1, 7, 0, 90, 0.06, 0.09],
  ],
};

/** @type {Sound} */
export const LIGHTNING = {
  name: "lightning",
  isWeighty: true,
  layers: [
    [0, 0.6, 2200, 0.001, 0.02, 0.1, 4, 2.4, -30],
    [0.05, 0.7, 55, 0.02, 0.12, 0.6, 4, 1.7, -0.6],
    [0.05, 0.4, 48, 0.02, 0.1, 0.5, 0, 1, -0.4],
  ],
};
