// @ts-check
import { h } from "../core/dom.js";
import { createActs } from "./acts.js";
import { createBar } from "./bar.js";
import { createDetails } from "./details.js";
import { openHelp } from "./dialogs.js";
import { createField } from "./fields/index.js";
import { createNotices, createVoice } from "./notices.js";
import { focusOn, statTable } from "./pieces.js";
import { createRoster } from "./roster.js";
import { createSaving } from "./saving.js";
import { createSession } from "./session.js";
import { createShelf } from "./shelf.js";
import { createSparring } from "./sparring.js";

/** @import { BuilderData } from "./types" */
/** @import { Session } from "./session" */
/** @import { Workbench } from "./acts" */

/** Characters that a note may have. */
const NOTE_MOST = 160;

/** On a narrow screen one part is shown at a time. */
const VIEWS = /** @type {const} */ (["shelf", "army", "details", "sparring"]);

/**
 * Puts the army editor together and starts it.
 *
 * @param {HTMLElement} root
 * @param {BuilderData} data
 */
export function createEditor(root, data) {
  const session = createSession(data);
  const voice = createVoice();
  const bench = { session, acts: createActs(session, voice.say), say: voice.say };
  const page = {
    edit() {
      show("details");
      details.focus();
    },
    leave() {
      show("army");
      roster.focus();
    },
    showProblems() {
      const [first] = session.problems;
      if (!first) return;
      show(first.key === null ? "army" : "details");
      if (first.key !== null) {
        session.select(first.key);
        details.focus(first.field);
      } else focusOn(summary.querySelector("button"));
    },
    save: () => saving.save(),
  };
  const saving = createSaving(bench, page);
  const details = createDetails(bench, page);
  const roster = createRoster(bench, page);
  const shelf = data.form.fixed ? null : createShelf(bench);
  const sparring = createSparring(bench);
  const summary = createSummary(session, page);
  const tabs = createTabs(data, show);

  /** @param {typeof VIEWS[number]} view */
  function show(view) {
    root.dataset.view = view;
    for (const tab of tabs.children) {
      tab.setAttribute(
        "aria-pressed",
        String(/** @type {HTMLElement} */ (tab).dataset.shows === view),
      );
    }
  }

  root.classList.add("builder");
  root.classList.toggle("no-shelf", shelf === null);
  root.replaceChildren(
    createNotices(session, voice),
    createBar(bench, page),
    h(
      "div",
      { class: "builder-panes" },
      shelf?.root,
      h(
        "section",
        { class: "pane pane-army", "aria-label": data.form.list_name },
        createHead(bench),
        summary,
        roster.root,
        createBonuses(session),
      ),
      h("div", { class: "side-panes" }, sparring.root, details.root),
    ),
    tabs,
    shelf?.card ?? "",
    voice.live,
    voice.toast,
  );
  show("army");
  listenForKeys(bench, {
    search: () => {
      if (!shelf) return;
      show("shelf");
      shelf.focus();
    },
    save: saving.save,
  });
  session.subscribe((change) => {
    if (change === "terms")
      root.querySelector(".roster")?.classList.toggle("side-b", session.side === "b");
  });
  session.begin();
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
    { path: "note", label: "Note", type: "text", hint: "shown with it", most: NOTE_MOST },
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
 * Everything that keeps the army from the field, each leading to its place.
 *
 * @param {Session} session
 * @param {{ edit: () => void }} page
 */
function createSummary(session, page) {
  const root = h("div", { class: "form-errors summary", hidden: true });
  const draw = () => {
    const { problems } = session;
    root.hidden = problems.length === 0;
    const items = problems.map(({ key, message, path }) => {
      const go = () => {
        if (key === null) return;
        session.select(key);
        page.edit();
      };
      const where = key === null ? path : session.nameOf(key);
      const named = where
        ? h("button", { type: "button", class: "linkish", onclick: go }, where)
        : null;
      return h("li", {}, named, named ? ": " : "", message);
    });
    root.replaceChildren(h("p", {}, "Before it can take the field:"), h("ul", {}, ...items));
  };
  session.subscribe((change) => change === "check" && draw());
  return root;
}

/**
 * What the units of the army share.
 *
 * @param {Session} session
 */
function createBonuses(session) {
  const root = h("details", { class: "bonuses", open: true, hidden: true });
  session.subscribe((change) => {
    const bonuses = session.checked?.bonuses ?? [];
    if (change !== "check") return;
    root.hidden = bonuses.length === 0;
    root.replaceChildren(h("summary", {}, "What they share"), statTable(bonuses));
  });
  return root;
}

/**
 * @param {BuilderData} data
 * @param {(view: typeof VIEWS[number]) => void} show
 */
function createTabs({ form }, show) {
  const names = { shelf: "Add", army: form.list_name, details: "Details", sparring: "Sparring" };
  const shown = VIEWS.filter((view) => view !== "shelf" || !form.fixed);
  return h(
    "nav",
    { class: "builder-tabs", "aria-label": "Parts of the editor" },
    ...shown.map((view) =>
      h(
        "button",
        { type: "button", "data-shows": view, "aria-pressed": "false", onclick: () => show(view) },
        names[view],
      ),
    ),
  );
}

/**
 * Keys that work anywhere in the editor.
 *
 * @param {Workbench} bench
 * @param {{ search: () => void, save: () => void }} page
 */
function listenForKeys({ acts }, page) {
  document.addEventListener("keydown", (event) => {
    if (document.querySelector("dialog[open]")) return;
    const typing =
      event.target instanceof HTMLInputElement && ["text", "search"].includes(event.target.type);
    const letter = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey) {
      if (letter === "z") event.shiftKey ? acts.redo() : acts.undo();
      else if (letter === "y") acts.redo();
      else if (letter === "s") page.save();
      else return;
    } else if (typing || event.altKey) return;
    else if (letter === "/") page.search();
    else if (letter === "?") openHelp();
    else return;
    event.preventDefault();
  });
}
