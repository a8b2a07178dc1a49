// @ts-check
import { h } from "../lib/dom.js";
import { oneStopEach } from "../lib/terms.js";
import { t, tn } from "../lib/text.js";
import { showLinks } from "./army-links.js";
import { loadRandom, openExport, openHelp, openImport, openSamples } from "./dialogs.js";
import { isEmpty, poolsOf } from "./document.js";
import { meter, tool } from "./pieces.js";

/** @import { Workbench } from "./actions" */

/**
 * The bar above the editor: budgets, the state of the army, and actions on all of it.
 *
 * @param {Workbench} bench
 * @param {{ save: () => void, showProblems: () => void }} page
 */
export function createBar(bench, page) {
  const { session, acts, say } = bench;
  const meters = h("div", { class: "meters", role: "status", "aria-label": t("Budget") });
  const pill = h("button", {
    type: "button",
    class: "status-pill",
    onclick: page.showProblems,
  });
  const undo = tool("undo", t("Undo"), { onclick: acts.undo, "data-act": "undo" });
  const redo = tool("redo", t("Redo"), { onclick: acts.redo, "data-act": "redo" });
  const save = h("button", { type: "button", class: "button save", onclick: page.save });
  const links = quiet(t("Links"), () =>
    showLinks(session.target.links, session.data.links.quick, say),
  );

  function draw() {
    const { checked, problems, status } = session;
    // The page's own sums are shown before the server has answered.
    const pools = poolsOf(session.form, session.army);
    const others = (checked?.meters ?? []).filter(
      ({ label }) => !pools.some((pool) => pool.label === label),
    );
    const known = session.stale ? pools : [...others, ...pools];
    meters.replaceChildren(...known.map(({ label, value, most }) => meter(label, value, most)));
    if (session.stale && others.length > 0) {
      meters.append(h("span", { class: "meter" }, t("Totals: unknown without a connection")));
    }
    oneStopEach(meters);
    const count = problems.length;
    const words = tn("{count} problem to fix", "{count} problems to fix", count);
    const state = isEmpty(session.form, session.army)
      ? "empty"
      : count > 0
        ? "wrong"
        : checked
          ? "ready"
          : "unknown";
    pill.dataset.state = state;
    pill.textContent = { empty: t("Empty"), wrong: words, ready: t("Ready"), unknown: "…" }[state];
    pill.disabled = state !== "wrong";
    pill.hidden = status.offline;
    explain(undo, t("Undo"), session.undoable);
    explain(redo, t("Redo"), session.redoable);
    save.textContent = session.target.label;
    save.classList.toggle("clean", !session.changed);
    links.hidden = !session.target.links;
  }

  session.subscribe(draw);
  draw();
  return h(
    "div",
    { class: "builder-bar" },
    h("div", { class: "bar-state" }, meters, pill),
    h(
      "div",
      { class: "bar-tools", role: "group", "aria-label": t("The whole army") },
      undo,
      redo,
      session.data.samples.length > 0 && quiet(t("Samples"), () => openSamples(bench)),
      quiet(t("Random"), () => loadRandom(bench)),
      quiet(t("Import"), () => openImport(bench)),
      quiet(t("Export"), () => openExport(bench)),
      links,
      tool("help", t("Help"), { onclick: openHelp }),
    ),
    save,
  );
}

/**
 * @param {string} name
 * @param {() => void} act
 */
const quiet = (name, act) =>
  h("button", { type: "button", class: "button button-quiet small", onclick: act }, name);

/**
 * @param {HTMLButtonElement} button
 * @param {string} name
 * @param {string | null} what description of the change to undo or redo
 */
function explain(button, name, what) {
  button.setAttribute("aria-disabled", String(what === null));
  button.title = what === null ? name : `${name}: ${what}`;
  button.setAttribute("aria-label", button.title);
}
