// @ts-check
import { ask } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { isolated, t } from "../lib/text.js";
import { isEmpty } from "./document.js";
import { createField } from "./fields/index.js";
import { leftOut, openReader } from "./import-dialog.js";
import { createLatestRequest } from "./latest-request.js";
import { chancesOf, methodWords, shiftWords } from "./odds.js";
import { withValue } from "./paths.js";
import { groupBy, tool } from "./pieces.js";
import { createPlayers } from "./players.js";

/** @import { Army, Odds, Sample } from "./types" */
/** @import { Workbench } from "./actions" */

const ODDS_AFTER_MS = 250;

/** @typedef {{ file: Record<string, any>, samples: number, about: string }} Question */

/**
 * An opponent to test the army against, with the winning chances after every change.
 *
 * @param {Workbench} bench
 */
export function createSparring({ session, say }) {
  const { data } = session;
  /** Sampled odds come from few battles first, then from more. */
  const [firstSamples, moreSamples] = session.form.samples;
  const players = createPlayers(session.form, data.icons_url, () => weigh());
  const memory = `battlereel.opponent.${data.ruleset}`;
  /** @type {Sample[]} */
  let opponents = data.opponents;
  /** @type {Sample | null} */
  let opponent = null;
  /** @type {{ about: string, mine: number } | null} the last final answer, to show the shift */
  let last = null;
  let shift = "";

  const select = h("select", { id: "opponent", onchange: () => choose(select.value) });
  const swap = tool("swap", t("Swap sides"), {
    class: "tool",
    onclick: () => {
      session.setSide(session.side === "a" ? "b" : "a");
      say(sideWords());
    },
  });
  const paste = h(
    "button",
    { type: "button", class: "button button-quiet small", onclick: readOne },
    t("Paste one…"),
  );
  const sides = h("p", { class: "hint sides-said" });
  const bar = h("div", { class: "odds-bar" });
  const words = h("p", { class: "odds-words", role: "status" });
  const watch = h(
    "button",
    {
      type: "button",
      class: "button small",
      title: t("Plays one battle and shows it in a new tab"),
      onclick: watchOne,
      hidden: true,
    },
    t("Fight"),
  );
  const result = h(
    "div",
    { class: "odds-result" },
    bar,
    h("div", { class: "odds-foot" }, words, watch),
  );
  const terms = session.form.terms.map((field) =>
    createField(field, {
      document: session.terms,
      change: (changed, value) => session.setTerms(withTerm(changed.path, value)),
      iconsUrl: data.icons_url,
    }),
  );

  const odds = createLatestRequest(
    (/** @type {Question} */ { file, samples }, signal) =>
      ask("POST", `${data.links.odds}?samples=${samples}`, file, { signal }),
    { delayMs: ODDS_AFTER_MS, onAnswer: show, onError: explain },
  );

  /**
   * @param {string} path
   * @param {any} value
   */
  function withTerm(path, value) {
    const empty = value === null || value === "" || (Array.isArray(value) && value.length === 0);
    return withValue(session.terms, path, empty ? undefined : value);
  }

  function offer() {
    const groups = groupBy(opponents, ({ id }) =>
      id.startsWith("sample:") ? t("Samples") : t("Yours"),
    );
    const optionOf = (/** @type {Sample} */ { id, name }) =>
      h("option", { value: id }, name || t("Unnamed army"));
    select.replaceChildren(
      h("option", { value: "" }, t("Choose an opponent…")),
      ...[...groups].map(([label, members]) => h("optgroup", { label }, ...members.map(optionOf))),
    );
    select.value = opponent?.id ?? "";
  }

  /** @param {string} id */
  function choose(id) {
    opponent = opponents.find((one) => one.id === id) ?? null;
    select.value = opponent?.id ?? "";
    try {
      localStorage.setItem(memory, id);
    } catch {
      // Not remembered for the next visit.
    }
    last = null;
    session.face(opponent?.army ?? null);
    weigh();
  }

  function readOne() {
    openReader(session, t("An opponent from text"), t("Fight it"), (army, _notes, unread) => {
      const read = { id: `pasted:${opponents.length}`, name: army.name || t("Pasted army"), army };
      opponents = [...opponents, read];
      offer();
      choose(read.id);
      for (const left of leftOut(unread)) say(left, "lasting");
    });
  }

  const sideWords = () => {
    const role = session.form.roles[session.side];
    if (session.side === "a")
      return role
        ? t("Your army is the blue side and {role}.", { role })
        : t("Your army is the blue side.");
    return role
      ? t("Your army is the orange side and {role}.", { role })
      : t("Your army is the orange side.");
  };

  /** @returns {Record<string, any>} the battle of both armies as a battle file */
  function battleFile() {
    const mine = { army: session.army, ...players.mine };
    const theirs = { army: /** @type {Army} */ (opponent?.army), ...players.theirs };
    const both = session.side === "a" ? [mine, theirs] : [theirs, mine];
    return { ruleset: data.ruleset, ...session.terms, sides: both };
  }

  /** Request the chances if both armies are there. */
  function weigh() {
    sides.textContent = sideWords();
    // A sealed army stays secret: no battle with it goes on air.
    const isPossible = opponent !== null && !isEmpty(session.form, session.army);
    watch.hidden = !isPossible || ["seal", "draft"].includes(data.target.kind);
    odds.cancel();
    if (opponent === null) {
      bar.replaceChildren();
      words.textContent = t("The chances appear here and update with every change.");
    } else if (isEmpty(session.form, session.army)) {
      bar.replaceChildren();
      words.textContent = t("The army is empty: there are no chances yet.");
    } else {
      result.dataset.state = "asking";
      const about = JSON.stringify([
        opponent.id,
        session.side,
        session.terms,
        players.mine,
        players.theirs,
      ]);
      odds.request({ file: battleFile(), samples: firstSamples, about });
    }
  }

  /**
   * @param {Odds} answer
   * @param {Question} question
   */
  function show(answer, question) {
    const mine = answer[session.side];
    result.dataset.state = answer.method;
    bar.replaceChildren(...chancesOf(answer, session.side, opponent?.name ?? ""));
    const refines = answer.method === "sample" && question.samples < moreSamples;
    if (!refines) {
      shift = last?.about === question.about ? shiftWords(mine - last.mine, answer) : "";
      last = { about: question.about, mine };
    }
    words.replaceChildren(
      h("span", { class: "method" }, methodWords(answer)),
      shift && h("span", { class: "shift" }, " · ", shift),
    );
    if (refines) odds.request({ ...question, samples: moreSamples }, 0);
  }

  /** @param {Error & { problems?: { path: string, message: string }[] }} error */
  function explain(error) {
    result.dataset.state = "none";
    bar.replaceChildren();
    const messages = new Set(error.problems?.filter(ofPlayer).map(({ message }) => message));
    const theirs = session.side === "a" ? "sides[1]" : "sides[0]";
    const about = error.problems?.filter(({ path }) => path.startsWith(theirs)) ?? [];
    const mine = (error.problems?.length ?? 0) - about.length;
    if (messages.size > 0) words.textContent = [...messages].join(" · ");
    else if (mine > 0)
      words.textContent = t("The chances are back as soon as the problems of your army are fixed.");
    else if (about.length > 0) {
      words.textContent = `${isolated(opponent?.name ?? "")}: ${about.map(({ message }) => message).join(" · ")}`;
    } else words.textContent = error.message;
  }

  /** @param {{ path: string }} problem whether it concerns a side's player rather than its army */
  const ofPlayer = ({ path }) =>
    session.form.sides.some((field) => path.endsWith(`].${field.path}`));

  /** Start one battle and show it in a new tab. */
  async function watchOne() {
    // Before the request: browsers open tabs only during a click.
    const page = open("", "_blank");
    try {
      const answer = await ask("POST", data.links.battles ?? "/api/v1/battles", battleFile());
      if (page) page.location.href = answer.links.watch;
      else location.href = answer.links.watch;
    } catch (error) {
      page?.close();
      explain(/** @type {Error} */ (error));
    }
  }

  function drawTerms() {
    for (const field of terms) {
      const own = session.problems.filter(({ path }) => path.startsWith(field.field.path));
      field.show(
        session.terms,
        own.map(({ message }) => message),
      );
    }
  }

  session.subscribe((change) => {
    if (change === "army" || change === "terms") weigh();
    if (change === "terms" || change === "check") drawTerms();
  });
  offer();
  try {
    choose(localStorage.getItem(memory) ?? "");
  } catch {
    choose("");
  }
  drawTerms();

  const given = data.fixed_terms;
  return {
    root: h(
      "section",
      { class: "pane pane-sparring", "aria-label": t("Test fight") },
      h(
        "header",
        { class: "sparring-head" },
        h("h2", {}, h("label", { for: "opponent" }, t("Test fight against"))),
        paste,
        swap,
      ),
      select,
      players.root,
      result,
      sides,
      terms.length > 0 &&
        h(
          "details",
          { class: "terms" },
          h("summary", {}, given ? t("Terms of the challenge") : t("Terms of the battle")),
          h(
            "fieldset",
            { disabled: given },
            h("legend", { class: "visually-hidden" }, t("Terms")),
            ...terms.map(({ root }) => root),
          ),
        ),
    ),
  };
}
