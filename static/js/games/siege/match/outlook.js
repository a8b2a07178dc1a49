// @ts-check
import { language, t } from "../../../lib/text.js";
import { signed } from "../../../player/engine/facts.js";

/** @import { Outlook } from "./types" */

const anyOf = new Intl.ListFormat(language, { type: "disjunction" });

/** @type {Record<Outlook["place"], (units: string, fate: string) => string>} */
const SENTENCES = {
  fight: (units, fate) => t("May clash with {units}: {fate}.", { units, fate }),
  castle: (units, fate) => t("May storm the wall against {units}: {fate}.", { units, fate }),
  open: () => t("Takes the castle if it gets there and nobody defends it."),
  wall: (units, fate) => t("May hold the wall against {units}: {fate}.", { units, fate }),
  quiet: (_, fate) => t("If nobody comes: {fate}.", { fate }),
  rest: (_, fate) => t("Rests: {fate}.", { fate }),
};

/**
 * What an order may meet as far as its player knows, and what may become of the unit, in a sentence for
 * each place.
 *
 * @param {readonly Outlook[]} outlooks
 * @param {(row: string) => string} rowName
 */
export const describeOutlook = (outlooks, rowName) =>
  outlooks
    .map((outlook) => SENTENCES[outlook.place](anyOf.format(outlook.units), fate(outlook, rowName)))
    .join(" ");

/**
 * The best and the worst that may become of the unit. Rows of a siege are named for all who take part, so
 * that only those of a fight say something of one unit.
 *
 * @param {Outlook} outlook
 * @param {(row: string) => string} rowName
 */
function fate({ place, best, worst }, rowName) {
  const told = (/** @type {Outlook["best"]} */ { row, changes }) => {
    const lost = Object.entries(changes)
      .map(([stat, amount]) => `${signed(amount)} ${stat.toUpperCase()}`)
      .join(" ");
    const sum = lost || t("no change");
    return row && place === "fight" ? `${rowName(row)} (${sum})` : sum;
  };
  const [good, bad] = [told(best), told(worst)];
  return good === bad ? good : t("at best {good}, at worst {bad}", { good, bad });
}
