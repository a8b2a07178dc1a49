// @ts-check
import { h, icon } from "../../lib/dom.js";
import { t, tn } from "../../lib/text.js";
import { opponent, SIDES } from "../../player/engine/sides.js";
import { rowName, sideName } from "./words.js";

/** @import { SideId, Waiting } from "../../player/types" */
/** @import { SiegeLayout } from "./layout" */
/** @import { State } from "./reduce" */

/** Maximum number of fights in a round. */
const FIGHTS = 5;

/**
 * Chips between fighting units with the ATK of both, the higher one highlighted. They stay until the fight has a
 * result or the units leave.
 *
 * @param {string} iconsUrl
 */
export function createClashes(iconsUrl) {
  const clashes = Array.from({ length: FIGHTS }, () => {
    const [a, b] = [h("b", { class: "of-a" }), h("b", { class: "of-b" })];
    const label = h("small", {}, t("Attack"));
    const chip = h("div", { class: "chip" }, a, icon(iconsUrl, "crossed-swords"), b, label);
    return { a, b, chip, root: h("div", { class: "clash", hidden: true }, chip), shown: "" };
  });
  return {
    root: h("div", { class: "clashes", "aria-hidden": "true" }, ...clashes.map((c) => c.root)),
    /** The parts that the choreography moves. */
    chips: clashes.map(({ chip }) => chip),
    /**
     * @param {State} state
     * @param {SiegeLayout} layout
     */
    show(state, layout) {
      for (const [place, clash] of clashes.entries()) {
        const fight = state.fights[place];
        const isOn =
          fight &&
          state.spots[fight.a].kind === "field" &&
          !(state.judged[fight.a] || state.judged[fight.b]);
        clash.root.hidden = !isOn;
        if (!isOn) continue;
        const { x, y } = layout.clash(state, place);
        const key = `${x} ${y} ${fight.a_atk} ${fight.b_atk}`;
        if (key === clash.shown) continue;
        clash.shown = key;
        clash.root.style.translate = `${x}px ${y}px`;
        clash.a.textContent = String(fight.a_atk);
        clash.b.textContent = String(fight.b_atk);
        clash.a.classList.toggle("more", fight.a_atk > fight.b_atk);
        clash.b.classList.toggle("more", fight.b_atk > fight.a_atk);
      }
    },
  };
}

/**
 * The board on a besieged castle: attack, defense and the result. After the last round it shows the totals in the
 * field.
 *
 * @param {string} iconsUrl
 */
export function createPlaque(iconsUrl) {
  const board = h("div", { class: "board" });
  const root = h("div", { class: "plaque", hidden: true }, board);
  let shown = "";

  /**
   * @param {State} state
   * @returns {[string, number, string, number, string, SideId | "count"] | null}
   */
  function contents(state) {
    if (state.totals && !state.ended) {
      const { a, b } = state.totals;
      return [t("Totals"), a.total, "", b.total, WHY[state.totals.decided_by], "count"];
    }
    // The fall itself needs no caption.
    const isOver = state.fallen || state.resigned;
    if (state.phase !== "siege" || !state.assault || isOver) return null;
    const { castle, attack, defense, row, defenders } = state.assault;
    const word = defenders.length === 0 ? t("no defenders") : row ? rowName(state, row) : "";
    return [t("Attack"), attack, t("defense"), defense, word, opponent(castle)];
  }

  return {
    root,
    board,
    /**
     * @param {State} state
     * @param {SiegeLayout} layout
     */
    show(state, layout) {
      const now = contents(state);
      root.hidden = !now;
      if (!now) return;
      const [left, first, right, second, word, by] = now;
      const { x, y } =
        by === "count"
          ? { x: layout.width / 2, y: layout.height * 0.36 }
          : layout.plaque(opponent(by));
      root.style.translate = `${x}px ${y}px`;
      const key = JSON.stringify(now);
      if (key === shown) return;
      shown = key;
      root.dataset.by = by;
      const [one, two] = by === "count" ? SIDES : [by, opponent(by)];
      board.replaceChildren(
        h("small", {}, left),
        h("b", { class: `of-${one}`, "data-sum": "first" }, String(first)),
        icon(iconsUrl, by === "count" ? "checked-shield" : "siege-ram"),
        h("b", { class: `of-${two}`, "data-sum": "second" }, String(second)),
        h("small", {}, right),
        h("em", {}, word),
      );
    },
  };
}

const WHY = {
  total: t("the higher total wins"),
  exh: t("equal: less exhaustion wins"),
  hp: t("equal: more hit points win"),
  challenged: t("equal in all: the challenged side wins"),
};

/**
 * A note that orders are being given, and which side has locked its own.
 *
 * @param {string} iconsUrl
 */
export function createWaiting(iconsUrl) {
  const text = h("span");
  const root = h("div", { class: "waiting", hidden: true }, icon(iconsUrl, "scroll-quill"), text);
  /** @type {Waiting | null} */
  let waits = null;
  return {
    root,
    /** @param {Waiting | null} next */
    wait(next) {
      waits = next;
    },
    /** @param {State} state */
    show(state) {
      const words = waits && !state.ended ? waitingWords(state, waits) : "";
      root.hidden = words === "";
      if (text.textContent !== words) text.textContent = words;
    },
  };
}

/**
 * @param {State} state
 * @param {Waiting} waiting
 */
function waitingWords(state, { round, locked }) {
  const sealed = SIDES.filter((side) => locked[side]).map((side) => sideName(state, side));
  const who = sealed.length ? t(" · locked: {names}", { names: sealed.join(" + ") }) : "";
  const quiet = isQuiet(state)
    ? `${t("Round {round}: no fight, no siege.", { round: state.round })} `
    : "";
  return quiet + t("Round {round}: orders are being given", { round }) + who;
}

/**
 * Whether this round had no fights and no siege.
 *
 * @param {State} state
 */
const isQuiet = ({ round, fights, assault }) => round > 0 && fights.length === 0 && !assault;

/**
 * The sign over the stage: the current round and the last possible one.
 *
 * @param {State} state
 */
export const signOf = (state) =>
  state.round > 0
    ? [t("Round {round}", { round: state.round }), t(" · at most {count}", { count: state.rounds })]
    : ["", ""];

/**
 * Return who won, and why.
 *
 * @param {State} state
 */
export function resultOf(state) {
  const headline = state.winner
    ? t("{name} wins", { name: sideName(state, state.winner) })
    : t("A draw");
  const rounds = tn("{count} round", "{count} rounds", state.round);
  const { fallen, resigned, totals } = state;
  let why = t("After {rounds}", { rounds });
  if (fallen) {
    why = t("{side}'s castle fell in round {round}", {
      side: sideName(state, fallen),
      round: state.round,
    });
  } else if (resigned) {
    why = t("{side} resigned after {rounds}", { side: sideName(state, resigned), rounds });
  } else if (totals) {
    why = t("Totals {a} to {b} after {rounds}: {why}", {
      ...{ a: totals.a.total, b: totals.b.total },
      ...{ rounds, why: WHY[totals.decided_by] },
    });
  }
  return { headline, why };
}
