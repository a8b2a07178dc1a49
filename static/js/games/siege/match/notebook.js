// @ts-check
import { h } from "../../../lib/dom.js";
import { term } from "../../../lib/terms.js";
import { number, t } from "../../../lib/text.js";
import { opponent, SIDES } from "../../../player/engine/sides.js";

/** @import { SideId } from "../../../player/types" */
/** @import { Notebook, Previews, Span, Stat, MatchStatus } from "./types" */

/** @type {Stat[]} */
const STATS = ["atk", "def", "hp", "exh"];

/**
 * A player's notebook about the enemy: for each unit and stat all values that are still possible, computed by
 * the server from what was revealed, and what was revealed in each round.
 *
 * @param {string} url
 * @param {(round: number, previews: Previews) => void} onPreviews receives the server's previews of orders
 */
export function createNotebook(url, onPreviews) {
  const ranges = h("tbody", {});
  const table = h("div", { class: "notebook-ranges" });
  const rounds = h("ol", { class: "notebook-rounds", reversed: true });
  const note = h("p", { class: "hint" });
  const revealed = h("h3", { hidden: true }, t("What was revealed"));
  const root = h(
    "section",
    { class: "panel notebook", "aria-labelledby": "notebook-title", hidden: true },
    h("h2", { class: "panel-title", id: "notebook-title" }, t("Notebook")),
    table,
    note,
    revealed,
    rounds,
  );
  let drawn = 0;
  /** @type {Notebook | null} */
  let last = null;

  return {
    root,
    /**
     * Load what was revealed before the current round.
     *
     * @param {MatchStatus} status
     */
    async show(status) {
      // At the end everything is revealed in the replay.
      if (status.state === "over") {
        root.hidden = true;
        drawn = 0;
      } else if (status.you && drawn !== status.round) await write(status);
    },
  };

  /** @param {MatchStatus} status */
  async function write(status) {
    const asked = status.round;
    drawn = asked;
    try {
      const answer = await fetch(url);
      if (!answer.ok || drawn !== asked) throw new Error(String(answer.status));
      const book = await answer.json();
      draw(book, status);
      onPreviews(asked, book.previews);
    } catch {
      // Retried in the next round, or once the connection is back.
      if (drawn === asked) drawn = 0;
    }
  }

  /** @param {Notebook} book @param {MatchStatus} status */
  function draw(book, status) {
    const enemy = opponent(status.you?.side ?? "b");
    root.hidden = false;
    root.dataset.round = String(status.round);
    // Created once: a term in its head may have the focus.
    if (!last) table.append(createTable(nameOf(status, enemy), ranges));
    ranges.replaceChildren(...drawRanges(book, last ?? book, enemy));
    last = book;
    note.textContent = `${t("All values that are possible now; in brackets those at the start.")} ${remark(book)}`;
    revealed.hidden = rounds.hidden = book.rounds.length === 0;
    rounds.replaceChildren(...book.rounds.toReversed().map((round) => drawRound(round, status)));
  }
}

/** Live messages name bots in English. @param {MatchStatus} status @param {SideId} side */
const nameOf = ({ sides }, side) => (sides[side].bot ? t(sides[side].name) : sides[side].name);

/** @param {Notebook} book */
function remark({ exact, cases }) {
  if (!exact) return t("Some of them may no longer be possible.");
  if (cases === 1) return t("One combination is left.");
  return cases > 999_999
    ? t("Millions of combinations are left.")
    : t("{count} combinations are left.", { count: number(cases) });
}

/** @param {string} name @param {HTMLElement} body */
const createTable = (name, body) =>
  h(
    "table",
    {},
    h("caption", {}, t("Possible values of {side}'s units", { side: name })),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col" }, t("Unit")),
        ...STATS.map((stat) => h("th", { scope: "col" }, term(stat.toUpperCase()))),
      ),
    ),
    body,
  );

/**
 * @param {Notebook} book
 * @param {Notebook} before the notebook of the round before; news are marked
 * @param {SideId} enemy
 */
const drawRanges = (book, before, enemy) =>
  ["A", "B", "C", "D", "E"].map((letter) =>
    h(
      "tr",
      { "data-unit-known": enemy + letter },
      h("th", { scope: "row" }, letter),
      ...STATS.map((stat) =>
        cell(stat, book.units[enemy + letter][stat], before.units[enemy + letter][stat]),
      ),
    ),
  );

/** @typedef {{ now: Span, start: Span }} Known */

/** @param {Stat} stat @param {Known} known @param {Known} before */
function cell(stat, { now, start }, before) {
  const same = text(now) === text(start);
  const isNews = text(now) !== text(before.now) || text(start) !== text(before.start);
  return h(
    "td",
    {
      "data-stat": stat,
      class: now.low === now.high ? "certain" : null,
      "data-news": isNews,
      title: isNews
        ? t("since the last round: one of {values}", { values: now.values.join(", ") })
        : t("one of {values}", { values: now.values.join(", ") }),
    },
    text(now),
    stat === "exh" || same ? null : h("small", {}, ` (${text(start)})`),
  );
}

/** @param {Span} span */
function text({ low, high, values }) {
  if (low === high) return String(low);
  const isWhole = values.length === high - low + 1;
  return isWhole ? `${low}–${high}` : values.join(", ");
}

/** @param {Notebook["rounds"][number]} round @param {MatchStatus} status */
function drawRound({ number: round, meetings, defenders, besieged }, status) {
  const letterOf = (/** @type {string} */ id) => id.slice(1);
  const lines = meetings.map(({ a, b, a_atk, b_atk }) =>
    t("{side}'s {unit} (ATK {atk}) met {enemy}'s {other} (ATK {other_atk})", {
      ...{ side: nameOf(status, "a"), unit: letterOf(a), atk: a_atk },
      ...{ enemy: nameOf(status, "b"), other: letterOf(b), other_atk: b_atk },
    }),
  );
  for (const side of SIDES) {
    const ids = defenders[side] ?? [];
    const units = ids.map(letterOf).join(", ");
    if (units) {
      lines.push(t("{name} defended with {units}", { name: nameOf(status, side), units }));
    }
  }
  if (besieged) {
    const { castle, besiegers, attack, defense } = besieged;
    lines.push(
      t("{units} besieged {side}'s castle: ATK {attack} against DEF {defense}", {
        ...{ units: besiegers.map(letterOf).join(", "), side: nameOf(status, castle) },
        ...{ attack, defense },
      }),
    );
  }
  return h(
    "li",
    { value: round },
    h("b", {}, t("Round {round}", { round })),
    h(
      "ul",
      {},
      ...(lines.length ? lines : [t("no unit was seen")]).map((line) => h("li", {}, line)),
    ),
  );
}
