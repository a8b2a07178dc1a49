// @ts-check
import { h } from "../../lib/dom.js";
import { percent, t, tn } from "../../lib/text.js";
import { opponent, SIDES } from "../../player/engine/sides.js";
import { untilAired } from "../../player/engine/timeline.js";
import { createReasons } from "./reasons.js";
import { rematchForm } from "./rematch.js";
import { counted, summarize } from "./summary.js";

/** @import { SideId, WatchData } from "../../player/types" */
/** @import { Player } from "../../player/player" */
/** @import { Summary, UnitDamage } from "./summary.js" */

/** A winner whose chance was below this has won against the odds. */
const UPSET = 1 / 3;

/** How many units are listed before the rest is folded up. */
const FIRST = 6;

/**
 * Return the contents of the panel below a battle's end: who has won, the fallen, the damage of every unit, luck, and
 * what else to do.
 *
 * @param {Player} player
 * @param {Pick<WatchData, "after" | "extras"> | null} data links of the server; null without one
 */
export function endingContents({ store, theater, timeline, view }, data) {
  const title = () => h("summary", {}, t("Why it ended this way"));
  const final = () => store.states[store.states.length - 1];
  /** @param {Summary} summary */
  function head({ winner, chance, units }) {
    const [first, second] = units;
    const best = first && first.dealt > (second?.dealt ?? 0) ? first : null;
    const of = (/** @type {SideId} */ side) => view.sideName(final(), side);
    return h(
      "header",
      {},
      h(
        "h2",
        { id: "ending-title", class: winner ? `of-${winner}` : "" },
        winner ? t("{name} won", { name: of(winner) }) : t("A draw"),
      ),
      chance !== null &&
        chance < UPSET &&
        h(
          "span",
          { class: "tag tag-house" },
          t("Upset: {share} before the battle", { share: percent(chance, Number(chance < 0.1)) }),
        ),
      best &&
        h(
          "div",
          { class: "ending-best" },
          portrait(best),
          h(
            "p",
            {},
            t("Unit of the match:"),
            " ",
            h("b", { class: `of-${best.side}` }, best.name),
            t(", with the most damage dealt: {amount}", { amount: best.dealt }),
          ),
        ),
    );
  }

  /** A unit on its base as the stage draws it, where it does. @param {UnitDamage} unit */
  function portrait({ id, side }) {
    const drawn = theater.querySelector(`[data-unit="${CSS.escape(id)}"] .body`);
    const body = /** @type {HTMLElement | undefined} */ (drawn?.cloneNode(true));
    if (!body) return null;
    body.querySelector(".worn")?.remove();
    // Without what it has just been through.
    for (const part of [body, ...body.children]) part.removeAttribute("style");
    return h("div", { class: "unit", "data-side": side, "aria-hidden": "true" }, body);
  }

  /** @param {Summary} summary */
  const fallen = ({ fallen }) =>
    h(
      "dl",
      { class: "ending-fallen", hidden: fallen.a.length + fallen.b.length === 0 },
      ...SIDES.flatMap((side) => [
        h("dt", { class: `of-${side}` }, view.sideName(final(), side)),
        h(
          "dd",
          {},
          fallen[side].length > 0
            ? t("fallen: {names}", { names: counted(fallen[side]) })
            : t("no unit fell"),
        ),
      ]),
    );

  /** @param {UnitDamage[]} units */
  function damage(units) {
    const most = Math.max(...units.map((unit) => unit.dealt), 1);
    const rows = units.map(({ name, side, dealt, taken }) => {
      const bar = h("i", { class: `side-${side}` });
      bar.style.inlineSize = `${(100 * dealt) / most}%`;
      return h(
        "tr",
        {},
        h("th", { scope: "row", class: `of-${side}` }, name),
        h("td", { class: "ending-bar", "aria-hidden": "true" }, bar),
        h("td", {}, String(dealt)),
        h("td", {}, String(taken)),
      );
    });
    const table = (/** @type {HTMLElement[]} */ lines, /** @type {string} */ caption) =>
      h(
        "table",
        {},
        h("caption", {}, caption),
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", {}, t("Unit")),
            h("td", { "aria-hidden": "true" }),
            h("th", {}, t("dealt")),
            h("th", {}, t("taken")),
          ),
        ),
        h("tbody", {}, ...lines),
      );
    const word = view.damageWord ? ` (${view.damageWord})` : "";
    const rest = rows.slice(FIRST);
    return h(
      "div",
      { class: "ending-damage" },
      table(rows.slice(0, FIRST), t("Damage by unit") + word),
      rest.length > 0 &&
        h(
          "details",
          {},
          h("summary", {}, tn("{count} more unit", "{count} more units", rest.length)),
          table(rest, t("Damage by the other units") + word),
        ),
    );
  }

  /** Asked for when it is opened: it takes the server up to a second. @param {string} url @param {SideId | null} winner */
  function why(url, winner) {
    const place = h("div", { role: "status" });
    const name = view.sideName(final(), winner ?? "a");
    const root = h("details", { class: "ending-why" }, title(), place);
    root.addEventListener("toggle", async () => {
      if (!root.open || place.querySelector("table")) return;
      place.textContent = t("One moment …");
      try {
        const { createVerdict } = await import("./verdict.js");
        await untilAired(store, timeline);
        place.replaceChildren(...(await createVerdict(url, winner, name)));
      } catch (error) {
        place.textContent = /** @type {Error} */ (error).message;
      }
    });
    return root;
  }

  /** Of a game without odds. */
  function reasons() {
    const said = view.chance ? [] : createReasons(store, view);
    return said.length > 0 ? [h("details", { class: "ending-why" }, title(), ...said)] : [];
  }

  /** @param {SideId | null} winner */
  function next(winner) {
    const again = data?.extras.find(({ kind }) => kind === "again");
    const link = (/** @type {string} */ href, /** @type {string} */ words) =>
      h("a", { class: "button button-quiet", href }, words);
    return h(
      "nav",
      { class: "ending-next", "aria-label": t("After this battle") },
      !data &&
        h(
          "button",
          { type: "button", class: "button", onclick: () => timeline.play() },
          t("Watch again"),
        ),
      data &&
        (winner || final().reason !== "defeat") &&
        link(data.after.fight_on, t("Fight on with the survivors")),
      again && rematchForm(again, t("Swap sides"), true),
      data && winner && link(data.after.against[winner], t("Your army against the winner")),
      data?.after.order && link(data.after.order, t("Best order")),
      data?.after.armies &&
        link(
          data.after.armies[opponent(winner ?? "b")],
          data.after.has_prices ? t("Best army for its cost") : t("Best army"),
        ),
      data?.after.next &&
        link(data.after.next.url, t("Next sample: {title}", { title: data.after.next.title })),
    );
  }

  const summary = summarize(store, view);
  return [
    head(summary),
    fallen(summary),
    ...(summary.units.length > 0 ? [damage(summary.units)] : []),
    ...(data?.after.verdict ? [why(data.after.verdict, summary.winner)] : reasons()),
    next(summary.winner),
  ];
}
