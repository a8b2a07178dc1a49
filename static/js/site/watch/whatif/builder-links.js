// @ts-check
import { h } from "../../../lib/dom.js";
import { t } from "../../../lib/text.js";
import { SIDES } from "../../../player/engine/sides.js";

/** @import { Extra, SideId } from "../../../player/types" */
/** @import { Player } from "../../../player/player" */

/**
 * Links to the builder with the army of either side, for a battle from the start.
 *
 * @param {Extra} extra
 * @param {Player} player
 */
export function createArmies(extra, { store, view }) {
  const links = h("div", { class: "whatif-acts" });
  const root = h(
    "section",
    { class: "whatif-armies" },
    h("h4", {}, t("From the start")),
    h(
      "p",
      { class: "hint" },
      t("Change units and items in the builder. The battle then starts over."),
    ),
    links,
  );
  return {
    root,
    /** @param {boolean} isRenewed whether it goes on with new dice */
    show(isRenewed) {
      const final = store.states[store.states.length - 1];
      links.replaceChildren(
        ...SIDES.map((side) =>
          h(
            "a",
            {
              href: extra.army_urls[side] + (isRenewed ? "?dice=new" : ""),
              class: `button button-quiet of-${side}`,
              "data-whatif": `army-${side}`,
            },
            t("Edit the army of {name}…", { name: view.sideName(final, side) }),
          ),
        ),
      );
    },
  };
}

/** @typedef {{ at: number, fresh: Record<SideId, string[]> | null }} Waiting from which event on, and who has not fought */

/**
 * Leads to the builder with those of either side who have not fought yet at the moment that the stage
 * shows: others may come in their place from there on.
 *
 * @param {Extra} extra
 * @param {Player} player
 */
export function createUnits(extra, { store, view }) {
  const where = h("p", { class: "hint" });
  const list = h("div", { class: "whatif-acts" });
  const root = h(
    "section",
    { class: "whatif-others", hidden: true },
    h("h4", {}, t("From this moment on")),
    where,
    list,
  );

  /** @param {SideId} side @param {Waiting} waiting @param {boolean} isRenewed */
  function sideOf(side, { at, fresh }, isRenewed) {
    const names = fresh?.[side] ?? [];
    const name = view.sideName(store.states[store.states.length - 1], side);
    const href = `${extra.army_urls[side]}?at=${at}${isRenewed ? "&dice=new" : ""}`;
    if (names.length === 0)
      return h("p", { class: "hint" }, t("All units of {name} have fought.", { name }));
    return h(
      "p",
      { class: "whatif-fresh" },
      h(
        "a",
        { href, class: `button button-quiet of-${side}`, "data-whatif": `units-${side}` },
        t("Replace units of {name}…", { name }),
      ),
      h("span", { class: "hint" }, names.join(", ")),
    );
  }

  return {
    root,
    /** @param {Waiting | null} waiting @param {boolean} isRenewed whether it goes on with new dice */
    show(waiting, isRenewed) {
      const { fresh } = waiting ?? {};
      root.hidden = !fresh || SIDES.every((side) => fresh[side].length === 0);
      if (!waiting || root.hidden) return;
      where.textContent = t(
        "From event {at} on. You can replace units that have not fought yet, or change what they carry; all others stay as they are.",
        { at: waiting.at },
      );
      list.replaceChildren(...SIDES.map((side) => sideOf(side, waiting, isRenewed)));
    },
  };
}
