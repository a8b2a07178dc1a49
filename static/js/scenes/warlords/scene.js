// @ts-check
import { createLineupStage } from "../../core/stage/stage.js";
import { paintBackdrop } from "./backdrop.js";
import { CHOREOGRAPHY } from "./choreography.js";
import { drawUnit } from "./draw.js";
import { initial } from "./reduce.js";
import { sideName } from "./words.js";

/** @import { Scene, SceneContext, SideId } from "../../core/types" */
/** @import { Role } from "../../core/stage/banner" */
/** @import { State } from "./reduce" */

/** @type {Record<SideId, Role>} */
const ROLES = {
  a: { icon: "crossed-swords", text: "Attacks", tone: "attack" },
  b: { icon: "shield", text: "Defends", tone: "defend" },
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
      const worth = !bonus ? "" : ` · bonus ${bonus < 0 ? `−${-bonus}` : `+${bonus}`}`;
      return {
        role: state.ended ? null : ROLES[side],
        left: `${state.lineups[side].length} left${worth}`,
      };
    },
    sign: (state) => [
      state.round > 0 ? `Pairing ${state.round}` : "",
      ...(state.melee > 0 && !state.ended ? [` · melee ${state.melee}`] : []),
    ],
    verdict(state) {
      const left = state.winner ? state.lineups[state.winner].length : 0;
      return {
        headline: state.winner ? `${sideName(state, state.winner)} wins` : "Nobody wins",
        why: `${left} ${left === 1 ? "unit" : "units"} left after ${state.round} ${state.round === 1 ? "pairing" : "pairings"}`,
      };
    },
  });
}
