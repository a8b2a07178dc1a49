// @ts-check
import { t } from "../../../lib/text.js";
/** @import { MatchStatus } from "./types" */

/**
 * Alert a player on another tab that it is their turn: in the page's title, by a mark on its icon, and by a sound
 * if sound is on.
 *
 * @param {() => void} ring
 * @param {AbortSignal} signal of the page's end
 */
export function createTurnAlert(ring, signal) {
  const title = document.title;
  const picture = document.querySelector("link[rel=icon]");
  const usual = picture?.getAttribute("href") ?? "";
  let turn = 0;

  /** @param {boolean} isMarked */
  function mark(isMarked) {
    picture?.setAttribute("href", isMarked ? usual.replace("favicon", "favicon-turn") : usual);
  }

  const onChange = () => mark(document.hidden && turn > 0);
  document.addEventListener("visibilitychange", onChange, { signal });
  return {
    /** @param {MatchStatus} status shown once the stage has caught up with it */
    show({ state, round, you }) {
      const next = state === "playing" && you && !you.locked ? round : 0;
      if (next === turn) return;
      if (next && document.hidden) ring();
      turn = next;
      mark(document.hidden && turn > 0);
      const asked = t("Round {round}: your orders", { round: turn });
      document.title = turn ? `${asked} · ${title}` : title;
    },
  };
}
