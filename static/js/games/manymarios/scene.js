// @ts-check
import { t, tn } from "../../lib/text.js";
import { createLineupStage } from "../../player/stage/stage.js";
import { paintBackdrop } from "./backdrop.js";
import { CHOREOGRAPHY } from "./choreography.js";
import { drawUnit } from "./draw.js";
import { energy, initial } from "./reduce.js";
import { sideName } from "./words.js";

/** @import { Scene, SceneContext, SideId } from "../../player/types" */
/** @import { Role } from "../../player/stage/banner" */
/** @import { State } from "./reduce" */

/** @type {Record<"offense" | "defense", Role>} */
const ROLES = {
  offense: { icon: "crossed-swords", text: t("Offense"), tone: "attack" },
  defense: { icon: "shield", text: t("Defense"), tone: "defend" },
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
        name: t(entries[id]?.name ?? id),
        icon: entries[id]?.icon ?? "watchtower",
      })),
    }),
    sideNow(state, side) {
      const fights = state.round > 0 && !state.ended;
      const role = side === state.offense ? ROLES.offense : ROLES.defense;
      const left = t("{count} left · {energy} energy", {
        count: state.lineups[side].length,
        energy: energy(state)[side],
      });
      return { role: fights ? role : null, left };
    },
    sign(state) {
      // The sign changes only when a round begins: another one would follow before it is read.
      const { idle } = state;
      return [
        state.round > 0 ? t("Round {round}", { round: state.round }) : "",
        ...(idle > 0 && !state.ended
          ? [tn(" · {count} idle round", " · {count} idle rounds", idle)]
          : []),
      ];
    },
    result: judge,
  });
}

/**
 * Return how a battle ended, in words.
 *
 * @param {State} state
 */
function judge(state) {
  if (state.winner) {
    const left = state.lineups[/** @type {SideId} */ (state.winner)].length;
    return {
      headline: t("{name} wins", { name: sideName(state, state.winner) }),
      why: t("{units} left after {rounds}", {
        units: tn("{count} unit", "{count} units", left),
        rounds: tn("{count} round", "{count} rounds", state.round),
      }),
    };
  }
  return state.reason === "stalemate"
    ? { headline: t("Stalemate"), why: t("No unit left can deal damage: a draw") }
    : { headline: t("Draw"), why: t("No unit is left on either side") };
}
