// @ts-check
import { s } from "../../lib/dom.js";
import { SIDES } from "../engine/sides.js";
import { beganWith } from "./layout.js";

/** @import { StageState } from "../types" */
/** @import { Layout } from "./layout" */

/** A stone with a cross on a mound, 100 wide with its foot at 0. */
const STONE =
  "M-50 0Q-34 -11 -26 -12V-50Q-26 -76 0 -76T26 -50V-12Q34 -11 50 0ZM0 -64V-30M-12 -53H12";

/**
 * A gravestone for each fallen unit but a side's last, on the places at the end of its side's queue that stay free,
 * as large as a unit there.
 */
export function createGraves() {
  const rows = {
    a: s("g", { "data-side": "a" }),
    b: s("g", { "data-side": "b" }),
  };
  const root = s("svg", { class: "graves", "aria-hidden": "true" }, rows.a, rows.b);
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
        const began = state.armies ? beganWith(state, side) : 1;
        // The last one to fall stood in front, where the light behind the winner falls.
        const fallen = Math.min(began - 1, began - state.lineups[side].length);
        if (placed !== layout) row.replaceChildren();
        while (row.childElementCount > fallen) row.lastElementChild?.remove();
        for (let nth = row.childElementCount + 1; nth <= fallen; nth++) {
          const { x, y, size } = layout.slot(side, began - nth);
          const transform = `translate(${x} ${y + size * 0.2}) scale(${size * 0.008} ${size * 0.0055})`;
          row.append(s("path", { d: STONE, transform }));
        }
      }
      placed = layout;
    },
  };
}
