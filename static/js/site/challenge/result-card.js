// @ts-check
import { createChange, h } from "../../lib/dom.js";
import { keepFocus } from "../../lib/keys.js";
import { announce } from "../../lib/notify.js";
import { t } from "../../lib/text.js";
import { SIDES } from "../../player/engine/sides.js";
import { watchChallenge } from "../../player/source/net.js";

/** @import { ChallengeBrief, Extra, SideId } from "../../player/types" */
/** @import { ExtraContext } from "../watch/extras.js" */

/** Until a result is requested again that could not be loaded. */
const RETRY_MS = 2000;

/**
 * @typedef {object} Result a finished challenge, as the API describes it
 * @property {boolean} provable
 * @property {Record<SideId, { player: SideId }>} seats
 * @property {string | null} next
 * @property {{ best_of: number, number: number, points: Record<SideId, number>,
 *   won: Record<SideId, number>, winner: SideId | null }} series
 */

/**
 * A card for the challenge behind a battle: its score, the check of its dice, and the next game. Hidden until
 * the battle is over and the spoiler veil has been lifted.
 *
 * @param {Extra} extra
 * @param {ExtraContext} context
 */
export function createChallengeExtra(extra, { timeline, offerNext }) {
  const root = h("section", { class: "extra-card challenge-extra", "data-extra": "challenge" });
  const format = [
    extra.best_of > 1 ? t("best of {count}", { count: extra.best_of }) : "",
    extra.number > 1 ? t("game {number}", { number: extra.number }) : "",
  ].filter(Boolean);
  const link = h("a", { href: extra.url }, t("The challenge: proof and terms"));
  const head = h("p", {}, link, ...format.map((one) => `, ${one}`));
  root.append(head);
  /** @type {Result | null} */
  let result = null;
  let isAsked = false;

  function update() {
    if (timeline.onAir || timeline.veiled) return;
    if (result) draw(result);
    else if (!isAsked) ask();
  }

  function ask() {
    isAsked = true;
    const watch = watchChallenge(extra.id, take);

    /** @param {ChallengeBrief} brief */
    async function take(brief) {
      const { status, next } = brief;
      if (status !== "over") return;
      /** @type {Result} */
      let found;
      try {
        const answer = await fetch(`/api/v1/challenges/${extra.id}`);
        if (!answer.ok) return;
        found = await answer.json();
      } catch {
        setTimeout(take, RETRY_MS, brief);
        return;
      }
      if (next && result) announce(t("The next game is open"), extra.id);
      result = found;
      update();
      const goesOn = found.series.best_of > 1 && !found.series.winner;
      // Spectators wait for the next game of a series; a rematch may never come.
      if (next || !(extra.csrf_token || goesOn)) watch.close();
    }
  }

  const isNew = createChange("");

  /** @param {Result} found */
  function draw(found) {
    const now = JSON.stringify(found);
    if (!isNew(now)) return;
    const offered = h("p", {}, offer(found), ...games());
    offerNext?.(offer(found));
    const checked = found.provable ? checking() : "";
    // When the other player asks for a rematch first, the focused button becomes a link.
    const next = offered.querySelector(".button") ?? head;
    keepFocus(() => root.replaceChildren(head, score(found, extra.names), checked, offered), next);
  }

  /** A link to all games, if there can be several. */
  function games() {
    if (extra.best_of === 1 && extra.number === 1) return [];
    return [" ", h("a", { href: extra.series }, t("All games"))];
  }

  /** A button that checks armies and dice; the code for it is loaded on demand. */
  function checking() {
    const words = t("Check armies and dice");
    const line = h("p", { class: "fair-answer", role: "status" });
    const button = h("button", { class: "button button-quiet", onclick: check }, words);
    line.append(button);
    async function check() {
      try {
        const { checkProof } = await import("./proof.js");
        const { holds, answer } = await checkProof(extra.id);
        line.dataset.holds = String(holds);
        keepFocus(() => line.replaceChildren(answer), line);
      } catch (error) {
        button.title = String(error);
      }
    }
    return line;
  }

  /** @param {Result} found */
  function offer({ next, series }) {
    if (next) {
      const words = t("To game {number}", { number: series.number + 1 });
      return h("a", { class: "button", href: `/c/${next}` }, words);
    }
    if (!extra.csrf_token) return null;
    const { number, best_of, winner } = series;
    const goesOn = best_of > 1 && !winner;
    const words = goesOn ? t("Play game {number}", { number: number + 1 }) : t("Rematch");
    return h(
      "form",
      { method: "post", action: `${extra.url}/next` },
      h("input", { type: "hidden", name: "csrf_token", value: extra.csrf_token }),
      h("button", { class: "button", title: t("The same terms, sides swapped.") }, words),
    );
  }

  timeline.subscribe(update);
  update();
  return root;
}

/**
 * The score in the order of this battle's sides, which swap with every game.
 *
 * @param {Result} found
 * @param {Record<SideId, string>} names names of both players
 */
function score({ series, seats }, names) {
  const points = series.best_of > 1 ? series.points : series.won;
  if (series.best_of === 1 && series.number === 1) return "";
  const [left, right] = SIDES.map((side) => seats[side].player);
  return h(
    "p",
    { class: "score" },
    h("span", {}, names[left]),
    h("strong", {}, `${points[left]} : ${points[right]}`),
    h("span", {}, names[right]),
  );
}
