// @ts-check
import { createChange } from "../../../lib/dom.js";
import { inside, percent, scoreText, t } from "../../../lib/text.js";

/** @import { Player } from "../../../player/player" */
/** @import { BaseState } from "../../../player/types" */
/** @import { Store } from "../../../player/engine/store" */

/**
 * Say how a branch and its original stood after the same round, the last one that has ended on the stage, or how they
 * ended. One clock time would be different moments in battles that take different times.
 *
 * @param {Player} player of the branch
 * @param {Store} original
 * @param {string} what is compared
 * @param {HTMLElement} line
 */
export function compareRounds({ store, timeline, view }, original, what, line) {
  /** @param {BaseState} state */
  function inWords(state) {
    const chance = view.chance?.(state) ?? null;
    if (chance !== null) return percent(chance, 1);
    const { a, b } = view.score(state);
    return `${scoreText(view, a)} : ${scoreText(view, b)}`;
  }

  const isNew = createChange(NaN);
  function compare() {
    const { ended, round } = store.states[store.landed(timeline.position)];
    const last = ended ? Infinity : round - 1;
    if (!isNew(last)) return;
    line.hidden = last < 1;
    const [here, there] = [store, original].map(({ states }) =>
      inWords(states[states.findLastIndex((state) => state.round <= last)]),
    );
    const values = { what, here, there, word: inside(view.roundWord), round: last };
    line.textContent = ended
      ? t("{what} at the end: {here}; without the change: {there}", values)
      : t("{what} after {word} {round}: {here}; without the change: {there}", values);
  }
  timeline.subscribe(compare);
  compare();
}
