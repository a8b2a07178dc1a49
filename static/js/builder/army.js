// @ts-check
import { h } from "../lib/dom.js";
import { focusOn } from "../lib/keys.js";
import { t } from "../lib/text.js";
import { isEmpty } from "./document.js";
import { createField } from "./fields/index.js";
import { statTable } from "./pieces.js";

/** @import { Session } from "./session" */
/** @import { Workbench } from "./actions" */
/** @import { Field } from "./types" */

/** Maximum length of a note, in characters. */
const NOTE_MOST = 160;

/**
 * The army pane: the army's own fields, its units, its problems, and the bonuses its units share.
 *
 * @param {Workbench} bench
 * @param {HTMLElement | null} roster
 * @param {{ edit: () => void }} page
 */
export function createArmyPane(bench, roster, page) {
  const { session } = bench;
  const summary = createSummary(session, page);
  const head = createHead(bench);
  return {
    root: h(
      "section",
      { class: "pane pane-army", "aria-label": session.form.list_name },
      h("h2", { class: "visually-hidden" }, session.form.list_name),
      head,
      roster,
      // Below the roster, so that nothing moves under the pointer when problems appear or disappear.
      summary.root,
      createBonuses(session),
    ),
    /** Focus the first field of the army itself. */
    focus: () => focusOn(head.querySelector("input")),
    focusProblem: summary.focus,
  };
}

/**
 * The fields of the army itself, such as its name.
 *
 * @param {Workbench} bench
 */
function createHead({ session, acts }) {
  const fields = session.form.head.map((field) =>
    createField(field, {
      document: session.army,
      change: (changed, value) => acts.change(null, changed, value),
      iconsUrl: session.data.icons_url,
    }),
  );
  const draw = () => {
    for (const view of fields) {
      const own = session.problems.filter(
        (problem) => problem.key === null && problem.field === view.field.path,
      );
      view.show(
        session.army,
        own.map(({ message }) => message),
      );
    }
  };
  session.subscribe((change) => (change === "army" || change === "check") && draw());
  draw();
  const { data } = session;
  const note = createField(
    { path: "note", label: t("Note"), type: "text", hint: t("shown with it"), most: NOTE_MOST },
    {
      document: {},
      change: (_, value) => session.setNote(value),
      iconsUrl: data.icons_url,
    },
  );
  note.show({ note: session.note }, []);
  return h(
    "div",
    { class: "army-head" },
    ...fields.map(({ root }) => root),
    data.target.kind === "save" && note.root,
  );
}

/**
 * The list of the army's problems, each linked to its unit.
 *
 * @param {Session} session
 * @param {{ edit: () => void }} page
 */
function createSummary(session, page) {
  const root = h("div", { class: "form-errors summary", tabindex: "-1", hidden: true });
  const { head, terms, limits = [], rows } = session.form;
  const ofArmy = [...head, ...terms, ...limits];
  const ofRows = rows.flatMap(({ fields }) => fields);
  let asked = false;
  const draw = () => {
    const { problems } = session;
    // An empty army is reported only after an attempt to save it.
    asked &&= isEmpty(session.form, session.army);
    const isNoNews = isEmpty(session.form, session.army) && !asked;
    root.hidden = problems.length === 0 || session.stale || isNoNews;
    const items = problems.map(({ key, field, message, path }) => {
      // A problem of the army as a whole has no unit to select.
      if (key === null) return h("li", {}, placeOf(ofArmy, path, message), message);
      const go = () => {
        session.select(key);
        page.edit();
      };
      const named = h(
        "button",
        { type: "button", class: "linkish", onclick: go },
        session.nameOf(key),
      );
      return h("li", {}, named, ": ", placeOf(ofRows, field ?? "", message), message);
    });
    root.replaceChildren(h("p", {}, t("Fix this before the battle:")), h("ul", {}, ...items));
  };
  session.subscribe((change) => change === "check" && draw());
  return {
    root,
    focus() {
      asked = true;
      draw();
      focusOn(root.querySelector("button") ?? root);
    },
  };
}

/**
 * Return a message's prefix: the label of its field, or "" when the message starts with the label or
 * concerns the whole army or unit.
 *
 * @param {Field[]} known
 * @param {string} path
 * @param {string} message
 */
function placeOf(known, path, message) {
  const label = known.find(
    (field) => path === field.path || path.startsWith(`${field.path}.`),
  )?.label;
  return label && !message.startsWith(label) ? `${label}: ` : "";
}

/**
 * @param {Session} session
 */
function createBonuses(session) {
  const table = h("div");
  const root = h(
    "details",
    { class: "bonuses", open: true, hidden: true },
    h("summary", {}, t("Shared bonuses")),
    table,
  );
  session.subscribe((change) => {
    const bonuses = session.checked?.bonuses ?? [];
    if (change !== "check") return;
    root.hidden = bonuses.length === 0 || session.stale;
    table.replaceChildren(statTable(bonuses));
  });
  return root;
}
