// @ts-check
import { h } from "../../lib/dom.js";
import { focused, keepFocus } from "../../lib/keys.js";
import { t } from "../../lib/text.js";
import { rematchForm } from "./rematch.js";

/** @import { WatchData } from "../../player/types" */
/** @import { Player } from "../../player/player" */

/**
 * What to do once a battle has ended, in place of the subtitle, which then says what the result's sign says: watch it
 * again, the next battle or a rematch, what if, and share.
 *
 * @param {Player} player
 * @param {WatchData} data
 * @param {{ whatIf: () => void, share: () => void }} open
 */
export function createNextSteps({ store, theater, timeline }, { after, extras }, open) {
  const quiet = (/** @type {string} */ words, /** @type {() => void} */ onclick) =>
    h("button", { type: "button", class: "button button-quiet", onclick }, words);
  const again = extras.find(({ kind }) => kind === "again");
  // The players of a challenge decide together what comes next.
  const isOpen = extras.every(({ kind }) => kind !== "challenge");
  const next = h("span", {}, isOpen && first());
  const root = h(
    "nav",
    { class: "subtitle next-steps", "aria-label": t("What next"), hidden: true },
    next,
    quiet(t("Watch again"), () => timeline.play()),
    quiet(t("What if…"), open.whatIf),
    quiet(t("Share"), open.share),
  );

  function first() {
    if (after.next?.follows) {
      const { url, title } = after.next;
      return h("a", { class: "button", href: url, title }, t("Next sample"));
    }
    return again && rematchForm(again, t("Rematch"));
  }

  theater.querySelector(".subtitle")?.after(root);
  timeline.subscribe(() => {
    const landed = store.landed(timeline.position);
    const isAway = landed < store.events.length || !store.states[landed].ended;
    if (root.hidden === isAway) return;
    const play = /** @type {HTMLElement | null} */ (
      root.contains(focused()) ? theater.querySelector('[data-control="play"]') : null
    );
    keepFocus(() => (root.hidden = isAway), play);
    theater.classList.toggle("with-next", !isAway);
  });

  return {
    /** Puts another way to the next battle first, such as a series' next game. @param {Node | null} way */
    offer(way) {
      keepFocus(() => next.replaceChildren(...(way ? [way] : [])), root);
    },
  };
}
