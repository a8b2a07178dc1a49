// @ts-check
import { h } from "../../lib/dom.js";

/** @import { Phrase } from "../types" */

/**
 * A sentence as nodes: names stand in the colour of their side.
 *
 * @param {Phrase[]} phrases
 */
export const phraseNodes = (phrases) =>
  phrases.map(({ text, side, unit }) =>
    side ? h("b", { class: `of-${side}`, "data-names": unit }, text) : text,
  );
