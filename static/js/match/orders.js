// @ts-check
import { h } from "../core/dom.js";
import { createUnit, ORDERS } from "./unit.js";

/** @import { Catalog } from "../core/types" */
/** @import { Saving, Server } from "./server" */
/** @import { Letter, Order, Orders, Told } from "./types" */

/** @type {Letter[]} */
const LETTERS = ["A", "B", "C", "D", "E"];

const SAID = /** @type {Record<Saving, string>} */ ({
  idle: "",
  saving: "Saving…",
  saved: "Saved",
  unreachable: "Not saved: no connection. Trying again…",
});

/**
 * The orders of a player for the round to come. Each change is sent at once; what is saved counts
 * when the time is up, locked or not.
 *
 * @param {Catalog} catalog
 * @param {string} iconsUrl
 */
export function createOrders(catalog, iconsUrl) {
  /** @type {Told | null} */
  let told = null;
  /** @type {Orders} */
  let chosen = {};
  /** @type {Server | null} */
  let server = null;
  let selected = 0;

  const units = LETTERS.map((letter) =>
    createUnit(letter, catalog, iconsUrl, (order) => choose(letter, order)),
  );
  const saving = h("span", { class: "saving", role: "status", "data-saving": "idle" });
  const lock = h("button", { type: "button", class: "button lock", onclick: turnKey });
  const hint = h("p", { class: "hint" });
  const refused = h("p", { class: "refused-note", role: "alert", hidden: true });
  const title = h("h2", { class: "panel-title", id: "orders-title" });
  const root = h(
    "section",
    { class: "panel orders", "aria-labelledby": "orders-title" },
    h("div", { class: "orders-head" }, title, saving),
    h("div", { class: "order-units" }, ...units.map((unit) => unit.root)),
    refused,
    h("div", { class: "orders-foot" }, lock, hint),
  );

  /** @param {Letter} letter @param {Order} order */
  function choose(letter, order) {
    if (!told?.you || told.you.locked || told.state === "over") return;
    select(LETTERS.indexOf(letter));
    if ((chosen[letter] ?? "none") === order) return;
    chosen = { ...chosen, [letter]: order };
    refused.hidden = true;
    server?.order(told.round, chosen);
    draw();
  }

  async function turnKey() {
    if (!told?.you || !server || lock.getAttribute("aria-disabled") === "true") return;
    lock.setAttribute("aria-disabled", "true");
    await (told.you.locked ? server.unlock(told.round) : server.lock(told.round));
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
    if (!told?.you) return;
    root.hidden = told.state === "over";
    const { you } = told;
    root.dataset.locked = String(you.locked);
    root.dataset.round = String(told.round);
    title.textContent = `Your orders for round ${told.round}`;
    units.forEach((unit, k) => {
      unit.show(you, chosen[LETTERS[k]] ?? "none", !you.locked);
    });
    lock.textContent = you.locked ? "Unlock" : "Lock these orders";
    lock.classList.toggle("button-quiet", you.locked);
    hint.textContent = you.locked
      ? "Locked: you may change your mind until the other side has locked, too."
      : "Keys: A to E a unit, 1 to 4 its order, Enter locks.";
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || root.hidden || !told?.you) return;
    const at = event.target;
    if (at instanceof HTMLInputElement && at.type !== "range") return;
    if (at instanceof HTMLTextAreaElement || at instanceof HTMLSelectElement) return;
    if (document.querySelector("dialog[open]")) return;
    const place = LETTERS.findIndex((letter) => letter.toLowerCase() === event.key.toLowerCase());
    if (place >= 0) {
      select(place);
      units[place].root.focus({ preventScroll: false });
    } else if (/^[1-4]$/.test(event.key)) {
      const order = ORDERS[Number(event.key) - 1];
      const refusal = told.you.refusals[LETTERS[selected]]?.[order];
      if (refusal) say(`${LETTERS[selected]} ${refusal}.`);
      else choose(LETTERS[selected], order);
    } else if (
      event.key === "Enter" &&
      !(at instanceof HTMLButtonElement) &&
      !(at instanceof HTMLAnchorElement) &&
      !(at instanceof Element && at.closest("summary, [data-unit]"))
    ) {
      turnKey();
    } else return;
    event.preventDefault();
  });

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
    /** @param {Told} next */
    show(next) {
      const isNew = next.round !== told?.round;
      if (isNew) refused.hidden = true;
      if (isNew || !server?.isSending) chosen = next.you?.orders ?? {};
      told = next;
      server?.begin(next.round);
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
