// @ts-check
import { ask } from "../../../lib/api.js";
import { openDialog } from "../../../lib/dialog.js";
import { h } from "../../../lib/dom.js";
import { focusOn } from "../../../lib/keys.js";
import { inside, t } from "../../../lib/text.js";
import { SIDES } from "../../../player/engine/sides.js";
import { untilAired } from "../../../player/engine/timeline.js";
import { createArmies, createUnits } from "./builder-links.js";
import { createDice } from "./dice.js";
import { createOrders } from "./round-orders.js";
import { createOrder } from "./unit-order.js";

/** @import { Extra, SideId } from "../../../player/types" */
/** @import { Left } from "./unit-order" */
/** @import { Player } from "../../../player/player" */

/** @typedef {{ at: number, name: string, sides: number, result: number }} Roll */

/**
 * What asks the server for a branch, and goes there.
 *
 * @typedef {(at: number, change: Record<string, unknown>) => Promise<void>} Branch
 */

/** @param {string[]} names by their places */
const listed = (names) => names.map((name, place) => ({ place, name, held: false }));

/**
 * A dialog that changes something of a battle that is over: the order of an army, the dice from the
 * moment on that the stage shows, or one of the dice that lie on it.
 *
 * @param {Extra} extra
 * @param {Player} player
 */
export function createDialog(extra, player) {
  const { store, timeline, view } = player;
  const said = h("p", { class: "said", role: "status" });
  const where = h("p", { class: "hint" });
  const order = createOrder(
    {
      id: "order",
      title: t("With the same dice, in another order"),
      orderUrl: extra.order_url,
      mayStayOut: true,
    },
    player,
    branch,
    say,
  );
  const left = createOrder(
    {
      id: "left",
      title: t("With the same dice, those left in another order"),
      orderUrl: extra.order_url,
      mayStayOut: false,
    },
    player,
    branch,
    say,
  );
  const orders = createOrders(player, branch);
  const armies = createArmies(extra, player);
  const others = createUnits(extra, player);
  const fresh = h(
    "button",
    { type: "button", class: "button", "data-whatif": "seed", onclick: () => renew() },
    t("New dice from here"),
  );
  const freshHint = h(
    "p",
    { class: "hint", hidden: true },
    t("Nothing is rolled after this moment."),
  );
  const dice = createDice(branch);
  const renewed = h("input", {
    type: "checkbox",
    "data-whatif": "renewed",
    onchange() {
      armies.show(renewed.checked);
      others.show(waiting, renewed.checked);
    },
  });
  const choice = h(
    "label",
    { class: "check" },
    renewed,
    " ",
    t("New dice from there on instead of the same, for whatever is changed of a side"),
  );
  const moment = h(
    "section",
    { class: "whatif-moment" },
    h("h3", {}, t("From this moment on")),
    where,
    h("div", { class: "whatif-acts" }, fresh),
    freshHint,
    dice.root,
    left.root,
    others.root,
    orders.root,
  );
  const root = h(
    "dialog",
    { class: "share-dialog whatif-dialog", "aria-labelledby": "whatif-title" },
    h("h2", { id: "whatif-title" }, t("What if")),
    said,
    choice,
    order.root,
    armies.root,
    moment,
    h("form", { method: "dialog" }, h("button", { class: "button" }, t("Close"))),
  );
  root.addEventListener("close", () => {
    order.cancel();
    left.cancel();
  });
  let at = 0;
  /** @type {Record<SideId, string[]> | null} names by side and place; null where there is no order */
  let units = null;
  /** @type {{ events: number, rolls: Roll[] } | null} */
  let rolled = null;
  /** @type {import("./builder-links").Waiting | null} */
  let waiting = null;

  /** @param {string} text @param {boolean} [isError] */
  function say(text, isError = false) {
    said.textContent = text;
    said.toggleAttribute("data-error", isError);
  }

  /** @type {Branch} */
  async function branch(from, changed) {
    const isRenewed = renewed.checked && "side" in changed;
    const change = isRenewed ? { ...changed, seed: null } : changed;
    say(t("It is being played…"));
    const pressed = document.activeElement;
    root.inert = true;
    try {
      // A branch of this visitor, whose lists have it.
      const headers = { "X-CSRFToken": extra.csrf_token };
      const made = await ask("POST", extra.url, { at: from, change }, { headers });
      location.assign(`/b/${made.id}`);
    } catch (error) {
      root.inert = false;
      focusOn(pressed);
      say(error instanceof Error ? error.message : String(error), true);
    }
  }

  const renew = () => branch(at, { seed: null });

  /** Shows what can be changed at the moment that the stage shows. */
  function showMoment() {
    const beat = store.beats[Math.max(0, store.beatAt(timeline.position))];
    at = beat.end;
    const { round } = store.states[at];
    where.textContent =
      round === 0
        ? t("Before the first {word}, after event {seq}.", {
            word: inside(view.roundWord),
            seq: at - 1,
          })
        : t("{word} {round}, after event {seq}.", {
            word: view.roundWord,
            round,
            seq: at - 1,
          });
    if (!rolled) return;
    if (rolled.events !== store.events.length) {
      // Seen with the eyes of one side, events have other numbers.
      moment.hidden = true;
      return;
    }
    showOrders();
    const later = rolled.rolls.some((roll) => roll.at >= at);
    fresh.hidden = !later;
    freshHint.hidden = later;
    dice.show(rolled.rolls.filter((roll) => roll.at >= beat.first && roll.at < beat.end));
  }

  /** Shows who is left, and what was ordered: both follow from the moment. */
  async function showOrders() {
    const asked = at;
    // Those of another moment may not be sent with this one.
    left.fill(null);
    waiting = null;
    others.show(waiting, renewed.checked);
    orders.fill([]);
    try {
      const answer = await ask(
        "GET",
        `${extra.moment_url}?at=${Math.min(at, store.events.length - 1)}`,
      );
      if (asked !== at) return;
      left.fill(answer.left && isNews(answer.left) ? answer.left : null);
      left.show();
      waiting = answer.left?.at > 0 ? answer.left : null;
      others.show(waiting, renewed.checked);
      orders.fill(answer.orders);
    } catch (error) {
      say(error instanceof Error ? error.message : String(error), true);
    }
  }

  /** Whether those left are others, or stand otherwise, than the army before the battle. @param {Left} now */
  function isNews({ sides }) {
    return SIDES.some((side) => {
      const places = sides[side].map(({ place }) => place);
      const own = units?.[side].map((_, place) => place);
      return sides[side].some(({ held }) => held) || places.join() !== own?.join();
    });
  }

  async function load() {
    if (rolled) return;
    const [answer, rolls] = await Promise.all([ask("GET", extra.url), ask("GET", extra.rolls_url)]);
    rolled = rolls;
    units = answer.units;
    order.fill(
      answer.units && { at: 0, sides: { a: listed(answer.units.a), b: listed(answer.units.b) } },
    );
  }

  return {
    root,
    /** @param {boolean} isForOrder */
    async open(isForOrder) {
      timeline.pause();
      say("");
      root.inert = false;
      openDialog(root);
      if (timeline.onAir) say(t("The end is still on air: in a moment this goes on by itself."));
      await untilAired(store, timeline);
      if (!root.open) return;
      say("");
      try {
        await load();
      } catch (error) {
        say(error instanceof Error ? error.message : String(error), true);
        return;
      }
      showMoment();
      order.show();
      armies.show(renewed.checked);
      if (isForOrder) order.find();
    },
  };
}
