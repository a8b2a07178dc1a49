// @ts-check
import { createChange, h } from "../../lib/dom.js";
import { isSame } from "../../lib/equal.js";
import { keepFocus } from "../../lib/keys.js";
import { inside, t } from "../../lib/text.js";
import { phraseNodes } from "../../player/controls/phrases.js";
import { spanOf } from "../../player/engine/steps.js";

/** @import { RulesetView, WireEvent } from "../../player/types" */
/** @import { Store } from "../../player/engine/store" */
/** @import { Timeline } from "../../player/engine/timeline" */

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
 * The events that say how two battles differ, from the first that differs on: in each
 * the next one with words, from where these are no more the same. Null where there is none.
 *
 * @param {Store} one
 * @param {Store} other
 * @param {number} seq of the first event that differs
 * @param {Pick<RulesetView, "tell">} view
 * @returns {[one: number | null, other: number | null]}
 */
export function firstTellingEvents(one, other, seq, view) {
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

/**
 * Where two battles part: the first event that is not the same in both, and the events that say it.
 *
 * @param {Store} one
 * @param {Store} other
 * @param {RulesetView} view
 */
export function divergenceOf(one, other, view) {
  const seq = firstDifference(one.events, other.events);
  if (seq === null) return null;
  const telling = firstTellingEvents(one, other, seq, view);
  const stores = [one, other];
  /** What is shown of it in each: the event itself, or what comes of other armies. @param {number} k */
  const shown = (k) => Math.min(telling[k] ?? seq, stores[k].events.length - 1);
  const spans = stores.map((store, k) => spanOf(store, shown(k)));
  const first = stores.map((store) => spanOf(store, Math.min(seq, store.events.length - 1)));
  const starts = (seq === 0 ? spans : first).map(([from]) => from);
  const known = Math.max(...stores.map((store, k) => store.times[shown(k)]));
  return {
    seq,
    telling,
    /** From just before it until both have said it and, if possible, neither has gone on. */
    from: Math.min(...starts),
    until: Math.max(known, Math.min(...spans.map(([, to]) => to))),
    /** When the page may mention it while the end is hidden. */
    known,
    round: one.states[telling[0] === null ? one.events.length : telling[0] + 1].round,
  };
}

/** @typedef {NonNullable<ReturnType<typeof divergenceOf>>} Parting */

/**
 * Says in words where both part, as soon as it may be mentioned, with a button that leads there.
 *
 * @param {[Store, Store]} stores
 * @param {[string, string]} labels
 * @param {Parting | null} parting
 * @param {Timeline} timeline
 * @param {RulesetView} view
 */
export function createDivergence([one, other], labels, parting, timeline, view) {
  const said = h("p", { class: "parting-said", role: "status" });
  const show = () => {
    if (parting) timeline.show(parting.from, parting.until);
    else timeline.seek(Infinity);
  };
  const button = h(
    "button",
    { type: "button", class: "button button-quiet", "data-control": "parting", onclick: show },
    t("To the first difference (x)"),
  );
  const root = h("div", { class: "parting" }, said, button);

  /** The sentence of one of them, where it has one. @param {Store} store @param {number | null} seq */
  const sentence = ({ events, states }, seq) =>
    seq === null ? [t("the battle is over")] : phraseNodes(view.tell(events[seq], states[seq + 1]));

  function words() {
    if (!parting) return [t("Both battles are the same.")];
    const { seq, telling, round } = parting;
    const word = inside(view.roundWord);
    const first = t("The armies differ from the start. The first different event:");
    const before = t("The same until event {event}. Then:", { event: seq });
    const within =
      seq === 0
        ? t("The armies differ from the start. The first different event is in {word} {round}:", {
            word,
            round,
          })
        : t("The same until {word} {round}, event {event}. Then:", { word, round, event: seq });
    return [
      round > 0 ? within : seq === 0 ? first : before,
      ...[one, other].map((store, k) =>
        h("span", { class: "parting-line" }, `${labels[k]}: `, ...sentence(store, telling[k]), "."),
      ),
    ];
  }

  const isOther = createChange(/** @type {boolean | null} */ (null));
  function draw() {
    const may = !timeline.veiled || (parting !== null && timeline.revealed() >= parting.known);
    if (!isOther(may)) return;
    said.replaceChildren(
      ...(may ? words() : [t("The first difference stays hidden until you reach it.")]),
    );
    const isIdle = may && !parting;
    if (isIdle !== button.hidden) keepFocus(() => button.toggleAttribute("hidden"), said);
  }
  timeline.subscribe(draw);
  draw();
  return { root, show };
}
