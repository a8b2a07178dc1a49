// @ts-check
import { h } from "../../lib/dom.js";
import { focused, keepFocus } from "../../lib/keys.js";
import { t } from "../../lib/text.js";

/** @import { Player } from "../../player/player" */

/** @param {string} words @param {() => void} onclick */
export const quietButton = (words, onclick) =>
  h("button", { type: "button", class: "button button-quiet", onclick }, words);

/**
 * What to do once a battle has ended, in place of the subtitle, which then says what the result's sign says: the next
 * battle or a rematch, watch it again, and more.
 *
 * @param {Player} player
 * @param {Node[]} more links and buttons
 * @param {Node | null} [first] leads to the next battle
 */
export function createNextSteps({ store, theater, timeline }, more, first = null) {
  const next = h("span", {}, first);
  const root = h(
    "nav",
    { class: "subtitle next-steps", "aria-label": t("What next"), hidden: true },
    next,
    quietButton(t("Watch again"), () => timeline.play()),
    ...more,
  );

  theater.querySelector(".subtitle")?.after(root);
  function update() {
    const landed = store.landed(timeline.position);
    const isAway = landed < store.events.length || !store.states[landed].ended;
    if (root.hidden === isAway) return;
    const play = /** @type {HTMLElement | null} */ (
      root.contains(focused()) ? theater.querySelector('[data-control="play"]') : null
    );
    keepFocus(() => (root.hidden = isAway), play);
    theater.classList.toggle("with-next", !isAway);
  }
  timeline.subscribe(update);
  update();

  return {
    /** Puts another way to the next battle first, such as a series' next game. @param {Node | null} way */
    offer(way) {
      keepFocus(() => next.replaceChildren(...(way ? [way] : [])), root);
    },
  };
}
