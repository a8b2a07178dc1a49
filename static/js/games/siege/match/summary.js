// @ts-check
import { t } from "../../../lib/text.js";
import { signed } from "../../../player/engine/facts.js";
import { rulings } from "../dossier.js";
import { rowName } from "../words.js";

/** @import { Catalog } from "../../../player/types" */
/** @import { Order, State } from "../reduce" */
/** @import { HistoryEntry } from "../history" */

/** Orders by the history entry that shows them. */
const DEEDS = /** @type {Partial<Record<HistoryEntry["kind"], Order>>} */ ({
  met: "attack",
  besieged: "attack",
  defended: "defend",
  rested: "recover",
});

/** Results of a siege for its besiegers and its defenders, by name of the table row; each names the others. */
const STORMED = /** @type {Record<string, (units: string) => string>} */ ({
  overrun: (units) => t("Overran the wall held by {units}", { units }),
  breach: (units) => t("Breached the wall held by {units}", { units }),
  "thrown back": (units) => t("Thrown back from the wall by {units}", { units }),
  held: (units) => t("Held off from the wall by {units}", { units }),
});
const HELD = /** @type {Record<string, (units: string) => string>} */ ({
  overrun: (units) => t("Overrun on the wall by {units}", { units }),
  breach: (units) => t("Could not prevent a breach by {units}", { units }),
  "thrown back": (units) => t("Held the wall and threw back {units}", { units }),
  held: (units) => t("Held the wall against {units}", { units }),
});

/**
 * Summarise a unit's round: what it did and the result, its changes, and the table rows that applied. Null if it
 * was idle.
 *
 * @param {Catalog} catalog
 * @param {State} state
 * @param {string} id
 * @param {number} round
 * @returns {{ text: string, changes: string, why: string } | null}
 */
export function roundSummary(catalog, state, id, round) {
  const history = state.history[id].filter((entry) => entry.round === round);
  const did = history.find(({ kind }) => DEEDS[kind]);
  if (!did) return null;
  const row = history.map(({ source }) => source ?? "").find((source) => state.rows[source]);
  const order = /** @type {Order} */ (DEEDS[did.kind]);
  const changes = history
    .filter(({ kind }) => kind === "changed")
    .map(({ amount, stat }) => `${signed(amount ?? 0)} ${stat?.toUpperCase()}`);
  return {
    text: deed(state, did, row),
    changes: changes.join(", ") || t("no change"),
    why: rulings(state, history) || t(catalog.entries[order].text),
  };
}

/**
 * @param {State} state
 * @param {HistoryEntry} did
 * @param {string | undefined} row
 */
function deed(state, { kind, foe, foes = [] }, row) {
  const names = (/** @type {readonly string[]} */ ids) =>
    ids.map((id) => state.roster[id].name).join(", ");
  const result = row ? rowName(state, row) : t("no row applied");
  const name = state.rows[row ?? ""]?.name ?? "";
  if (kind === "rested") return t("Recovered by the fire");
  if (kind === "met") return t("Met {unit}: {result}", { unit: names([foe ?? ""]), result });
  if (foes.length === 0)
    return kind === "besieged" ? t("Took the castle") : t("On the wall: no attacker came");
  const siege = (kind === "besieged" ? STORMED : HELD)[name];
  if (siege) return siege(names(foes));
  return kind === "besieged"
    ? t("Stormed the wall against {units}: {result}", { units: names(foes), result })
    : t("On the wall against {units}: {result}", { units: names(foes), result });
}
