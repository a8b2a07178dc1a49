// @ts-check
import { h } from "../core/dom.js";
import { watchChallenge } from "../core/net.js";
import { holds, verdict } from "./commitment.js";

/** @import { Extra, SideId } from "../core/types" */
/** @import { ExtraContext } from "../ui/extras.js" */

/**
 * @typedef {object} Result what the API says of a challenge that is over
 * @property {string} seed
 * @property {string} nonce
 * @property {string} commitment
 * @property {string | null} next
 * @property {Record<SideId, { player: SideId, name: string }>} seats
 * @property {{ best_of: number, number: number, points: Record<SideId, number>,
 *   won: Record<SideId, number>, winner: SideId | null }} series
 */

/**
 * What came of the challenge behind a battle: the score, whether its dice were settled before, and
 * the next game. It waits for the end of the battle, and for the veil to fall.
 *
 * @param {Extra} extra
 * @param {ExtraContext} context
 */
export function createChallengeExtra(extra, { timeline }) {
  const root = h("section", { class: "challenge-extra", "data-extra": "challenge" });
  const game = extra.number > 1 ? `, game ${extra.number}` : "";
  const format = extra.best_of > 1 ? `Best of ${extra.best_of}${game}` : `A challenge${game}`;
  const head = h("p", {}, h("a", { href: extra.url }, format), ": both armies were sealed unseen.");
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
    const watch = watchChallenge(extra.id, async ({ status, next }) => {
      if (status !== "over") return;
      const answer = await fetch(`/api/v1/challenges/${extra.id}`);
      if (!answer.ok) return;
      result = await answer.json();
      update();
      // Somebody who looks on is not waited for.
      if (next || !extra.csrf_token) watch.close();
    });
  }

  let drawn = "";

  /** @param {Result} found */
  async function draw(found) {
    const now = JSON.stringify(found);
    if (now === drawn) return;
    drawn = now;
    const held = await holds(found);
    root.replaceChildren(
      head,
      score(found),
      h("p", { class: "fair-verdict", "data-holds": String(held) }, verdict(held)),
      h("p", {}, offer(found), h("a", { href: extra.url }, "How to check it, and the terms")),
    );
  }

  /** @param {Result} found */
  function offer({ next, series }) {
    if (next) {
      const words = `To game ${series.number + 1}`;
      return h("a", { class: "button", href: `/c/${next}` }, words);
    }
    if (!extra.csrf_token) return null;
    const words = series.best_of > 1 && !series.winner ? "Next battle" : "Rematch";
    return h(
      "form",
      { method: "post", action: `${extra.url}/next` },
      h("input", { type: "hidden", name: "csrf_token", value: extra.csrf_token }),
      h("button", { class: "button", title: "The same terms, sides swapped" }, words),
    );
  }

  timeline.subscribe(update);
  update();
  return root;
}

/** @param {Result} found */
function score({ seats, series }) {
  const names = { a: "Challenger", b: "Opponent" };
  for (const seat of Object.values(seats)) if (seat.name) names[seat.player] = seat.name;
  const points = series.best_of > 1 ? series.points : series.won;
  if (series.best_of === 1 && series.number === 1) return "";
  return h(
    "p",
    { class: "score" },
    h("span", {}, names.a),
    h("strong", {}, `${points.a} : ${points.b}`),
    h("span", {}, names.b),
  );
}
