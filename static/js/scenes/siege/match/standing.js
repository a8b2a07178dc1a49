// @ts-check
import { h } from "../../../core/dom.js";

/** @import { SideId } from "../../../core/types" */
/** @import { Told } from "./types" */

/** @type {SideId[]} */
const SIDES = ["a", "b"];

/**
 * Who plays, and who has locked: that is all that anybody is told of the other's orders.
 *
 * @param {Told} first
 */
export function createStanding(first) {
  const round = h("span", { class: "match-round" });
  const marks = Object.fromEntries(
    SIDES.map((side) => {
      const { name, bot } = first.sides[side];
      const state = h("span", { class: "lock-state" });
      const own = first.you?.side === side ? h("span", { class: "tag" }, "you") : null;
      const kind = bot ? h("span", { class: "tag" }, "bot") : null;
      const root = h(
        "span",
        { class: `lock-mark of-${side}`, "data-lock": side },
        h("b", {}, name),
        own,
        kind,
        state,
      );
      return [side, { root, state }];
    }),
  );
  const root = h(
    "div",
    { class: "match-standing", role: "status" },
    round,
    " ",
    ...SIDES.map((side) => marks[side].root),
  );
  return {
    root,
    /** @param {Told} told */
    show(told) {
      round.replaceChildren(`Round ${told.round}`, h("span", {}, ` of ${told.rounds}`));
      for (const side of SIDES) {
        const { root, state } = marks[side];
        const words = told.state === "over" ? "" : told.locked[side] ? "has locked" : "is thinking";
        root.dataset.locked = String(told.locked[side] && told.state !== "over");
        if (state.textContent !== words) state.textContent = words;
      }
    },
  };
}
