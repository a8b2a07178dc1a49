// @ts-check
import { askLines } from "../../../lib/api.js";
import { h } from "../../../lib/dom.js";
import { keepFocus } from "../../../lib/keys.js";
import { createAct, createMoves } from "../../../lib/reorder.js";
import { t, tn } from "../../../lib/text.js";
import { opponent, SIDES } from "../../../player/engine/sides.js";

/** @import { SideId } from "../../../player/types" */
/** @import { Player } from "../../../player/player" */
/** @import { Branch } from "./dialog" */
/** @import { Pictures } from "./parts" */

/**
 * A unit that can be put in order; one that is `held` is fighting and stays in front.
 *
 * @typedef {{ place: number, name: string, held: boolean }} Unit
 */
/** @typedef {{ at: number, sides: Record<SideId, Unit[]> }} Left from which event on, and who */

/**
 * The units of one side in the order in which they fight, to be moved by drag or by buttons: with the
 * same dice. Before the battle each may stay out.
 *
 * @param {{ id: string, title: string, orderUrl: string, mayStayOut: boolean, instead: () => void }} about `instead` leads on
 *   after a search in vain
 * @param {Player} player
 * @param {Branch} branch
 * @param {(text: string, isError?: boolean) => void} say
 * @param {Pictures} pictures
 */
export function createOrder(about, { store, timeline, view }, branch, say, pictures) {
  /** @type {Left | null} */
  let left = null;
  /** @type {SideId} */
  let side = "a";
  let isChosen = false;
  /** @type {AbortController | null} */
  let seeking = null;
  const sides = h("div", {
    class: "whatif-sides",
    role: "radiogroup",
    "aria-label": t("Whose units"),
  });
  const where = h("p", { class: "hint", hidden: about.mayStayOut });
  const front = h("p", { class: "hint", hidden: true });
  const list = h("ol", { class: "whatif-units", "aria-label": t("Who fights first is in front") });
  const found = h("p", { class: "whatif-found", hidden: true });
  const watch = h(
    "button",
    { type: "button", class: "button", "data-whatif": about.id, onclick: () => send() },
    t("Watch this version"),
  );
  const seek = h(
    "button",
    {
      type: "button",
      class: "button button-quiet",
      "data-whatif": `find-${about.id}`,
      onclick: () => find(),
    },
    t("Find an order that wins"),
  );
  const bar = h("progress", { "aria-label": t("Progress") });
  const progress = h(
    "div",
    { class: "whatif-acts", hidden: true },
    bar,
    h(
      "button",
      {
        type: "button",
        class: "button button-quiet",
        "data-whatif": `cancel-${about.id}`,
        onclick: () => cancel(),
      },
      t("Cancel"),
    ),
  );
  const root = h(
    "section",
    { class: "whatif-order", "data-whatif-order": about.id, hidden: true },
    h("h4", {}, about.title),
    where,
    sides,
    front,
    list,
    found,
    h("div", { class: "whatif-acts" }, watch, seek),
    progress,
  );
  const moves = createMoves(list, changed, say);

  const rows = () => /** @type {HTMLElement[]} */ ([...list.children]);
  const units = () => left?.sides[side] ?? [];
  const held = () => units().filter((unit) => unit.held);
  const isFree = (own = units()) => own.filter((unit) => !unit.held).length > 1;
  const order = () => [
    ...held().map(({ place }) => place),
    ...rows()
      .filter((row) => !row.hasAttribute("data-out"))
      .map((row) => Number(row.dataset.place)),
  ];
  const final = () => store.states[store.states.length - 1];
  const called = () => view.sideName(final(), side);

  function changed() {
    found.hidden = true;
    const places = order();
    const own = units().map(({ place }) => place);
    watch.disabled = places.length === 0 || places.join() === own.join();
  }

  /** @param {number[]} [places] the own order, unless another one is given */
  function draw(places) {
    const shown = places
      ? places.flatMap((place) => units().filter((unit) => unit.place === place))
      : units();
    list.replaceChildren(...shown.filter((unit) => !unit.held).map(row));
    front.hidden = held().length === 0;
    front.textContent = held()
      .map(({ name }) => t("{name} is fighting and stays in front.", { name }))
      .join(" ");
    changed();
  }

  /** @param {Unit} unit */
  function row({ name, place }) {
    const out = createAct("out", "×", t("{name} stays out", { name }), () => {
      const isOut = item.toggleAttribute("data-out");
      out.setAttribute("aria-pressed", String(isOut));
      changed();
    });
    out.setAttribute("aria-pressed", "false");
    /** @type {HTMLElement} */
    const item = h(
      "li",
      { "data-place": place },
      pictures.unit(`${side}${place + 1}`),
      h("span", {}, name),
      ...(isFree() ? moves.buttons(() => item, name) : []),
      isFree() && about.mayStayOut && out,
    );
    return item;
  }

  function send() {
    if (left) branch(left.at, { side, order: order() });
  }

  async function find() {
    if (seeking) return;
    const own = new AbortController();
    seeking = own;
    bar.removeAttribute("value");
    say(t("Trying orders…"));
    try {
      const url = `${about.orderUrl}?side=${side}&at=${left?.at ?? 0}`;
      const answer = await askLines(url, advance, own.signal);
      if (!forget(own)) return;
      say("");
      tell(answer);
    } catch (error) {
      if (!forget(own)) return;
      say(error instanceof Error ? error.message : String(error), true);
      seek.focus();
    }
  }

  /** Ends the search that is on, if it is this one. @param {AbortController | null} which */
  function forget(which) {
    if (!which || seeking !== which) return false;
    seeking = null;
    keepFocus(() => (progress.hidden = true), seek);
    return true;
  }

  /** An order is sought for one side and one moment: after another choice its answer is dropped. */
  function cancel() {
    seeking?.abort();
    if (forget(seeking)) say(t("Cancelled."));
  }

  /** @param {number} done @param {number} of */
  function advance(done, of) {
    progress.hidden = false;
    if (!of) return;
    bar.max = of;
    bar.value = done;
  }

  /** @param {{ order: number[] | null, units: string[] | null, tried: number, of: number }} answer */
  function tell({ order: places, units: names, tried, of }) {
    if (places) {
      draw(places);
      found.textContent = t("With the same dice, in this order, {name} would have won: {units}.", {
        name: called(),
        units: names?.join(", "),
      });
    } else if (tried === of) {
      found.textContent = tn(
        "There is one other order, and it would not have won with these dice.",
        "None of the {count} other orders would have won with these dice.",
        of,
      );
    } else {
      found.textContent = tn(
        "The order that was tried would not have won with these dice.",
        "None of the {count} orders that were tried would have won with these dice.",
        tried,
      );
    }
    if (!places) {
      const instead = h(
        "button",
        { type: "button", class: "button button-quiet" },
        t("Change the army instead"),
      );
      instead.addEventListener("click", about.instead);
      found.append(" ", instead);
    }
    found.hidden = false;
    found.tabIndex = -1;
    (places ? watch : found).focus();
  }

  function drawSides() {
    sides.replaceChildren(
      ...SIDES.map((id) =>
        h(
          "label",
          { class: `of-${id}` },
          h("input", {
            type: "radio",
            name: `whatif-side-${about.id}`,
            value: id,
            checked: id === side,
            onchange() {
              cancel();
              side = id;
              show();
            },
          }),
          view.sideName(final(), id),
        ),
      ),
    );
  }

  function show() {
    const { winner } = final();
    // While the end is hidden this does not give away who has lost.
    seek.hidden = timeline.veiled || winner === side || !isFree();
    watch.hidden = !isFree();
    draw();
    if (isFree()) return;
    front.hidden = false;
    if (about.mayStayOut) {
      front.textContent = t("There is only one unit, so there is no other order.");
      return;
    }
    front.textContent = t("No waiting units can be reordered here.");
    list.replaceChildren();
  }

  return {
    root,
    /** @param {Left | null} now null where there is no order to be chosen */
    fill(now) {
      cancel();
      left = now;
      root.hidden = now === null;
      where.textContent = t("From event {at} on.", { at: now?.at ?? 0 });
    },
    show() {
      const { winner } = final();
      if (!isChosen && winner && !timeline.veiled) side = opponent(winner);
      // A side without another order is not the first choice.
      if (!isChosen && left && !isFree())
        side = SIDES.find((id) => isFree(left?.sides[id])) ?? side;
      isChosen = true;
      drawSides();
      show();
    },
    cancel,
    get side() {
      return side;
    },
  };
}
