// @ts-check
import { h, icon } from "../../core/dom.js";
import { rowName, sideName } from "./words.js";

/** @import { SideId, Waiting } from "../../core/types" */
/** @import { SiegeLayout } from "./layout" */
/** @import { State } from "./reduce" */

/** More fights than this there are not. */
const FIGHTS = 5;

/**
 * Between every two fighters: the ATK of each, as both sides get to know them, the higher one lit. It is
 * there until their fight is told, or they leave.
 *
 * @param {string} iconsUrl
 */
export function createClashes(iconsUrl) {
  const clashes = Array.from({ length: FIGHTS }, () => {
    const [a, b] = [h("b", { class: "of-a" }), h("b", { class: "of-b" })];
    const chip = h("div", { class: "chip" }, a, icon(iconsUrl, "crossed-swords"), b);
    return { a, b, chip, root: h("div", { class: "clash", hidden: true }, chip), shown: "" };
  });
  return {
    root: h("div", { class: "clashes", "aria-hidden": "true" }, ...clashes.map((c) => c.root)),
    /** What a choreography moves of each. */
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
 * The board on a besieged castle: ATK against DEF, and how it went in a word. After the last round it
 * stands in the field and holds the totals.
 *
 * @param {string} iconsUrl
 */
export function createPlaque(iconsUrl) {
  const board = h("div", { class: "board" });
  const root = h("div", { class: "plaque", hidden: true }, board);
  let shown = "";

  /** @param {State} state */
  function contents(state) {
    if (state.totals && !state.ended) {
      const { a, b } = state.totals;
      return ["Totals", a.total, "", b.total, WHY[state.totals.decided_by], "count"];
    }
    // The fall itself is seen, not read.
    const isOver = state.fallen || state.resigned;
    if (state.phase !== "siege" || !state.assault || isOver) return null;
    const { castle, attack, defense, row, defenders } = state.assault;
    const word = defenders.length === 0 ? "nobody defends" : row ? rowName(state, row) : "";
    return ["ATK", attack, "DEF", defense, word, castle === "a" ? "b" : "a"];
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
          : layout.plaque(by === "a" ? "b" : "a");
      root.style.translate = `${x}px ${y}px`;
      const key = JSON.stringify(now);
      if (key === shown) return;
      shown = key;
      root.dataset.by = String(by);
      const [one, two] = by === "count" ? ["a", "b"] : [by, by === "a" ? "b" : "a"];
      board.replaceChildren(
        h("small", {}, String(left)),
        h("b", { class: `of-${one}`, "data-sum": "first" }, String(first)),
        icon(iconsUrl, by === "count" ? "checked-shield" : "siege-ram"),
        h("b", { class: `of-${two}`, "data-sum": "second" }, String(second)),
        h("small", {}, String(right)),
        h("em", {}, String(word)),
      );
    },
  };
}

const WHY = {
  total: "the higher total wins",
  exh: "equal: the lower EXH wins",
  hp: "equal: the higher HP wins",
  challenged: "equal in all: the challenged side wins",
};

/**
 * Says that orders are being given, and which side has locked its own.
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
      const isOpen = state.phase === "orders";
      const words = state.ended
        ? ""
        : waits
          ? waitingWords(state, waits)
          : isOpen
            ? "Orders are sealed"
            : "";
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
  const sealed = /** @type {SideId[]} */ (["a", "b"])
    .filter((side) => locked[side])
    .map((side) => sideName(state, side));
  const who = sealed.length ? ` · sealed by ${sealed.join(" and ")}` : "";
  const quiet = isQuiet(state) ? `Round ${state.round}: no fight, no siege. ` : "";
  return `${quiet}Round ${round}: orders are being given${who}`;
}

/**
 * Whether in this round nobody met anybody, at a wall or in the field.
 *
 * @param {State} state
 */
const isQuiet = ({ round, fights, assault }) => round > 0 && fights.length === 0 && !assault;

/**
 * The sign over the stage: the round, and of how many.
 *
 * @param {State} state
 */
export const signOf = (state) =>
  state.round > 0 ? [`Round ${state.round}`, ` of ${state.rounds}`] : ["", ""];

/**
 * Who has won, and why.
 *
 * @param {State} state
 */
export function verdictOf(state) {
  const winner = state.winner ? sideName(state, state.winner) : "Nobody";
  const rounds = `${state.round} ${state.round === 1 ? "round" : "rounds"}`;
  const { fallen, resigned, totals } = state;
  let why = `after ${rounds}`;
  if (fallen) why = `${sideName(state, fallen)}’s castle fell in round ${state.round}`;
  else if (resigned) why = `${sideName(state, resigned)} resigned after ${rounds}`;
  else if (totals) {
    why = `Totals ${totals.a.total} to ${totals.b.total} after ${rounds}: ${WHY[totals.decided_by]}`;
  }
  return { headline: `${winner} wins`, why };
}
