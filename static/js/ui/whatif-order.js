// @ts-check
import { ask } from "../core/api.js";
import { h } from "../core/dom.js";
import { opponent, SIDES } from "../core/sides.js";
import { t, tn } from "../core/text.js";
import { createAct, createMoves } from "./moves.js";

/** @import { Extra, SideId } from "../core/types" */
/** @import { Player } from "./player" */
/** @import { Branch } from "./whatif-dialog" */

/**
 * The units of one side in the order in which they fight, to be moved by drag or by buttons, each may
 * stay out: with the same dice.
 *
 * @param {Extra} extra
 * @param {Player} player
 * @param {Branch} branch
 * @param {(text: string, isError?: boolean) => void} say
 */
export function createOrder(extra, { store, timeline, view }, branch, say) {
  /** @type {Record<SideId, string[]> | null} */
  let units = null;
  /** @type {SideId} */
  let side = "a";
  let isChosen = false;
  const sides = h("div", {
    class: "whatif-sides",
    role: "radiogroup",
    "aria-label": t("Whose units"),
  });
  const list = h("ol", { class: "whatif-units", "aria-label": t("Who fights first is in front") });
  const found = h("p", { class: "whatif-found", hidden: true });
  const watch = h(
    "button",
    { type: "button", class: "button", "data-whatif": "order", onclick: () => send() },
    t("Watch it so"),
  );
  const seek = h(
    "button",
    { type: "button", class: "button button-quiet", "data-whatif": "find", onclick: () => find() },
    t("Find an order that wins"),
  );
  const root = h(
    "section",
    { class: "whatif-order", hidden: true },
    h("h3", {}, t("With the same dice, in another order")),
    sides,
    list,
    found,
    h("div", { class: "whatif-acts" }, watch, seek),
  );
  const moves = createMoves(list, changed, say);

  const rows = () => /** @type {HTMLElement[]} */ ([...list.children]);
  const order = () =>
    rows()
      .filter((row) => !row.hasAttribute("data-out"))
      .map((row) => Number(row.dataset.place));
  const final = () => store.states[store.states.length - 1];
  const called = () => view.sideName(final(), side);

  function changed() {
    found.hidden = true;
    const places = order();
    watch.disabled =
      places.length === 0 ||
      places.join() ===
        rows()
          .map((_, place) => place)
          .join();
  }

  /** @param {number[]} [places] the own order, unless another one is given */
  function draw(places) {
    const names = units?.[side] ?? [];
    const shown = places ?? names.map((_, place) => place);
    list.replaceChildren(...shown.map((place) => row(names[place], place)));
    changed();
  }

  /** @param {string} name @param {number} place */
  function row(name, place) {
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
      h("span", {}, name),
      ...moves.buttons(() => item, name),
      out,
    );
    return item;
  }

  function send() {
    branch(0, { side, order: order() });
  }

  async function find() {
    say(t("Orders are being tried…"));
    seek.disabled = true;
    try {
      const answer = await ask("POST", `${extra.order_url}?side=${side}`);
      say("");
      seek.disabled = false;
      tell(answer);
    } catch (error) {
      say(error instanceof Error ? error.message : String(error), true);
      seek.disabled = false;
      seek.focus();
    }
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
            name: "whatif-side",
            value: id,
            checked: id === side,
            onchange() {
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
    // Who has not seen the end yet is not told by this who has lost.
    seek.hidden = timeline.veiled || winner === side;
    draw();
  }

  return {
    root,
    /** @param {Record<SideId, string[]> | null} names by side and place; null where there is no order */
    fill(names) {
      units = names;
      root.hidden = names === null;
    },
    show() {
      const { winner } = final();
      if (!isChosen && winner && !timeline.veiled) side = opponent(winner);
      isChosen = true;
      drawSides();
      show();
    },
    /** Seeks an order for who has lost. */
    find() {
      if (units && !seek.hidden) find();
    },
  };
}
