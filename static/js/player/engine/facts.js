// @ts-check
/** @import { Fact } from "../types" */

/**
 * One row of the inspector.
 *
 * @param {string} label
 * @param {string} value
 * @param {string} [detail]
 * @returns {Fact}
 */
export const fact = (label, value, detail) => ({ label, value, ...(detail ? { detail } : {}) });

/**
 * A number with its sign: `+2`, `−1`.
 *
 * @param {number} amount
 */
export const signed = (amount) => (amount < 0 ? `−${-amount}` : `+${amount}`);
