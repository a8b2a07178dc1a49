// @ts-check
import { ask } from "../../../lib/api.js";
import { openDialog } from "../../../lib/dialog.js";
import { h } from "../../../lib/dom.js";
import { focusOn, keepFocus } from "../../../lib/keys.js";
import { inside, t } from "../../../lib/text.js";
import { phraseNodes } from "../../../player/controls/phrases.js";
import { SIDES } from "../../../player/engine/sides.js";
import { untilAired } from "../../../player/engine/timeline.js";
import { createArmies, createUnits } from "./builder-links.js";
import { createDice, isChoosable, neighbours } from "./dice.js";
import { createCard, createPictures } from "./parts.js";
import { createOrders } from "./round-orders.js";
import { createOrder } from "./unit-order.js";

/** @import { Extra, SideId } from "../../../player/types" */
/** @import { Left } from "./unit-order" */
/** @import { Player } from "../../../player/player" */

/** @typedef {{ at: number, who: string, name: string, sides: number, result: number }} Roll */

/**
 * What asks the server for a branch, and goes there.
 *
 * @typedef {(at: number, change: Record<string, unknown>) => Promise<void>} Branch
 */

/** @param {string[]} names by their places */
const listed = (names) => names.map((name, place) => ({ place, name, held: false }));

/**
 * A dialog with a card for each thing that can be changed of a battle that is over: a die, the order, an army. A card that
 * does not apply is not there.
 *
 * @param {Extra} extra
 * @param {Player} player
 * @param {string} iconsUrl
 */
export function createDialog(extra, player, iconsUrl) {
  const { store, timeline, view } = player;
  const said = h("p", { class: "said", role: "status" });
  const where = h("p", { class: "hint" });
  const pictures = createPictures(player, iconsUrl);
  const order = createOrder(
    {
      id: "order",
      title: t("From the start"),
      orderUrl: extra.order_url,
      mayStayOut: true,
      instead,
    },
    player,
    branch,
    say,
    pictures,
  );
  const left = createOrder(
    {
      id: "left",
      title: t("From this moment on"),
      orderUrl: extra.order_url,
      mayStayOut: false,
      instead,
    },
    player,
    branch,
    say,
    pictures,
  );
  const orders = createOrders(player, branch);
  const armies = createArmies(extra, player);
  const others = createUnits(extra, player);
  const fresh = h(
    "button",
    {
      type: "button",
      class: "button button-quiet",
      "data-whatif": "seed",
      onclick: () => renew(),
    },
    t("New dice from here"),
  );
  const dice = createDice(branch, pictures, (seq) =>
    phraseNodes(view.tell(store.events[seq], store.states[seq + 1])),
  );
  const earlier = h(
    "button",
    {
      type: "button",
      class: "button button-quiet",
      "data-whatif": "previous-die",
      onclick: () => toDie(rollsAround().earlier),
    },
    t("Previous die"),
  );
  const later = h(
    "button",
    {
      type: "button",
      class: "button button-quiet",
      "data-whatif": "next-die",
      onclick: () => toDie(rollsAround().later),
    },
    t("Next die"),
  );
  const keep = h("input", {
    type: "checkbox",
    "data-whatif": "keep",
    checked: true,
    onchange() {
      armies.show(!keep.checked);
      others.show(waiting, !keep.checked);
    },
  });
  const choice = h("label", { class: "check" }, keep, " ", t("Keep all other dice the same"));
  const dieCard = createCard("die", t("Change one die"), [
    dice.root,
    h("div", { class: "whatif-acts" }, earlier, later, fresh),
  ]);
  const orderCard = createCard("order", t("Change the order"), [
    left.root,
    order.root,
    orders.root,
  ]);
  const armyCard = createCard("army", t("Change the army"), [others.root, armies.root]);
  const root = h(
    "dialog",
    { class: "share-dialog whatif-dialog", "aria-labelledby": "whatif-title" },
    h("h2", { id: "whatif-title" }, t("What if")),
    where,
    choice,
    said,
    h("div", { class: "whatif-cards" }, dieCard.root, orderCard.root, armyCard.root),
    h("form", { method: "dialog" }, h("button", { class: "button button-quiet" }, t("Close"))),
  );
  root.addEventListener("close", () => {
    order.cancel();
    left.cancel();
  });
  // Until it is known which of them apply.
  for (const { root } of [dieCard, orderCard, armyCard]) root.hidden = true;
  choice.hidden = true;
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
    const isRenewed = !keep.checked && "side" in changed;
    const change = isRenewed ? { ...changed, seed: null } : changed;
    say(t("The battle is being played…"));
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
    // Seen with the eyes of one side, events have other numbers.
    if (rolled.events !== store.events.length) return;
    showOrders();
    fresh.hidden = rolled.rolls.every((roll) => roll.at < at);
    const here = rolled.rolls.filter((roll) => roll.at >= beat.first && roll.at < beat.end);
    const around = rollsAround();
    const isHere = here.some(isChoosable);
    dice.show(isHere ? here : rolled.rolls.filter(({ at }) => at === around.earlier?.at), isHere);
    dieCard.show(pictures.some(here.length > 0 ? here : rolled.rolls));
    const hasDice = rolled.rolls.some(isChoosable);
    keepFocus(
      () => {
        earlier.disabled = !around.earlier;
        later.disabled = !around.later;
        dieCard.root.hidden = choice.hidden = !hasDice;
      },
      hasDice ? (around.earlier ? earlier : later) : root.querySelector("form button"),
    );
  }

  function instead() {
    armyCard.root.open = true;
    armyCard.root.querySelector("summary")?.focus();
  }

  /** Return the closest rolls before and after the beat on the stage. */
  function rollsAround() {
    const { first } = store.beats[Math.max(0, store.beatAt(timeline.position))];
    return neighbours(rolled?.rolls ?? [], first, at);
  }

  /** @param {Roll | undefined} roll */
  function toDie(roll) {
    if (!roll) return;
    timeline.seekEvent(roll.at);
    showMoment();
  }

  function showOrderCard() {
    const roots = [order.root, left.root, orders.root];
    orderCard.root.hidden = roots.every((root) => root.hidden);
    if (!orders.root.hidden) orderCard.heading.textContent = t("Change the orders");
  }

  /** Shows who is left, and what was ordered: both follow from the moment. */
  async function showOrders() {
    const asked = at;
    // Those of another moment may not be sent with this one.
    left.fill(null);
    waiting = null;
    others.show(waiting, !keep.checked);
    orders.fill([]);
    showOrderCard();
    try {
      const answer = await ask(
        "GET",
        `${extra.moment_url}?at=${Math.min(at, store.events.length - 1)}`,
      );
      if (asked !== at) return;
      left.fill(answer.left && isNews(answer.left) ? answer.left : null);
      left.show();
      waiting = answer.left?.at > 0 ? answer.left : null;
      others.show(waiting, !keep.checked);
      orders.fill(answer.orders);
      showOrderCard();
    } catch (error) {
      say(error instanceof Error ? error.message : String(error), true);
    }
  }

  /** Whether those left can be reordered, and differ from the army before the battle. @param {Left} now */
  function isNews({ sides }) {
    const isFree = SIDES.some((side) => sides[side].filter(({ held }) => !held).length > 1);
    const isOther = SIDES.some((side) => {
      const places = sides[side].map(({ place }) => place);
      const own = units?.[side].map((_, place) => place);
      return sides[side].some(({ held }) => held) || places.join() !== own?.join();
    });
    return isFree && isOther;
  }

  async function load() {
    if (rolled) return;
    const [answer, rolls] = await Promise.all([ask("GET", extra.url), ask("GET", extra.rolls_url)]);
    rolled = rolls;
    units = answer.units;
    const isFree = answer.units && SIDES.some((side) => answer.units[side].length > 1);
    const sides = isFree && { a: listed(answer.units.a), b: listed(answer.units.b) };
    order.fill(sides ? { at: 0, sides } : null);
  }

  return {
    root,
    async open() {
      timeline.pause();
      say("");
      root.inert = false;
      openDialog(root);
      if (timeline.onAir)
        say(t("The end is still on air. This continues automatically in a moment."));
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
      showOrderCard();
      orderCard.show(pictures.army(order.side));
      armies.show(!keep.checked);
      armyCard.root.hidden = false;
      armyCard.show([...pictures.army("a", 2), ...pictures.army("b", 2)]);
    },
  };
}
