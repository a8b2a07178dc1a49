// @ts-check
import { h } from "../../../lib/dom.js";
import { t } from "../../../lib/text.js";
import { SIDES } from "../../../player/engine/sides.js";

/** @import { SideId } from "../../../player/types" */
/** @import { MatchStatus } from "./types" */

/** @param {MatchStatus} status @param {SideId} side */
function wordsOf({ state, preparing, locked, sides }, side) {
  if (state === "over") return "";
  if (preparing && sides[side].bot) return t("is being prepared, once after an installation");
  return locked[side] ? t("has locked") : t("is thinking");
}

/**
 * Both players, and whether they have locked their orders. That is all that the other side learns of them.
 *
 * @param {MatchStatus} first
 */
export function createPlayerStatus(first) {
  const round = h("span", { class: "match-round" });
  const marks = Object.fromEntries(
    SIDES.map((side) => {
      const { name, bot } = first.sides[side];
      const state = h("span", { class: "lock-state" });
      const own = first.you?.side === side ? h("span", { class: "tag" }, t("you")) : null;
      const kind = bot ? h("span", { class: "tag" }, t("bot")) : null;
      const root = h(
        "span",
        { class: `lock-mark of-${side}`, "data-lock": side },
        h("b", {}, name),
        " ",
        own,
        kind,
        " ",
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
    ...SIDES.flatMap((side) => [marks[side].root, " "]),
  );
  return {
    root,
    /** @param {MatchStatus} status */
    show(status) {
      round.replaceChildren(
        t("Round {round}", { round: status.round }),
        h("span", {}, ` ${t("of {count}", { count: status.rounds })}`),
      );
      for (const side of SIDES) {
        const { root, state } = marks[side];
        const words = wordsOf(status, side);
        root.dataset.locked = String(status.locked[side] && status.state !== "over");
        if (state.textContent !== words) state.textContent = words;
      }
    },
  };
}
