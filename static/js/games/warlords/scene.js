// @ts-check
import { t, tn } from "../../lib/text.js";
import { signed } from "../../player/engine/facts.js";
import { createLineupStage } from "../../player/stage/stage.js";
import { paintBackdrop } from "./backdrop.js";
import { CHOREOGRAPHY } from "./choreography.js";
import { drawUnit } from "./draw.js";
import { initial } from "./reduce.js";
import { sideName } from "./words.js";

/** @import { Scene, SceneContext, SideId } from "../../player/types" */
/** @import { Role } from "../../player/stage/banner" */
/** @import { State } from "./reduce" */

/** @type {Record<SideId, Role>} */
const ROLES = {
  a: { icon: "crossed-swords", text: t("Attacks"), tone: "attack" },
  b: { icon: "shield", text: t("Defends"), tone: "defend" },
};

/**
 * The stack scene of Warlords.
 *
 * @param {SceneContext} context
 * @returns {Scene<State>}
 */
export function createScene(context) {
  return createLineupStage(context, {
    initial,
    className: "stack-scene",
    backdrop: paintBackdrop,
    drawUnit,
    choreography: CHOREOGRAPHY,
    introduce: (state, side) => ({
      name: sideName(state, side),
      army: state.armies?.[side].army ?? "",
      helpers: [],
    }),
    sideNow(state, side) {
      const bonus = state.bonus[side]?.bonus;
      const worth = bonus ? t(" · bonus {bonus}", { bonus: signed(bonus) }) : "";
      return {
        role: state.ended ? null : ROLES[side],
        left: t("{count} left", { count: state.lineups[side].length }) + worth,
      };
    },
    sign: (state) => [
      state.round > 0 ? t("Duel {round}", { round: state.round }) : "",
      ...(state.melee > 0 && !state.ended
        ? [tn(" · {count} round", " · {count} rounds", state.melee)]
        : []),
    ],
    result(state) {
      const left = state.winner ? state.lineups[state.winner].length : 0;
      return {
        headline: state.winner
          ? t("{name} wins", { name: sideName(state, state.winner) })
          : t("A draw"),
        why: t("{units} left after {rounds}", {
          units: tn("{count} unit", "{count} units", left),
          rounds: tn("{count} duel", "{count} duels", state.round),
        }),
      };
    },
  });
}
