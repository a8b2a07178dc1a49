// @ts-check
/** @import { RulesetView, WireEvent } from "../../player/types" */
/** @import { Store } from "../../player/engine/store" */

/** So many events after the first one that differs are searched for words that do, too. */
const TOLD_WITHIN = 60;

/**
 * The place of the first event that is not the same in two battles: another content, or one that has
 * ended before. Null where all is the same.
 *
 * @param {WireEvent[]} one
 * @param {WireEvent[]} other
 */
export function firstDifference(one, other) {
  const most = Math.max(one.length, other.length);
  for (let seq = 0; seq < most; seq++) if (!isSame(one[seq], other[seq])) return seq;
  return null;
}

/**
 * Whether two values of JSON are the same, in whichever order their members are written.
 *
 * @param {unknown} one
 * @param {unknown} other
 * @returns {boolean}
 */
export function isSame(one, other) {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || !one || !other) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const members = Object.entries(one);
  const others = new Map(Object.entries(other));
  return (
    members.length === others.size &&
    members.every(([name, value]) => others.has(name) && isSame(value, others.get(name)))
  );
}

/**
 * The events by which people are told how two battles differ, from the first that does on: in each
 * the next one with words, from where these are no more the same. Null where there is none.
 *
 * @param {Store} one
 * @param {Store} other
 * @param {number} seq of the first event that differs
 * @param {Pick<RulesetView, "tell">} view
 * @returns {[one: number | null, other: number | null]}
 */
export function toldApart(one, other, seq, view) {
  const [here, there] = [one, other].map((store) => worded(store, seq, view));
  let k = 0;
  while (here[k] && here[k]?.text === there[k]?.text) k += 1;
  return [here[k]?.seq ?? null, there[k]?.seq ?? null];
}

/**
 * @param {Store} store
 * @param {number} from
 * @param {Pick<RulesetView, "tell">} view
 */
function worded({ events, states }, from, view) {
  const said = [];
  for (let seq = from; seq < Math.min(events.length, from + TOLD_WITHIN); seq++) {
    const text = view
      .tell(events[seq], states[seq + 1])
      .map((run) => run.text)
      .join("");
    if (text) said.push({ seq, text });
  }
  return said;
}
