// @ts-check
import { h } from "../../lib/dom.js";
import { scoreText, t } from "../../lib/text.js";

/** @import { BaseState, Phrase, RulesetView, SideId, WireEvent } from "../../player/types" */
/** @import { Store } from "../../player/engine/store" */

/** How many turning points are listed. */
const MOST = 3;

/** @typedef {{ seq: number, round: number, phrases: Phrase[][], gains: SideId | null, swing: number }} Reason */

/**
 * The fights that moved the most points of a battle without odds, in their order, and last what decided it: each with the
 * log's sentences of its event and of the effects that favored the same side.
 *
 * @param {Pick<Store, "events" | "states">} store
 * @param {RulesetView} view
 * @returns {Reason[]}
 */
export function findReasons({ events, states }, view) {
  /** @param {number} seq */
  function rootOf(seq) {
    let root = seq;
    for (let { cause } = events[root]; cause !== null; { cause } = events[root]) root = cause;
    return root;
  }
  /** @param {WireEvent} event */
  const tell = (event) => view.tell(event, states[event.seq + 1]);
  const lead = (/** @type {BaseState} */ state) => {
    const { a, b } = view.score(state);
    return a === null || b === null ? null : a - b;
  };
  /** By how much an event moved side a's lead; the first scores and those that stay secret move nothing. */
  const shiftOf = (/** @type {WireEvent} */ { seq }) => {
    const [before, after] = [lead(states[seq]), lead(states[seq + 1])];
    return before === null || after === null ? 0 : after - before;
  };

  /** @type {Map<number, WireEvent[]>} */
  const effects = new Map();
  for (const event of events.filter((one) => states[one.seq].round > 0 && shiftOf(one) !== 0)) {
    const root = rootOf(event.seq);
    effects.set(root, [...(effects.get(root) ?? []), event]);
  }
  const turns = [...effects].map(([seq, moved]) => {
    const sum = moved.reduce((all, event) => all + shiftOf(event), 0);
    const toward = moved.filter((event) => shiftOf(event) * sum > 0);
    return {
      ...{ seq, round: states[seq + 1].round, swing: Math.abs(sum) },
      gains: /** @type {SideId} */ (sum > 0 ? "a" : "b"),
      phrases: [events[seq], ...toward].map(tell),
    };
  });
  const decision =
    events.findLast((event) => view.decides?.(event)) ??
    events.findLast((event) => event.winner && event.type !== "battle_ended");
  const root = decision && rootOf(decision.seq);
  const last = (decision ? [...new Set([root, decision.seq])] : []).map((seq) => events[seq ?? 0]);
  return [
    ...turns
      .filter(({ seq, swing }) => swing >= view.leastSwing && seq !== root)
      .sort((one, other) => other.swing - one.swing)
      .slice(0, MOST)
      .sort((one, other) => one.seq - other.seq),
    ...last.slice(-1).map(({ seq }) => ({
      ...{ seq, round: states[seq].round, swing: 0, gains: null },
      phrases: last.map(tell),
    })),
  ];
}

// As phraseNodes does, which would put a chunk of its own into every page's first load.
/** @param {Phrase} phrase */
const phrase = ({ text, side }) => (side ? h("b", { class: `of-${side}` }, text) : text);

/**
 * Why a battle without odds ended so, in the words of its log; empty where nothing decided it.
 *
 * @param {Pick<Store, "events" | "states">} store
 * @param {RulesetView} view
 */
export function createReasons(store, view) {
  const reasons = findReasons(store, view);
  const end = reasons.at(-1);
  if (!end) return [];
  const state = store.states[end.seq];
  const score = view.score(state);
  const name = (/** @type {SideId} */ side) => view.sideName(state, side);
  const points = (/** @type {SideId} */ side) => `${name(side)} ${scoreText(view, score[side])}`;
  return [
    h(
      "p",
      {},
      reasons.length > 1
        ? t("What moved the most points, and finally what decided it:")
        : t("What decided it:"),
    ),
    h(
      "ol",
      {},
      ...reasons.map(({ round, phrases, gains, swing }) =>
        h(
          "li",
          {},
          h("b", {}, `${view.roundWord} ${round}`),
          gains &&
            h("span", { class: `of-${gains}` }, ` · ${name(gains)} ${view.swingText(swing)}`),
          h("br"),
          ...phrases.flatMap((said, k) => [k > 0 && ". ", ...said.map(phrase)]),
        ),
      ),
    ),
    score.a !== null &&
      h("p", {}, t("Score at that moment: {points}", { points: `${points("a")}, ${points("b")}` })),
  ].filter((part) => part !== false);
}
