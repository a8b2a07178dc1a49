// @ts-check
import { h } from "../../lib/dom.js";
import { t } from "../../lib/text.js";
import { loadDialogsStyle } from "../assets.js";
import { momentOf } from "./moment-links.js";

/** @import { WatchData } from "../../player/types" */
/** @import { Player } from "../../player/player" */

/**
 * The buttons above the theater: the odds, and a dialog with everything that leads others here, which is
 * fetched when it is opened.
 *
 * @param {WatchData} data
 * @param {Player} player
 */
export function createShare(data, player) {
  /** @type {Promise<{ open(): void }> | null} */
  let dialog = null;
  const root = h(
    "div",
    { class: "acts" },
    h("a", { class: "button button-quiet", href: `/odds?battle=${data.battle.id}` }, t("Odds")),
    h(
      "button",
      { type: "button", class: "button button-quiet", "data-share": "open", onclick: open },
      t("Share"),
    ),
  );

  async function open() {
    dialog ??= Promise.all([import("./share-dialog.js"), loadDialogsStyle()]).then(
      ([{ createDialog }]) => {
        const made = createDialog(data, player, momentOf);
        root.append(made.root);
        return made;
      },
    );
    // Without a network it is asked for again by the next press.
    dialog
      .then((made) => made.open())
      .catch(() => {
        dialog = null;
      });
  }

  return { root, open };
}
