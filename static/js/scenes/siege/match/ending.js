// @ts-check
import { h } from "../../../core/dom.js";

/** @import { PageParts } from "../../../ui/parts" */
/** @import { Player } from "../../../ui/player" */
/** @import { MatchData, MatchStatus } from "./types" */

const HOW = /** @type {Record<string, string>} */ ({
  castle: "the castle has fallen",
  round_limit: "by the totals",
  resigned: "by resignation",
});

/**
 * How the match ended, once this has been on the stage: the whole replay, and a rematch.
 *
 * @param {MatchData} data
 * @param {Player} player
 * @param {PageParts["createChallengeExtra"]} createChallengeExtra
 */
export function createEnding(data, player, createChallengeExtra) {
  const root = h("section", {
    class: "panel ending",
    "aria-labelledby": "ending-title",
    hidden: true,
  });
  /** @type {MatchStatus | null} */
  let status = null;

  function draw() {
    const { store, timeline } = player;
    const isSeen = store.isOver && store.landed(timeline.position) === store.events.length;
    if (!status?.winner || !status.battle || !isSeen || !root.hidden) return;
    const { winner, reason, sides, you, battle } = status;
    const verdict = you
      ? you.side === winner
        ? "You have won"
        : "You have lost"
      : "The match is over";
    root.hidden = false;
    root.dataset.winner = winner;
    root.replaceChildren(
      h("h2", { class: "panel-title", id: "ending-title", tabindex: "-1" }, verdict),
      h("p", { role: "status" }, `${sides[winner].name} has won: ${HOW[reason ?? ""] ?? reason}.`),
      h(
        "p",
        {},
        h(
          "a",
          { class: "button", href: `/b/${battle}?spoilers=1` },
          "The whole match, everything open",
        ),
      ),
      createChallengeExtra(data.challenge, { store, timeline, view: player.view }),
    );
  }

  player.timeline.subscribe(draw);
  return {
    root,
    /** @param {MatchStatus} next */
    show(next) {
      status = next;
      draw();
    },
  };
}
