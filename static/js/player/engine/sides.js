// @ts-check
import { t } from "../../lib/text.js";

/** @import { SideId } from "../types" */

/**
 * Both sides, in their order.
 *
 * @type {SideId[]}
 */
export const SIDES = ["a", "b"];

const COLOURS = { a: t("Blue"), b: t("Orange") };
/** What battle files call players of a challenge who have not given a name. */
const UNNAMED = new Map([
  ["Challenger", t("Challenger")],
  ["Opponent", t("Opponent")],
]);

/**
 * What a side is called: by its own name, its army's, or its colour.
 *
 * @param {SideId} side
 * @param {string} [name]
 * @param {string} [army]
 */
export const sideName = (side, name, army) =>
  UNNAMED.get(name ?? "") ?? (name || army || COLOURS[side]);

/**
 * Return the recorded names of both armies, which are the same in every language: scenery is drawn by them.
 *
 * @param {Record<SideId, { army: string, recorded?: string }>} armies
 */
export const recordedNames = (armies) =>
  SIDES.map((side) => armies[side].recorded ?? armies[side].army).join(" ");

/**
 * The side that a side fights against.
 *
 * @param {SideId} side
 * @returns {SideId}
 */
export const opponent = (side) => (side === "a" ? "b" : "a");
