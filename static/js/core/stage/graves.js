// @ts-check
import { s } from "../dom.js";
import { SIDES } from "../sides.js";

/** @import { StageState } from "../types" */
/** @import { Layout } from "./layout" */

const STONE = "M-5 0V-9Q-5 -14 0 -14T5 -9V0Z";

/** A faint stone for each of the fallen, at the front of its side. */
export function createGraves() {
  const root = s("svg", { class: "graves", "aria-hidden": "true" });
  let shown = "";
  return {
    root,
    /**
     * @param {StageState} state
     * @param {Layout} layout
     */
    show(state, layout) {
      const stones = SIDES.flatMap((side) => {
        const began = Object.values(state.roster).filter((unit) => unit.side === side).length;
        const fallen = began - state.lineups[side].length;
        return Array.from({ length: state.armies ? fallen : 0 }, (_, place) => ({
          side,
          ...layout.grave(side, place),
        }));
      });
      const key = JSON.stringify(stones);
      if (key === shown) return;
      shown = key;
      root.replaceChildren(
        ...stones.map(({ side, x, y }) =>
          s("path", { d: STONE, "data-side": side, transform: `translate(${x} ${y})` }),
        ),
      );
    },
  };
}
