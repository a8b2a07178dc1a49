// @ts-check
import { h } from "../../lib/dom.js";

/** @import { BaseState } from "../types" */

/**
 * The sign over the stage: what it says first, and what may be left out where there is no room.
 *
 * What moves is its plate: browsers round the place of letters that grow otherwise from one time to
 * the next.
 */
export function createSign() {
  const plate = h("i", { class: "sign-plate" });
  const root = h("div", { class: "round-sign", hidden: true }, plate);
  return {
    root,
    plate,
    /** @param {string[]} words */
    show(words) {
      if (root.textContent === words.join("")) return;
      root.hidden = words.every((text) => !text);
      root.replaceChildren(
        plate,
        ...words.map((text, k) => (k === 0 ? text : h("span", {}, text))),
      );
    },
  };
}

/**
 * Who has won, and why, once a battle has ended.
 *
 * @template {BaseState} State
 * @param {(state: State) => { headline: string, why: string }} words
 */
export function createResultSign(words) {
  const root = h("div", { class: "result-sign", hidden: true });
  return {
    root,
    /** @param {State} state */
    show(state) {
      if (root.hidden === !state.ended) return;
      root.hidden = !state.ended;
      if (!state.ended) return;
      const { headline, why } = words(state);
      root.dataset.side = state.winner ?? "";
      root.replaceChildren(h("strong", {}, headline), h("span", {}, why));
    },
  };
}
