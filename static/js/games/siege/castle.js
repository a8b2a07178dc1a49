// @ts-check
import { createChange, h, s } from "../../lib/dom.js";
import { t } from "../../lib/text.js";
import * as paint from "../../player/stage/scenery/scenery.js";
import { tone, WHITE } from "../../player/stage/scenery/scenery.js";
import { paintRuin } from "./ruin.js";
import { LIVERIES, paintCloth, paintStanding } from "./walls.js";

/** @import { SideId } from "../../player/types" */
/** @import { Box } from "./layout-plans" */
/** @import { State } from "./reduce" */

/** Conditions of a castle, for its label. */
const CONDITIONS = {
  fallen: t("fallen"),
  yielded: t("a white flag"),
  besieged: t("besieged"),
  standing: t("standing"),
};

/**
 * A castle of one side, lit from the left.
 *
 * @param {SideId} side
 */
export function createCastle(side) {
  const { flag } = LIVERIES[side];
  const p = paint.createPainter(`castle ${side}`);
  const group = (/** @type {string} */ kind) => s("g", { class: kind });
  const [standing, ruin, pole] = ["standing", "ruin", "pole"].map(group);
  const banner = s("g", { class: "flag" });
  const cloth = s("g", { transform: "translate(151 -48)" }, banner);
  p.into(banner);
  paintCloth(p, side);
  p.into(cloth);
  p.fill(flag, WHITE, { class: "white-flag" });
  p.into(pole);
  p.stroke(`M150 ${side === "a" ? 14 : 24}V-50`, tone("#5b4a3a", "#8d7b68"), 3.4);
  p.fill(paint.oval(150, -51, 3.4), tone("#e3b64a", "#c99f45"));
  pole.append(cloth);
  p.into(standing);
  paintStanding(p, side, pole);
  p.into(ruin);
  paintRuin(p, side);
  const picture = s(
    "svg",
    { viewBox: "0 -56 300 376", preserveAspectRatio: "none", "aria-hidden": "true" },
    ruin,
    standing,
  );
  const root = h("div", { class: "castle", "data-side": side, role: "img" }, picture);
  const isNew = createChange("");
  return {
    root,
    standing,
    ruin,
    pole,
    /** The cloths that wave; others come with the pieces of a castle that falls. */
    flags: [banner],
    /** @param {Box} box from the top of the flag to the foot of the castle */
    place({ x, y, width, height }) {
      root.style.translate = `${x}px ${y}px`;
      root.style.width = `${width}px`;
      root.style.height = `${height}px`;
    },
    /**
     * @param {State} state
     * @param {string} name of its side
     */
    show(state, name) {
      const besieged = state.assault?.castle === side && !state.ended;
      const condition =
        state.fallen === side
          ? "fallen"
          : state.resigned === side
            ? "yielded"
            : besieged
              ? "besieged"
              : "standing";
      const label = t("The castle of {name}: {condition}", {
        name,
        condition: CONDITIONS[condition],
      });
      if (!isNew(label)) return;
      root.dataset.castle = condition;
      root.setAttribute("aria-label", label);
    },
  };
}

/** @typedef {ReturnType<typeof createCastle>} Castle */
