// @ts-check
import { h } from "../../../core/dom.js";

/** @import { SideId } from "../../../core/types" */
/** @import { MatchStatus } from "./types" */

/** @type {SideId[]} */
const SIDES = ["a", "b"];

/**
 * Who plays, and who has locked: nobody learns more of the other's orders.
 *
 * @param {MatchStatus} first
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
    /** @param {MatchStatus} status */
    show(status) {
      round.replaceChildren(`Round ${status.round}`, h("span", {}, ` of ${status.rounds}`));
      for (const side of SIDES) {
        const { root, state } = marks[side];
        const words =
          status.state === "over" ? "" : status.locked[side] ? "has locked" : "is thinking";
        root.dataset.locked = String(status.locked[side] && status.state !== "over");
        if (state.textContent !== words) state.textContent = words;
      }
    },
  };
}
