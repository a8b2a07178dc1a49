// @ts-check
import { ask } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { number, percent, t } from "../../lib/text.js";

/** @import { SideId } from "../../player/types" */

/**
 * What the server tells, of side a; webapp/battles/VERDICT.md has the method.
 *
 * @typedef {object} Verdict
 * @property {number} result
 * @property {number} chance
 * @property {number} mean
 * @property {number | null} order
 * @property {number[] | null} [interval]
 */

/**
 * Why a battle ended so, of its winner, or of side a in a draw: from 50% to the result in points that
 * add up. Throws what the API throws.
 *
 * @param {string} url
 * @param {SideId | null} winner
 * @param {string} name the winner's, or side a's
 */
export async function createVerdict(url, winner, name) {
  /** @type {Verdict} */
  const verdict = await ask("GET", url);
  const of = (/** @type {number} */ share) => (winner === "b" ? 1 - share : share);
  const { order, interval } = verdict;
  const steps = [
    {
      part: t("Armies"),
      says: t("the average over all orders of both sides"),
      to: of(verdict.mean),
    },
    ...(order === null
      ? []
      : [{ part: t("Order"), says: t("as both sides chose it"), to: of(verdict.chance) }]),
    {
      part: t("Dice"),
      says: t("won, lost or drawn, however many units are left"),
      to: of(verdict.result),
    },
  ];
  // Chances are rounded first and then subtracted: so what is read adds up as well. Only certain
  // ones are 0 or 100.
  let from = 500;
  const rows = steps.map(({ part, says, to }) => {
    const now = Math.min(Math.max(Math.round(1000 * to), Number(to > 0)), 1000 - Number(to < 1));
    const points = signed(now - from);
    const step = drawStep(from, now, winner === "b");
    from = now;
    return h(
      "tr",
      {},
      h("th", { scope: "row" }, part, " ", h("small", {}, says), step),
      h("td", {}, points),
      h("td", {}, percent(to, 1)),
    );
  });
  const half = interval && 50 * (interval[1] - interval[0]);
  return [
    h(
      "table",
      {},
      h("caption", {}, t("{name}: from 50% to the result, in points", { name })),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ...[t("Part"), t("Points"), t("Chance after")].map((word) =>
            h("th", { scope: "col" }, word),
          ),
        ),
      ),
      h("tbody", {}, ...rows),
    ),
    h(
      "p",
      {},
      half
        ? t("Armies and order: ± {half} at 95%, their sum is exact.", { half: number(half, 1) })
        : t("Exact."),
      " ",
      h("a", { href: "/verdict" }, t("How this is worked out")),
    ),
  ];
}

/**
 * A bar from one chance to another, in thousandths, in the colour of whom it favours.
 *
 * @param {number} from
 * @param {number} to
 * @param {boolean} isOfB whether these are the chances of side b
 */
function drawStep(from, to, isOfB) {
  const bar = h("i", { class: to > from === isOfB ? "side-b" : "side-a" });
  bar.style.marginInlineStart = `${Math.min(from, to) / 10}%`;
  bar.style.inlineSize = `${Math.abs(to - from) / 10}%`;
  return h("span", { class: "ending-bar ending-step", "aria-hidden": "true" }, bar);
}

/** Tenths of a point, with their sign. @param {number} tenths */
function signed(tenths) {
  const sign = tenths > 0 ? "+" : tenths < 0 ? "−" : "±";
  return `${sign}${number(Math.abs(tenths) / 10, 1)}`;
}
