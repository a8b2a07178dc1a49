// @ts-check
import { tone } from "../../player/stage/scenery/scenery.js";

/** @import { Tone } from "../../player/stage/scenery/scenery" */

/**
 * The colours of a terrain: the sky from top to bottom, the sun's light and position, the haze that distant layers
 * fade into, and the materials of the land.
 *
 * @typedef {object} Look
 * @property {Tone[]} sky
 * @property {Tone} light
 * @property {readonly [number, number]} at
 * @property {Tone} haze
 * @property {Tone} rock
 * @property {Tone} wood
 * @property {Tone} far distant ground
 * @property {Tone} near close ground
 * @property {Tone} path
 * @property {Tone} roof
 */

/** @type {Record<string, Look>} */
export const LOOKS = {
  open: {
    sky: [tone("#3a7fc8", "#0a1130"), tone("#86bdea", "#1c2a58"), tone("#f6e7c4", "#4a5684")],
    light: tone("#fff0bf", "#dfe6ff"),
    at: [484, 128],
    haze: tone("#d7e3dc", "#46547c"),
    rock: tone("#8ba0b4"),
    wood: tone("#4f7a45"),
    far: tone("#a9bd63"),
    near: tone("#5f8439"),
    path: tone("#d8bd86"),
    roof: tone("#b4552f"),
  },
  hills: {
    sky: [tone("#2c6cb6", "#091029"), tone("#7fb6e4", "#182750"), tone("#e4eee6", "#3c4c7c")],
    light: tone("#fff6d6", "#e4e9ff"),
    at: [478, 122],
    haze: tone("#c3d8e0", "#3c4f78"),
    rock: tone("#7d93a8"),
    wood: tone("#2f5a3c"),
    far: tone("#86ad57"),
    near: tone("#456f33"),
    path: tone("#ccb486"),
    roof: tone("#a84b32"),
  },
  forest: {
    sky: [tone("#6d9c86", "#07121d"), tone("#b4cf9f", "#12293a"), tone("#f3efc0", "#2f5060")],
    light: tone("#fff8cf", "#cfe4ff"),
    at: [492, 142],
    haze: tone("#cfdca4", "#2c4a58"),
    rock: tone("#7e8b6d"),
    wood: tone("#2c4a30", "#0c1c20"),
    far: tone("#7f9a4c"),
    near: tone("#3a5529"),
    path: tone("#a98f5f"),
    roof: tone("#8f4f2c"),
  },
  marsh: {
    sky: [tone("#463f66", "#070b1c"), tone("#9a6d7e", "#17203f"), tone("#f0b27c", "#3d4d63")],
    light: tone("#ffd9a0", "#d5e6e6"),
    at: [472, 190],
    haze: tone("#d79f83", "#37485c"),
    rock: tone("#6d6077"),
    wood: tone("#3a4038"),
    far: tone("#7d7f52"),
    near: tone("#363f2f"),
    path: tone("#8f7c5c"),
    roof: tone("#6d4433"),
  },
  desert: {
    sky: [tone("#3f83bd", "#0c0f2c"), tone("#a9cfdc", "#2a2850"), tone("#fbe3b0", "#6b5068")],
    light: tone("#fff4c6", "#f0e6ff"),
    at: [476, 120],
    haze: tone("#f3d9a8", "#5c4a68"),
    rock: tone("#b9694a"),
    wood: tone("#5c7a45"),
    far: tone("#eccb86", "#5d5478"),
    near: tone("#bd8a4c", "#2f2b4c"),
    path: tone("#f3dfae", "#776c8e"),
    roof: tone("#c07a3c"),
  },
  ice: {
    sky: [tone("#5d8fc4", "#060d26"), tone("#a8cbe6", "#12305a"), tone("#eef3f4", "#3a6a8c")],
    light: tone("#fffbe8", "#e6f4ff"),
    at: [480, 132],
    haze: tone("#dcebf4", "#3d648c"),
    rock: tone("#7c97b6"),
    wood: tone("#3e6272"),
    far: tone("#e4eff6", "#4f719b"),
    near: tone("#a6c6dc", "#263f68"),
    path: tone("#c3d9e8", "#6587ae"),
    roof: tone("#55708f"),
  },
};
