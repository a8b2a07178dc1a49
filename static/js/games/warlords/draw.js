// @ts-check
import { createChange, h, icon, s } from "../../lib/dom.js";
import { t } from "../../lib/text.js";
import { createUnit } from "../../player/stage/unit.js";

/** @import { ArmyUnit, Condition, State } from "./reduce" */

/** Beyond this number of hits, they are shown as a number. */
const PIPS_MOST = 4;

/** Marks of conditions on the plate; `key` is also the word for a screen reader. */
const MARKS = /** @type {{ key: keyof Condition, icon: string, kind: string }[]} */ ([
  { key: "blessed", icon: "angel-wings", kind: "good" },
  { key: "cursed", icon: "cursed-star", kind: "bad" },
  { key: "poisoned", icon: "poison-bottle", kind: "bad" },
  { key: "diseased", icon: "plague-doctor-profile", kind: "bad" },
  { key: "paralysed", icon: "frozen-body", kind: "bad" },
]);

/** Pools of acid on a plate, with drips. */
const POOLS = [
  "M58 30Q68 20 76 29Q88 32 83 42Q86 52 76 51Q74 70 70 51Q60 54 58 45Q50 38 58 30Z",
  "M20 52Q30 44 36 53Q46 56 40 65Q38 70 34 68Q32 86 28 67Q16 66 20 52Z",
  "M40 20Q46 13 52 19Q58 22 53 28Q52 40 48 29Q38 30 40 20Z",
];

/** Lost strength per pool. */
const POOL_WORTH = 2;

/**
 * A unit of a stack: its strength as a number, its hits as pips, its medals, shots and marks.
 *
 * @param {ArmyUnit} unit
 * @param {string} iconsUrl
 * @param {[name: string, words?: string]} picture
 */
export function drawUnit(unit, iconsUrl, picture) {
  const marks = h("span", { class: "marks-on" });
  const medals = h("span", { class: "medals" });
  const strength = h("b", { class: "strength" });
  const pips = h("span", { class: "pips" });
  const shots = h("span", { class: "shots" });
  const drawing = createUnit(unit, iconsUrl, {
    picture,
    badges: [
      unit.flying && h("span", { class: "wings" }, icon(iconsUrl, "feathered-wing")),
      unit.hero && h("span", { class: "crown" }, icon(iconsUrl, "queen-crown")),
      marks,
      medals,
    ],
    foot: [h("div", { class: "worth" }, strength, pips, shots)],
  });
  const stain = s("svg", { class: "stain", viewBox: "0 0 100 100", "aria-hidden": "true" });
  drawing.figure.append(stain);
  const isNew = createChange("");
  let marksShown = "";
  let eatenShown = 0;
  return Object.assign(drawing, {
    /** @param {State} state */
    show(state) {
      const now = state.units[unit.id];
      const full = state.ready[unit.id]?.hits ?? Math.max(now.hits, unit.hits);
      const key = `${now.strength} ${now.hits} ${full} ${now.medals} ${now.shots}`;
      const active = MARKS.filter((mark) => now[mark.key]);
      const words = active.map((mark) => t(mark.key));
      const extra = words.length ? `, ${words.join(", ")}` : "";
      drawing.describe(
        now.hits === 0 || now.strength === 0 || state.slain === unit.id ? "dying" : "ready",
        t(
          "{name} ({id}), strength {strength}, hits {hits} of {full}, medals {medals}, shots {shots}",
          { ...now, name: t(unit.name), id: unit.id, full },
        ) + extra,
      );
      if (words.join() !== marksShown) {
        marksShown = words.join();
        marks.replaceChildren(
          ...active.map((mark) => h("i", { class: mark.kind }, icon(iconsUrl, mark.icon))),
        );
      }
      const eaten = eatenBy("acid", state.made[unit.id]);
      if (eaten !== eatenShown) {
        eatenShown = eaten;
        const pools = POOLS.slice(0, Math.ceil(eaten / POOL_WORTH));
        stain.replaceChildren(...pools.map((d) => s("path", { d })));
      }
      if (!isNew(key)) return;
      strength.textContent = String(now.strength);
      pips.replaceChildren(...drawPips(now.hits, full));
      medals.textContent = "★".repeat(now.medals);
      shots.replaceChildren(...(now.shots ? [icon(iconsUrl, "high-shot"), String(now.shots)] : []));
    },
  });
}

/**
 * Return the strength that a source has taken from a unit.
 *
 * @param {string} source
 * @param {State["made"][string]} made
 */
const eatenBy = (source, { strength }) =>
  strength.reduce((sum, part) => (part.source === source ? sum - part.amount : sum), 0);

/**
 * Hits as pips, lost ones hollow, and as a number, which the style shows where pips do not fit.
 *
 * @param {number} hits
 * @param {number} full
 */
function drawPips(hits, full) {
  const pips = full > PIPS_MOST ? 0 : full;
  return [
    ...Array.from({ length: pips }, (_, k) => h("i", { class: k < hits ? "" : "lost" }, "♥")),
    h("u", {}, `♥${hits}`),
  ];
}
