// @ts-check
import { pictureOf } from "../../lib/dom.js";

/** @import { AttackShape } from "../types" */

/**
 * Return a unit's shape of attack, as the catalog's figures tell it; a cut for those without a figure.
 *
 * @param {any} catalog
 * @param {{ unit?: string | null, icon: string | null }} unit
 */
export const attackOf = (catalog, unit) =>
  /** @type {AttackShape} */ (pictureOf(catalog, unit)[1]?.split(" ")[0] ?? "cut");
