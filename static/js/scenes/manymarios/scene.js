// @ts-check
import { createLineupStage } from "../../core/stage/stage.js";
import { paintBackdrop } from "./backdrop.js";
import { CHOREOGRAPHY } from "./choreography.js";
import { drawUnit } from "./draw.js";
import { energy, initial } from "./reduce.js";
import { sideName } from "./words.js";

/** @import { Scene, SceneContext, SideId } from "../../core/types" */
/** @import { Role } from "../../core/stage/banner" */
/** @import { State } from "./reduce" */

/** @type {Record<"offense" | "defense", Role>} */
const ROLES = {
  offense: { icon: "crossed-swords", text: "Offense", tone: "attack" },
  defense: { icon: "shield", text: "Defense", tone: "defend" },
};

/**
 * The lineup scene of Many Marios.
 *
 * @param {SceneContext} context
 * @returns {Scene<State>}
 */
export function createScene(context) {
  const { entries } = context.catalog;
  return createLineupStage(context, {
    initial,
    className: "manymarios-scene",
    backdrop: paintBackdrop,
    drawUnit,
    choreography: CHOREOGRAPHY,
    introduce: (state, side) => ({
      name: sideName(state, side),
      army: state.armies?.[side].army ?? "",
      helpers: (state.armies?.[side].buildings ?? []).map((id) => ({
        name: entries[id]?.name ?? id,
        icon: entries[id]?.icon ?? "watchtower",
      })),
    }),
    sideNow(state, side) {
      const fights = state.round > 0 && !state.ended;
      const role = side === state.offense ? ROLES.offense : ROLES.defense;
      const left = `${state.lineups[side].length} left · ${energy(state)[side]} energy`;
      return { role: fights ? role : null, left };
    },
    sign(state) {
      const quiet = state.quiet > 0 && !state.ended;
      return [
        state.round > 0 ? `Round ${state.round}` : "",
        ...(quiet ? [` · quiet ${state.quiet} of 2`] : []),
      ];
    },
    verdict: judge,
  });
}

/**
 * How a battle ended, in words.
 *
 * @param {State} state
 */
function judge(state) {
  if (state.winner) {
    const left = state.lineups[/** @type {SideId} */ (state.winner)].length;
    const units = left === 1 ? "1 unit" : `${left} units`;
    return {
      headline: `${sideName(state, state.winner)} wins`,
      why: `${units} left after ${state.round} ${state.round === 1 ? "round" : "rounds"}`,
    };
  }
  return state.reason === "stalemate"
    ? { headline: "Stalemate", why: "nobody left can deal damage: a draw" }
    : { headline: "Draw", why: "nobody is left on either side" };
}
