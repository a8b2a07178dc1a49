// @ts-check
/** @import { SideId } from "./types" */

/**
 * Both sides, in their order.
 *
 * @type {SideId[]}
 */
export const SIDES = ["a", "b"];

/**
 * The side that a side fights against.
 *
 * @param {SideId} side
 * @returns {SideId}
 */
export const opponent = (side) => (side === "a" ? "b" : "a");
