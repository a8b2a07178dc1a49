// @ts-check
import { language, t } from "../../../lib/text.js";
import { signed } from "../../../player/engine/facts.js";

/** @import { Outlook } from "./types" */

const anyOf = new Intl.ListFormat(language, { type: "disjunction" });

/** @type {Record<Outlook["place"], (units: string, fate: string) => string>} */
const SENTENCES = {
  fight: (units, fate) => t("May clash with {units}: {fate}.", { units, fate }),
  castle: (units, fate) => t("May storm the wall against {units}: {fate}.", { units, fate }),
  open: () => t("Takes the castle if it gets there and no unit defends it."),
  wall: (units, fate) => t("May hold the wall against {units}: {fate}.", { units, fate }),
  quiet: (_, fate) => t("If no attacker comes: {fate}.", { fate }),
  rest: (_, fate) => t("Recovers: {fate}.", { fate }),
};

/**
 * Describe the possible encounters of an order as far as its player knows, one sentence per place.
 *
 * @param {readonly Outlook[]} outlooks
 * @param {(row: string) => string} rowName
 */
export const describeOutlook = (outlooks, rowName) =>
  outlooks
    .map((outlook) => SENTENCES[outlook.place](anyOf.format(outlook.units), fate(outlook, rowName)))
    .join(" ");

/**
 * Describe the best and worst outcome for the unit. Rows of a siege are about all its participants, so only a
 * fight's row is named.
 *
 * @param {Outlook} outlook
 * @param {(row: string) => string} rowName
 */
function fate({ place, best, worst }, rowName) {
  const describe = (/** @type {Outlook["best"]} */ { row, changes }) => {
    const lost = Object.entries(changes)
      .map(([stat, amount]) => `${signed(amount)} ${stat.toUpperCase()}`)
      .join(" ");
    const sum = lost || t("no change");
    return row && place === "fight" ? `${rowName(row)} (${sum})` : sum;
  };
  const [good, bad] = [describe(best), describe(worst)];
  return good === bad ? good : t("at best {good}, at worst {bad}", { good, bad });
}
