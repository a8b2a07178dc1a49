// @ts-check
import { h, icon } from "../../core/dom.js";
import { createUnit } from "../../core/stage/unit.js";

/** @import { ArmyUnit, Condition, State } from "./reduce" */

/** More pips than this are written as a number. */
const PIPS_MOST = 4;

/** What a unit suffers or enjoys: its mark on the plate, and its word for a screen reader. */
const MARKS = /** @type {{ key: keyof Condition, icon: string, kind: string, word: string }[]} */ ([
  { key: "blessed", icon: "angel-wings", kind: "good", word: "blessed" },
  { key: "cursed", icon: "cursed-star", kind: "bad", word: "cursed" },
  { key: "poisoned", icon: "poison-bottle", kind: "bad", word: "poisoned" },
  { key: "diseased", icon: "plague-doctor-profile", kind: "bad", word: "diseased" },
  { key: "paralysed", icon: "frozen-body", kind: "bad", word: "paralysed" },
]);

/**
 * A unit of a stack: its strength as a number, its hits as pips, medals, shots and marks.
 *
 * @param {ArmyUnit} unit
 * @param {string} iconsUrl
 */
export function drawUnit(unit, iconsUrl) {
  const marks = h("span", { class: "marks-on" });
  const medals = h("span", { class: "medals" });
  const strength = h("b", { class: "strength" });
  const pips = h("span", { class: "pips" });
  const shots = h("span", { class: "shots" });
  const drawing = createUnit(unit, iconsUrl, {
    badges: [
      unit.flying && h("span", { class: "wings" }, icon(iconsUrl, "feathered-wing")),
      unit.hero && h("span", { class: "crown" }, icon(iconsUrl, "queen-crown")),
      marks,
      medals,
    ],
    foot: [h("div", { class: "worth" }, strength, pips, shots)],
  });
  let shown = "";
  let marksShown = "";
  return Object.assign(drawing, {
    /** @param {State} state */
    show(state) {
      const now = state.units[unit.id];
      const full = state.ready[unit.id]?.hits ?? Math.max(now.hits, unit.hits);
      const key = `${now.strength} ${now.hits} ${full} ${now.medals} ${now.shots}`;
      const active = MARKS.filter((mark) => now[mark.key]);
      const words = active.map((mark) => mark.word);
      const extra = words.length ? `, ${words.join(", ")}` : "";
      drawing.describe(
        now.hits === 0 || now.strength === 0 ? "dying" : "ready",
        `${unit.name} (${unit.id}), strength ${now.strength}, hits ${now.hits} of ${full}, ${now.medals} medals, ${now.shots} shots${extra}`,
      );
      if (words.join() !== marksShown) {
        marksShown = words.join();
        marks.replaceChildren(
          ...active.map((mark) => h("i", { class: mark.kind }, icon(iconsUrl, mark.icon))),
        );
      }
      if (key === shown) return;
      shown = key;
      strength.textContent = String(now.strength);
      pips.replaceChildren(...drawPips(now.hits, full));
      medals.textContent = "★".repeat(now.medals);
      shots.replaceChildren(...(now.shots ? [icon(iconsUrl, "high-shot"), String(now.shots)] : []));
    },
  });
}

/**
 * Hits as pips, the lost ones hollow; as a number where they are many.
 *
 * @param {number} hits
 * @param {number} full
 */
function drawPips(hits, full) {
  if (full > PIPS_MOST) return [h("u", {}, `♥ ${hits}`)];
  return Array.from({ length: full }, (_, k) => h("i", { class: k < hits ? "" : "lost" }));
}
