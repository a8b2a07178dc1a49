// @ts-check
import { tn } from "../../lib/text.js";

/** @import { Phrase, RulesetView, Score, SideId } from "../types" */
/** @import { Store } from "./store" */

/**
 * @typedef {object} TurningPoint
 * @property {number} round
 * @property {number} ms when it begins
 * @property {number} until when it is over
 * @property {number} swing by how many points of the score the leads of the sides shifted
 * @property {SideId} gains the side in whose favour
 * @property {string | null} decided how that side gained the battle by it, where the score does not say
 * @property {Phrase[]} phrases what happened, in words; may be none
 */

const MOST = 6;

/**
 * The rounds, or the beats, that shifted the score most in favour of one side, in their order.
 *
 * @param {Store} store
 * @param {RulesetView} view
 * @param {number} [most] how many beats to look at, from the first
 * @returns {TurningPoint[]}
 */
export function turningPoints(store, view, most) {
  const beats = store.beats.slice(0, most);
  const byRound = view.turnsBy === "round";
  /** @type {TurningPoint[]} */
  const points = [];
  // The first beat shows the armies: no score comes before it.
  for (let k = 1; k < beats.length; ) {
    let end = k;
    while (byRound && end + 1 < beats.length && beats[end + 1].round === beats[k].round) end += 1;
    points.push(measure(store, view, k, end));
    k = end + 1;
  }
  return points
    .filter((point) => point.decided !== null || point.swing >= view.leastSwing)
    .sort((x, y) => weight(y) - weight(x))
    .slice(0, MOST)
    .sort((x, y) => x.ms - y.ms);
}

/** @param {TurningPoint} point */
const weight = ({ decided, swing }) => (decided === null ? swing : Infinity);

/**
 * Side a's lead; none while either score is not known.
 *
 * @param {Score} score
 */
const lead = ({ a, b }) => (a === null || b === null ? null : a - b);

/**
 * @param {Store} store
 * @param {RulesetView} view
 * @param {number} from the first beat
 * @param {number} to the last one
 * @returns {TurningPoint}
 */
function measure(store, view, from, to) {
  const [first, end] = [store.beats[from].first, store.beats[to].end];
  const before = lead(view.score(store.states[first]));
  const after = lead(view.score(store.states[end]));
  const shift = before === null || after === null ? 0 : after - before;
  const decision = store.events
    .slice(first, end)
    .map((event) => view.decides?.(event))
    .find(Boolean);
  /** @type {SideId} */
  const gains = decision?.gains ?? (shift > 0 ? "a" : "b");
  return {
    round: store.beats[from].round,
    ms: store.beats[from].cue,
    until: store.beats[to].cue + store.beats[to].length,
    swing: Math.abs(shift),
    gains,
    decided: decision?.text ?? null,
    phrases: (view.turnsBy === "round" ? whoFell : whatHappened)(store, view, first, end, gains),
  };
}

/**
 * Who fell: the losses of the side that lost ground explain the swing, so they come first; without any, those of the
 * other side are a price.
 *
 * @param {Store} store
 * @param {RulesetView} view
 * @param {number} first
 * @param {number} end
 * @param {SideId} gains
 * @returns {Phrase[]}
 */
function whoFell(store, view, first, end, gains) {
  const fallen = store.events
    .slice(first, end)
    .map((event) => view.fallen(event, store.states[event.seq]))
    .filter((unit) => unit !== null)
    .sort((x, y) => Number(x.side === gains) - Number(y.side === gains));
  if (fallen.length === 0) return [];
  const names = fallen.flatMap(({ name, side }, k) => [
    { text: k ? ", " : "" },
    { text: name, side },
  ]);
  const sentence =
    fallen[0].side === gains
      ? tn("although {names} falls", "although {names} fall", fallen.length, { names: "|" })
      : tn("{names} falls", "{names} fall", fallen.length, { names: "|" });
  const [before, after] = sentence.split("|");
  return [{ text: before }, ...names, { text: after }];
}

/**
 * The last sentence of some events that is no mere detail; a detail if there is nothing else.
 *
 * @param {Store} store
 * @param {RulesetView} view
 * @param {number} first
 * @param {number} end
 * @returns {Phrase[]}
 */
function whatHappened(store, view, first, end) {
  /** @type {Phrase[]} */
  let said = [];
  let isMajor = false;
  for (let seq = first; seq < end; seq++) {
    const event = store.events[seq];
    const counts = !view.isMinor(event.type);
    const phrases = view.tell(event, store.states[seq + 1]);
    if (phrases.length === 0 || (isMajor && !counts)) continue;
    said = phrases;
    isMajor = counts;
  }
  return said;
}
