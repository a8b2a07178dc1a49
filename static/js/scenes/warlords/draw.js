// @ts-check
import { h, icon, s } from "../../core/dom.js";
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

/** The silhouettes of the ground that a battle is fought on. */
const GROUNDS = /** @type {Record<string, string>} */ ({
  open: "M0 318Q250 296 500 318T1000 312V400H0Z",
  hills: "M0 330Q90 210 210 300T430 262T640 300T860 240T1000 300V400H0Z",
  forest:
    "M0 330L30 250L60 320L95 230L130 322L170 252L205 326L700 330L735 246L770 322L810 232L850 324L890 250L925 326L960 240L1000 330V400H0Z",
  marsh: "M0 340H180Q200 326 220 340H420Q440 328 460 340H700Q720 326 740 340H1000V400H0Z",
  desert: "M0 330Q160 262 330 326Q520 270 700 328Q860 284 1000 326V400H0Z",
  ice: "M0 330L80 240L150 318L240 262L330 330L640 330L720 250L800 316L880 226L1000 322V400H0Z",
});

const CITY = /** @type {Record<string, string>} */ ({
  village: "M700 338V290L730 262L760 290V338ZM790 338V300L812 280L834 300V338Z",
  town: "M640 338V250H660V236H676V250H700V236H716V250H800V236H816V250H840V236H856V250H876V338ZM740 338V296Q758 276 776 296V338Z",
  citadel:
    "M600 338V220H620V204H640V220H664V180H684V164H704V180H730V130L760 100L790 130V180H816V164H836V180H856V220H880V204H900V220H920V338ZM740 338V288Q760 264 780 288V338Z",
});

/**
 * The defender's ground behind the stacks: hills, trees, sand or ice, and its city.
 *
 * @param {State} state
 */
export function drawGround(state) {
  const terrain = state.field?.terrain.length ? state.field.terrain : ["open"];
  const shape = (/** @type {string} */ d, /** @type {string} */ kind) =>
    s("path", { d, class: kind });
  return s(
    "svg",
    {
      class: "landscape",
      viewBox: "0 0 1000 400",
      preserveAspectRatio: "none",
      "aria-hidden": "true",
      "data-terrain": terrain[0],
    },
    shape("M0 250Q120 180 260 235T520 216T780 230T1000 200V400H0Z", "far"),
    state.field?.city ? shape(CITY[state.field.city], "city") : null,
    ...terrain.map((word) => shape(GROUNDS[word] ?? GROUNDS.open, `near ${word}`)),
    shape("M0 338H1000V400H0Z", "ground"),
  );
}
