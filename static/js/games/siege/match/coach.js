// @ts-check
import { h } from "../../../lib/dom.js";
import { t } from "../../../lib/text.js";
import { explainRound } from "./explanation.js";

/** @import { Player } from "../../../player/player" */
/** @import { SideId } from "../../../player/types" */

/**
 * A panel that explains the results of the round on the stage as they fall.
 *
 * @param {Player} player
 * @param {SideId} own
 */
export function createCoach({ store, timeline }, own) {
  const title = h("summary", { class: "panel-title" });
  const list = h("ol", { "aria-live": "polite" });
  const root = h("details", { class: "panel coach", open: true, hidden: true }, title, list);
  let shown = -1;

  function draw() {
    const landed = store.landed(timeline.position);
    if (landed === shown) return;
    shown = landed;
    const state = store.states[landed];
    // At the end the armies are revealed on a cleared stage: keep what has decided the match.
    if (state.phase === "over") return;
    const next = store.events[landed];
    const isDone = !next || next.type === "round_started" || state.ended;
    const sentences = state.round > 0 ? explainRound(state, own, isDone) : [];
    root.hidden = sentences.length === 0;
    title.textContent = t("Round {round} explained", { round: state.round });
    const drawn = [...list.children].map((row) => row.textContent);
    if (sentences.join("\n") === drawn.join("\n")) return;
    list.replaceChildren(...sentences.map((sentence) => h("li", {}, sentence)));
    list.scrollTop = list.scrollHeight;
  }

  timeline.subscribe(draw);
  return { root };
}
