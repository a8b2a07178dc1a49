// @ts-check
import { h } from "../../lib/dom.js";
import { recall } from "../../lib/storage.js";
import { t } from "../../lib/text.js";

/** @import { Player } from "../../player/player" */
/** @import { Tour } from "../../player/types" */

/**
 * The button that offers newcomers a guided tour; nothing where there is none, or it was taken.
 *
 * @param {Tour | null} tour
 * @param {Player} player that it leads through a battle with
 */
export function offerTour(tour, player) {
  if (!tour || recall(tour.name)) return null;
  const button = h(
    "button",
    {
      type: "button",
      class: "button",
      onclick: async () => (await import(tour.module)).startTour(tour, player, button),
    },
    t("Tour"),
  );
  return button;
}
