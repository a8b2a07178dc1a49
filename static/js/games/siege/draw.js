// @ts-check
import { createChange, h, icon, pictureOf, s } from "../../lib/dom.js";
import { t } from "../../lib/text.js";
import { createUnit } from "../../player/stage/unit.js";
import { figureOf, known, STATS } from "./reduce.js";
import { ORDERS, rowName, unitName } from "./words.js";

/** @import { SceneContext, StageUnit } from "../../player/types" */
/** @import { Order, Stat, State } from "./reduce" */

/** Icons of the orders. */
export const ORDER_ICONS = /** @type {Record<Order, string>} */ ({
  attack: "crossed-swords",
  defend: "shield",
  recover: "campfire",
  none: "night-sleep",
});

export const STAT_ICONS = /** @type {Record<"atk" | "def" | "hp", string>} */ ({
  atk: "broadsword",
  def: "checked-shield",
  hp: "hearts",
});

const WORDS = {
  atk: t("attack value"),
  def: t("defense value"),
  hp: t("hit points"),
  exh: t("exhaustion"),
};

const DOES = /** @type {Record<Order, string>} */ ({
  attack: t("attacks"),
  defend: t("defends"),
  recover: t("recovers"),
  none: t("takes no action"),
});

const STANDS = {
  home: "",
  field: t("in the field"),
  wall: t("on the wall"),
  siege: t("before the wall"),
};

/** Maximum EXH. */
const PIPS = 3;

/** Poses of a flickering fire (width and height), and the duration of each. */
const FLICKER_MS = 110;
const FLICKERS = ["1 1.08", "0.95 0.92", "1.02 1.14", "0.97 0.98", "0.94 1.06", "1.03 0.94"];

/** A sealed letter: the unit's order before it is revealed. */
const seal = () =>
  s(
    "svg",
    { class: "seal", viewBox: "0 0 24 24", "aria-hidden": "true" },
    s("path", { class: "paper", d: "M2 5H22V20H2Z" }),
    s("path", { class: "fold", d: "M2 5L12 14L22 5" }),
    s("circle", { class: "wax", cx: 12, cy: 14, r: 4.5 }),
  );

/**
 * One of the three numbers below a unit.
 *
 * @param {"atk" | "def" | "hp"} stat
 * @param {string} iconsUrl
 */
function createStat(stat, iconsUrl) {
  const number = h("b");
  const root = h(
    "span",
    { class: `stat ${stat}`, "data-stat": stat },
    icon(iconsUrl, STAT_ICONS[stat]),
    number,
  );
  return {
    root,
    /** @param {ReturnType<typeof known>} value @param {number} round the current round */
    show(value, round) {
      number.textContent = value ? String(value.value) : "?";
      root.dataset.known = value === null ? "no" : value.asOf === null ? "yes" : "then";
      root.dataset.asOf = value?.asOf ? t("r{round}", { round: value.asOf }) : "";
      root.toggleAttribute("data-news", value !== null && value.asOf === round);
    },
  };
}

/**
 * A unit: its figure with its letter on the banner, EXH as pips, other values as numbers, its order and the table row that applied. Unknown
 * values are question marks; outdated ones show their round.
 *
 * @param {StageUnit} unit
 * @param {SceneContext} context
 */
export function drawUnit(unit, { iconsUrl, catalog }) {
  const pips = Array.from({ length: PIPS }, () => h("i"));
  const exh = h("span", { class: "exh" }, ...pips);
  const opened = h("span", { class: "opened" });
  const sealed = seal();
  const order = h("span", { class: "order" }, opened, sealed);
  const flame = icon(iconsUrl, "campfire");
  const tag = h("span", { class: "row-tag" });
  const stats = /** @type {const} */ (["atk", "def", "hp"]).map(
    (stat) => /** @type {const} */ ([stat, createStat(stat, iconsUrl)]),
  );
  const foot = h("div", { class: "stats" }, ...stats.map(([, stat]) => stat.root));
  const drawing = createUnit(unit, iconsUrl, {
    picture: pictureOf(catalog, { unit: "hood", icon: "" }),
    badges: [
      exh,
      order,
      h("span", { class: "ram" }, icon(iconsUrl, "siege-ram")),
      h("span", { class: "fire" }, flame),
      tag,
    ],
    foot: [foot],
    parts: { order, opened, seal: sealed, tag, stats: foot, atk: stats[0][1].root },
  });
  drawing.figure.append(h("b", { class: "letter" }, unit.name));
  const isNew = createChange("");
  const isNewFigure = createChange("hood");
  let flicker = "";

  /** @param {State} state */
  function showOrder(state) {
    const word = orderOf(state, unit.id);
    if (order.dataset.order === word) return;
    order.dataset.order = word;
    opened.replaceChildren(
      ...(word === "" || word === "sealed" ? [] : [icon(iconsUrl, ORDER_ICONS[word])]),
    );
  }

  return Object.assign(drawing, {
    /** @param {State} state */
    show(state) {
      const label = labelOf(state, unit.id);
      const next = `${state.round} ${label}`;
      if (!isNew(next)) return;
      const kind = figureOf(state, unit.id);
      if (isNewFigure(kind)) drawing.dress(pictureOf(catalog, { unit: kind, icon: "" }));
      const values = valuesOf(state, unit.id);
      for (const [stat, cell] of stats) cell.show(values[stat], state.round);
      const tired = values.exh;
      exh.dataset.known = tired ? "yes" : "no";
      for (const [k, pip] of pips.entries()) pip.classList.toggle("on", k < (tired?.value ?? 0));
      drawing.describe(tired ? `exh${tired.value}` : "hidden", label);
      drawing.root.dataset.spot = state.spots[unit.id].kind;
      drawing.root.toggleAttribute(
        "data-rests",
        state.phase === "rest" && state.acts[unit.id] === "recover",
      );
      drawing.root.toggleAttribute("data-refused", Object.hasOwn(state.refused, unit.id));
      tag.textContent = tagOf(state, unit.id);
      showOrder(state);
    },
    /** Animate the fire of a resting unit. @param {number} ms */
    flicker(ms) {
      const next = FLICKERS[Math.floor(ms / FLICKER_MS) % FLICKERS.length];
      if (next === flicker || !drawing.root.hasAttribute("data-rests")) return;
      flicker = next;
      flame.style.scale = next;
    },
  });
}

/**
 * @param {State} state
 * @param {string} id
 */
const valuesOf = (state, id) =>
  /** @type {Record<Stat, ReturnType<typeof known>>} */ (
    Object.fromEntries(STATS.map((stat) => [stat, known(state, id, stat)]))
  );

/**
 * Return the content of a unit's badge: its order, "sealed", or "".
 *
 * @param {State} state
 * @param {string} id
 * @returns {Order | "sealed" | ""}
 */
function orderOf(state, id) {
  if (state.phase === "before" || state.phase === "over") return "";
  return state.acts[id] ?? "sealed";
}

/**
 * Return the name of the row that applied to a unit this round, while it is in the field.
 *
 * @param {State} state
 * @param {string} id
 */
export function tagOf(state, id) {
  const row = state.judged[id];
  return row && state.spots[id].kind === "field" ? rowName(state, row) : "";
}

/**
 * Return a screen reader's label with everything that the drawing shows.
 *
 * @param {State} state
 * @param {string} id
 */
export function labelOf(state, id) {
  const values = valuesOf(state, id);
  const number = (/** @type {Stat} */ stat) => {
    const value = values[stat];
    if (value === null) return t("{stat} not known", { stat: WORDS[stat] });
    const then =
      value.asOf === null
        ? ""
        : ` ${value.asOf ? t("as of round {round}", { round: value.asOf }) : t("at the start")}`;
    return `${WORDS[stat]} ${value.value}${then}`;
  };
  const word = orderOf(state, id);
  const refused = Object.hasOwn(state.refused, id)
    ? ` (${t("cannot {order}", { order: ORDERS[state.refused[id]] })})`
    : "";
  const does =
    word === ""
      ? ""
      : word === "sealed"
        ? `, ${t("order hidden")}`
        : `, ${DOES[word]} ${STANDS[state.spots[id].kind]}`.trimEnd() + refused;
  const tag = tagOf(state, id);
  return `${unitName(state, id)}: ${STATS.map(number).join(", ")}${does}${tag ? `, ${tag}` : ""}${state.phase === "rest" && word === "recover" ? `, ${t("by the fire")}` : ""}`;
}
