// @ts-check
import { createChange, h, icon } from "../../lib/dom.js";
import { t } from "../../lib/text.js";
import { createUnit } from "../../player/stage/unit.js";

/** @import { ArmyUnit, State } from "./reduce" */

/**
 * A unit with its two energies. It turns grey when exhausted, sees stars when stunned, and has a dashed rim while it
 * is a defender on the offense.
 *
 * @param {ArmyUnit} unit
 * @param {string} iconsUrl
 * @param {[name: string, words?: string]} picture
 */
export function drawUnit(unit, iconsUrl, picture) {
  const bars = { ae: drawBar("ae"), de: drawBar("de") };
  const both = h("div", { class: "bars" }, bars.ae.root, bars.de.root);
  const flies = unit.abilities.includes("flying");
  const drawing = createUnit(unit, iconsUrl, {
    picture,
    badges: [
      flies && h("span", { class: "wings" }, icon(iconsUrl, "feathered-wing")),
      h("span", { class: "stars", "aria-hidden": "true" }, "✦ ✦ ✦"),
    ],
    // A pipe has no energy that it could lose.
    foot: [(unit.ae > 0 || unit.de > 0) && both],
  });
  const isPipe = unit.abilities.includes("launch");
  const isDefender = unit.abilities.includes("defender");
  const isNew = createChange("");
  return Object.assign(drawing, {
    /** @param {State} state */
    show(state) {
      const { ae, de, stunned } = state.units[unit.id];
      const guards = isDefender && unit.side === state.offense && state.round > 0;
      // A winner shows its colours even when tired.
      const wins = state.ended && state.winner === unit.side;
      if (!isNew([ae, de, stunned, guards, wins].join())) return;
      bars.ae.show(ae, unit.ae);
      bars.de.show(de, unit.de);
      both.classList.toggle("long", ae > 9 || de > 9);
      const now =
        de === 0 && !isPipe
          ? "dying"
          : stunned
            ? "stunned"
            : ae === 0 && !isPipe
              ? "exhausted"
              : "ready";
      const aside = stunned ? t(", stunned") : now !== "exhausted" ? "" : t(", exhausted");
      drawing.describe(
        wins ? "ready" : now,
        t("{name} ({id}), AE {ae} of {ae_most}, DE {de} of {de_most}", {
          ...{ name: t(unit.name), id: unit.id, ae, de },
          ...{ ae_most: unit.ae, de_most: unit.de },
        }) + aside,
      );
      drawing.root.classList.toggle("guards", guards);
    },
  });
}

/** @param {"ae" | "de"} kind */
function drawBar(kind) {
  const fill = h("i");
  // Changing a text node in place makes seeks with eighty units cheaper than replacing it.
  const number = new Text();
  const label = h("small", {}, kind.toUpperCase());
  const root = h(
    "div",
    { class: `bar ${kind}`, "data-bar": kind },
    fill,
    label,
    h("b", {}, number),
  );
  const isNew = createChange(-1);
  return {
    root,
    /**
     * @param {number} value
     * @param {number} full
     */
    show(value, full) {
      if (!isNew(value)) return;
      fill.style.scale = `${full > 0 ? Math.min(1, value / full) : 0} 1`;
      number.data = String(value);
    },
  };
}
