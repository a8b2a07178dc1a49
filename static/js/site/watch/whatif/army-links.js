// @ts-check
import { h } from "../../../lib/dom.js";
import { t } from "../../../lib/text.js";
import { SIDES } from "../../../player/engine/sides.js";

/** @import { Extra } from "../../../player/types" */
/** @import { Player } from "../../../player/player" */

/**
 * Leads to the builder with the army of either side: another unit, another item, under the same dice.
 *
 * @param {Extra} extra
 * @param {Player} player
 */
export function createArmies(extra, { store, view }) {
  const links = h("div", { class: "whatif-acts" });
  const root = h(
    "section",
    { class: "whatif-armies" },
    h("h3", {}, t("With the same dice, with another army")),
    h(
      "p",
      { class: "hint" },
      t(
        "Another unit, another item: change the army in the builder. The battle then begins anew, whatever moment is shown here.",
      ),
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
            t("The army of {name}…", { name: view.sideName(final, side) }),
          ),
        ),
      );
    },
  };
}
