// @ts-check
import { h } from "../../../lib/dom.js";
import { t } from "../../../lib/text.js";

/** @import { PageParts } from "../../../site/match-parts" */
/** @import { Player } from "../../../player/player" */
/** @import { MatchData, MatchStatus } from "./types" */

const HOW = /** @type {Record<string, string>} */ ({
  castle: t("the castle has fallen"),
  round_limit: t("by the totals"),
  resigned: t("by resignation"),
});

/**
 * The result of the match, shown once its end has played on the stage, with the replay and a rematch.
 *
 * @param {MatchData} data
 * @param {Player} player
 * @param {PageParts} parts
 * @param {() => void} onShown
 */
export function createEnding(data, player, parts, onShown) {
  const { createChallengeExtra, createNextSteps, remember, whyOf } = parts;
  const root = h("section", {
    class: "panel ending",
    "aria-labelledby": "ending-title",
    hidden: true,
  });
  const title = h("h2", { class: "panel-title", id: "ending-title", tabindex: "-1" });
  /** @type {MatchStatus | null} */
  let status = null;

  function draw() {
    const { store, timeline } = player;
    const isSeen = store.isOver && store.landed(timeline.position) === store.events.length;
    if (!status?.winner || !status.battle || !isSeen || !root.hidden) return;
    const { winner, reason, you, battle } = status;
    // As the stage calls it: bots have translated names.
    const name = player.view.sideName(store.states[store.states.length - 1], winner);
    title.textContent = you
      ? you.side === winner
        ? t("You have won")
        : t("You have lost")
      : t("The match is over");
    root.hidden = false;
    remember(battle, "", t("{name} won", { name }));
    const steps = createNextSteps(player, [
      quietLink(replayOf(battle), t("Reveal all")),
      quietLink(`${replayOf(battle)}#whatIf`, t("What if…")),
      quietLink(`${replayOf(battle)}#share`, t("Share")),
    ]);
    root.dataset.winner = winner;
    root.replaceChildren(
      title,
      h(
        "p",
        { role: "status" },
        t("{name} has won: {how}.", {
          name,
          how: HOW[reason ?? ""] ?? reason,
        }),
      ),
      h(
        "p",
        {},
        h("a", { class: "button", href: replayOf(battle) }, t("Watch the match, all revealed")),
      ),
      createWhy(battle),
      ...offerNext(you?.side === winner),
      createChallengeExtra(data.challenge, {
        store,
        timeline,
        view: player.view,
        offerNext: steps.offer,
      }),
    );
    onShown();
  }

  /** @param {string} battle */
  const replayOf = (battle) => `/b/${battle}?spoilers=1`;

  /** @param {string} href @param {string} words */
  const quietLink = (href, words) => h("a", { class: "button button-quiet", href }, words);

  /** Fetched when it is opened. @param {string} battle */
  function createWhy(battle) {
    const place = h("div", { role: "status" });
    const root = h("details", {}, h("summary", {}, t("Why it ended this way")), place);
    root.addEventListener("toggle", async () => {
      if (!root.open || place.querySelector("ol")) return;
      place.textContent = t("One moment …");
      try {
        place.replaceChildren(...(await whyOf(battle, data, player.view)));
      } catch (error) {
        place.textContent = /** @type {Error} */ (error).message;
      }
    });
    return root;
  }

  /** A match against the next stronger bot, for who has won. @param {boolean} hasWon */
  function offerNext(hasWon) {
    const { next_bot: bot, csrf_token: token } = data;
    if (!hasWon || !bot) return [];
    const form = h(
      "form",
      { method: "post", action: bot.url },
      h("input", { type: "hidden", name: "csrf_token", value: token ?? "" }),
      h("input", { type: "hidden", name: "opponent", value: bot.id }),
      h("button", { class: "button" }, t("Play the next stronger bot: {bot}", { bot: bot.name })),
      " ",
      h("span", { class: "hint" }, t("An army is ready for you.")),
    );
    return [form];
  }

  player.timeline.subscribe(draw);
  return {
    root,
    title,
    /** @param {MatchStatus} next */
    show(next) {
      status = next;
      draw();
    },
  };
}
