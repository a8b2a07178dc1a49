// @ts-check
import { s } from "../dom.js";
import { SIDES } from "../sides.js";
import { beganWith } from "./layout.js";

/** @import { StageState } from "../types" */
/** @import { Layout } from "./layout" */

const STONE = "M-5 0V-9Q-5 -14 0 -14T5 -9V0Z";

/** A faint stone for each of the fallen, at the front of its side. */
export function createGraves() {
  const root = s("svg", { class: "graves", "aria-hidden": "true" });
  const rows = {
    a: s("g", { "data-side": "a" }),
    b: s("g", { "data-side": "b" }),
  };
  root.append(rows.a, rows.b);
  /** @type {Layout | null} */
  let placed = null;
  return {
    root,
    /**
     * Stones that stay are left alone, since a seek has no time to draw eighty of them anew.
     *
     * @param {StageState} state
     * @param {Layout} layout
     */
    show(state, layout) {
      for (const side of SIDES) {
        const row = rows[side];
        const fallen = state.armies ? beganWith(state, side) - state.lineups[side].length : 0;
        if (placed !== layout) row.replaceChildren();
        while (row.childElementCount > fallen) row.lastElementChild?.remove();
        for (let place = row.childElementCount; place < fallen; place++) {
          const { x, y } = layout.grave(side, place);
          row.append(s("path", { d: STONE, transform: `translate(${x} ${y})` }));
        }
      }
      placed = layout;
    },
  };
}
