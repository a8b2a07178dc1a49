// @ts-check
/** @import { AttackShape } from "../types" */

/**
 * Return a unit's shape of attack, as the catalog's figures tell it; a cut for those without a figure.
 *
 * @param {any} catalog
 * @param {{ unit?: string | null }} [unit]
 * @returns {AttackShape}
 */
export const attackOf = ({ figures }, unit) =>
  figures?.[unit?.unit ?? "custom"]?.split(" ")[0] ?? "cut";
