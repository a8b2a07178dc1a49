// @ts-check

import { h } from "../../lib/dom.js";
import { keepFocus } from "../../lib/keys.js";
import { inside, t } from "../../lib/text.js";
import { phraseNodes } from "../../player/controls/phrases.js";
import { spanOf } from "../../player/engine/steps.js";
import { firstDifference, toldApart } from "./difference.js";

/** @import { RulesetView } from "../../player/types" */
/** @import { Store } from "../../player/engine/store" */
/** @import { Timeline } from "../../player/engine/timeline" */

/**
 * Where two battles part: the first event that is not the same in both, and by what it is told.
 *
 * @param {Store} one
 * @param {Store} other
 * @param {RulesetView} view
 */
export function partingOf(one, other, view) {
  const seq = firstDifference(one.events, other.events);
  if (seq === null) return null;
  const told = toldApart(one, other, seq, view);
  const stores = [one, other];
  /** What is shown of it in each: the event itself, or what comes of other armies. @param {number} k */
  const shown = (k) => Math.min(told[k] ?? seq, stores[k].events.length - 1);
  const spans = stores.map((store, k) => spanOf(store, shown(k)));
  const first = stores.map((store) => spanOf(store, Math.min(seq, store.events.length - 1)));
  const starts = (seq === 0 ? spans : first).map(([from]) => from);
  return {
    seq,
    told,
    /** From just before it until it has been told in both. */
    from: Math.min(...starts),
    until: Math.max(...spans.map(([, to]) => to)),
    /** When the page may tell of it to who is not told what comes. */
    known: Math.max(...stores.map((store, k) => store.times[shown(k)])),
    round: one.states[told[0] === null ? one.events.length : told[0] + 1].round,
  };
}

/** @typedef {NonNullable<ReturnType<typeof partingOf>>} Parting */

/**
 * Says in words where both part, as soon as that may be told, with a button that leads there.
 *
 * @param {[Store, Store]} stores
 * @param {[string, string]} labels
 * @param {Parting | null} parting
 * @param {Timeline} timeline
 * @param {RulesetView} view
 */
export function createParting([one, other], labels, parting, timeline, view) {
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
    seq === null ? [t("it is over there")] : phraseNodes(view.tell(events[seq], states[seq + 1]));

  function words() {
    if (!parting) return [t("Both are the same from the beginning to the end.")];
    const { seq, told, round } = parting;
    const word = inside(view.roundWord);
    const first = t("The armies differ from the start. The first thing told otherwise:");
    const before = t("The same until event {event}. Then:", { event: seq });
    const within =
      seq === 0
        ? t(
            "The armies differ from the start. The first thing told otherwise is in {word} {round}:",
            { word, round },
          )
        : t("The same until {word} {round}, event {event}. Then:", { word, round, event: seq });
    return [
      round > 0 ? within : seq === 0 ? first : before,
      ...[one, other].map((store, k) =>
        h("span", { class: "parting-line" }, `${labels[k]}: `, ...sentence(store, told[k]), "."),
      ),
    ];
  }

  let isTold = /** @type {boolean | null} */ (null);
  function draw() {
    const may = !timeline.veiled || (parting !== null && timeline.revealed() >= parting.known);
    if (may === isTold) return;
    isTold = may;
    said.replaceChildren(
      ...(may ? words() : [t("Where they part is hidden until you have come there.")]),
    );
    const isIdle = may && !parting;
    if (isIdle !== button.hidden) keepFocus(() => button.toggleAttribute("hidden"), said);
  }
  timeline.subscribe(draw);
  draw();
  return { root, show };
}
