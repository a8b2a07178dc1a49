// @ts-check
import { h } from "../../../lib/dom.js";
import { keepFocus, keyOf } from "../../../lib/keys.js";
import { oneStopEach } from "../../../lib/terms.js";
import { t } from "../../../lib/text.js";
import { createLockConfirmation } from "./confirm.js";
import { createUnit, ORDERS, whyNot } from "./unit.js";

/** @import { Catalog } from "../../../player/types" */
/** @import { Saving, Server } from "./server" */
/** @import { Letter, Order, Orders, MatchStatus, Own, Previews } from "./types" */
/** @import { Deed } from "./unit" */

/** @type {Letter[]} */
const LETTERS = ["A", "B", "C", "D", "E"];

const SAID = /** @type {Record<Saving, string>} */ ({
  idle: "",
  saving: t("Saving…"),
  saved: t("Saved"),
  unreachable: t("Not saved: no connection. Trying again…"),
});

/** Labels of the lock button, each with its hint. */
const OPEN = [t("Lock these orders"), t("Keys: A to E a unit, 1 to 4 its order, Enter locks.")];
const LOCKED = [
  t("Unlock"),
  t("Locked: you can change your mind until the other side has locked, too."),
];
const HELD = [t("Skip"), t("Watch how these orders play out.")];

/** Shortcuts for the page's help. */
export const ORDER_KEYS = [
  ["a … e", t("choose one of your units")],
  ["1 2 3 4", t("order it to attack, defend, recover or take no action")],
  ["Enter", t("lock or unlock the orders; skip the animation")],
];

/**
 * A player's orders for the next round. Each change is sent immediately; saved orders count when the time is up,
 * locked or not. While a round plays on the stage, its orders stay visible and cannot be changed.
 *
 * @param {Catalog} catalog
 * @param {string} iconsUrl
 * @param {object} page
 * @param {(round: number) => (Deed | null)[] | null} page.recall what each unit did in a round; null if
 *   not known yet
 * @param {(round: number) => Record<string, Order>} page.lastOrders those of a round by id of the unit; none if not known yet
 * @param {(row: string) => string} page.rowName name of a table row
 * @param {() => void} page.onSkip skips the round on the stage
 * @param {() => boolean} page.areOff whether single-key shortcuts are disabled
 * @param {AbortSignal} page.signal of the page's end
 */
export function createOrders(
  catalog,
  iconsUrl,
  { recall, lastOrders, rowName, onSkip, areOff, signal },
) {
  /** @type {MatchStatus | null} */
  let status = null;
  /** @type {Orders} */
  let chosen = {};
  /** @type {Server | null} */
  let server = null;
  let selected = 0;
  let isHeld = false;
  let isSure = false;
  let remembered = 0;
  /** @type {{ round: number, of: Previews } | null} */
  let previewed = null;

  const units = LETTERS.map((letter) =>
    createUnit(letter, catalog, iconsUrl, (order) => choose(letter, order), rowName),
  );
  const rows = h("div", { class: "order-units" }, ...units.map((unit) => unit.root));
  const saving = h("span", { class: "saving", role: "status", "data-saving": "idle" });
  const lock = h("button", { type: "button", class: "button lock", onclick: turnKey });
  const again = h(
    "button",
    { type: "button", class: "button button-quiet", hidden: true, onclick: repeat },
    t("As last round"),
  );
  const hint = h("p", { class: "hint" });
  const refused = h("p", { class: "refused-note", role: "alert", hidden: true });
  const missed = h("p", { class: "missed-note", role: "status", hidden: true });
  const open = h(
    "p",
    { class: "open-note", role: "status", hidden: true },
    t("No unit defends your castle."),
  );
  const locking = createLockConfirmation(() => {
    isSure = true;
    server?.lock(status?.round ?? 0);
  });
  const title = h("h2", { class: "panel-title", id: "orders-title", "aria-live": "polite" });
  const root = h(
    "section",
    { class: "panel orders", "aria-labelledby": "orders-title", hidden: true },
    h("div", { class: "orders-head" }, title, saving),
    again,
    rows,
    missed,
    refused,
    open,
    locking.dialog,
    h("div", { class: "orders-foot" }, lock, hint),
    createPrimer(catalog),
  );

  oneStopEach(rows);

  /** @param {Letter} letter @param {Order} order */
  function choose(letter, order) {
    if (!status?.you || status.you.locked || isHeld) return;
    select(LETTERS.indexOf(letter));
    if ((chosen[letter] ?? "none") === order) return;
    chosen = { ...chosen, [letter]: order };
    refused.hidden = true;
    server?.order(status.round, chosen);
    draw();
  }

  /** The orders of the last round that are still allowed and differ from the chosen ones. */
  function repeatable() {
    const { refusals = {} } = status?.you ?? {};
    const last = Object.entries(status ? lastOrders(status.round - 1) : {});
    const own = last.map(([id, order]) => /** @type {[Letter, Order]} */ ([id.slice(-1), order]));
    return own.filter(
      ([letter, order]) =>
        refusals[letter]?.[order] === null && (chosen[letter] ?? "none") !== order,
    );
  }

  function repeat() {
    if (!status?.you || status.you.locked || isHeld) return;
    chosen = { ...chosen, ...Object.fromEntries(repeatable()) };
    refused.hidden = true;
    server?.order(status.round, chosen);
    draw();
  }

  async function turnKey() {
    if (isHeld) return onSkip();
    if (!status?.you || !server || lock.getAttribute("aria-disabled") === "true") return;
    const risk = status.you.locked ? null : riskOf(status.you, chosen);
    // Who has once left the castle open on purpose is not asked in every round.
    if (risk && !(risk === "open" && isSure)) return locking.ask(risk);
    lock.setAttribute("aria-disabled", "true");
    await (status.you.locked ? server.unlock(status.round) : server.lock(status.round));
    lock.removeAttribute("aria-disabled");
  }

  /** @param {number} place */
  function select(place) {
    selected = place;
    units.forEach((unit, k) => {
      unit.root.classList.toggle("selected", k === place);
    });
  }

  function draw() {
    if (!status?.you) return;
    root.hidden = status.state === "over";
    const { you, round } = status;
    const isOpen = !you.locked && !isHeld;
    root.dataset.closed = String(!isOpen);
    root.dataset.round = String(round);
    const now = isHeld
      ? t("Round {round} is played", { round })
      : t("Your orders for round {round}", { round });
    if (title.textContent !== now) title.textContent = now;
    const previews = previewed?.round === round ? previewed.of : null;
    units.forEach((unit, k) => {
      unit.show(you, chosen[LETTERS[k]] ?? "none", isOpen, isHeld ? null : previews);
    });
    const [act, words] = isHeld ? HELD : you.locked ? LOCKED : OPEN;
    lock.textContent = act;
    open.hidden = isHeld || riskOf(you, chosen) !== "open";
    keepFocus(() => {
      again.hidden = !isOpen || repeatable().length === 0;
    }, lock);
    lock.classList.toggle("button-quiet", !isOpen);
    hint.textContent = words;
  }

  /**
   * Show at each unit what it did in the last round, once known.
   *
   * @param {MatchStatus} next
   */
  function remember({ you, round }) {
    const deeds = you && round !== remembered ? recall(round - 1) : null;
    if (!deeds) return;
    remembered = round;
    units.forEach((unit, k) => {
      unit.recall(deeds[k]);
    });
  }

  /** Runs before the player's shortcuts: here D selects a unit. @param {KeyboardEvent} event */
  function onKey(event) {
    const key = keyOf(event);
    if (!key || root.hidden || !status?.you) return;
    const at = event.target;
    if (at instanceof HTMLInputElement && at.type !== "range") return;
    if (at instanceof HTMLTextAreaElement || at instanceof HTMLSelectElement) return;
    if (document.querySelector("dialog[open]")) return;
    if (key.length === 1 && areOff()) return;
    const place = LETTERS.findIndex((letter) => letter.toLowerCase() === key);
    if (place >= 0) {
      select(place);
      units[place].root.focus({ preventScroll: false });
    } else if (/^[1-4]$/.test(key)) {
      const order = ORDERS[Number(key) - 1];
      const refusal = isHeld ? null : status.you.refusals[LETTERS[selected]]?.[order];
      if (refusal) say(`${LETTERS[selected]} ${whyNot(refusal)}.`);
      else choose(LETTERS[selected], order);
    } else if (
      key === "Enter" &&
      !(at instanceof HTMLButtonElement) &&
      !(at instanceof HTMLAnchorElement) &&
      !(at instanceof Element && at.closest("summary, [data-unit]"))
    ) {
      turnKey();
    } else return;
    event.preventDefault();
  }
  document.addEventListener("keydown", onKey, { capture: true, signal });

  /** @param {{ round: number, saved: boolean } | null} which */
  function showMissed(which) {
    missed.hidden = which === null;
    if (!which) return;
    const { round, saved } = which;
    missed.textContent = saved
      ? t("The time for round {round} was up before you locked: what you had saved was played.", {
          round,
        })
      : t("The time for round {round} was up before you gave any orders: your units did nothing.", {
          round,
        });
  }

  /** @param {string} message */
  function say(message) {
    refused.hidden = false;
    refused.textContent = message;
  }

  return {
    root,
    /** @param {Server} to */
    connect(to) {
      server = to;
    },
    /** @param {MatchStatus} next */
    show(next) {
      const isNew = next.round !== status?.round;
      if (isNew) refused.hidden = true;
      if (isNew) showMissed(next.you?.missed ?? null);
      if (isNew || !server?.isSending) chosen = next.you?.orders ?? {};
      status = next;
      isHeld = false;
      server?.begin(next.round);
      remember(next);
      draw();
    },
    /** Show previews of a round's orders. @param {number} round @param {Previews} previews */
    showPreviews(round, previews) {
      previewed = { round, of: previews };
      draw();
    },
    /** Freeze the orders while their round plays on the stage. */
    hold() {
      isHeld = true;
      draw();
    },
    /** @param {Saving} state */
    showSaving(state) {
      saving.dataset.saving = state;
      saving.textContent = SAID[state];
    },
    say,
  };
}

/**
 * Return how orders may lose the match by an omission: none at all, or a castle that a unit could defend.
 *
 * @param {Own} you
 * @param {Orders} chosen
 * @returns {"idle" | "open" | null}
 */
function riskOf({ refusals }, chosen) {
  if (Object.keys(chosen).length === 0) return "idle";
  const could = LETTERS.some((letter) => refusals[letter]?.defend === null);
  return could && !Object.values(chosen).includes("defend") ? "open" : null;
}

/**
 * A primer for the first orders: what each of them does, and how to win.
 *
 * @param {Catalog} catalog
 */
function createPrimer({ entries }) {
  const rows = ORDERS.map((order) => [
    h("dt", {}, t(entries[order].name)),
    h("dd", {}, t(entries[order].text)),
  ]);
  return h(
    "details",
    { class: "primer" },
    h("summary", {}, t("What each order does, and how to win")),
    h("dl", {}, ...rows.flat()),
    h(
      "p",
      {},
      t("Attackers meet attackers, the strongest first; those left over storm the other castle."),
      " ",
      t("Storm an undefended castle, and you have won."),
      " ",
      t("If none falls, the higher total of ATK + DEF + HP − EXH wins after the last round."),
      " ",
      h("a", { href: "/rules/siege" }, t("All rules")),
    ),
  );
}
