// @ts-check
import { h } from "../lib/dom.js";
import { keyOf, letterOf } from "../lib/keys.js";
import { t } from "../lib/text.js";
import { createActions } from "./actions.js";
import { createAllotment } from "./allotment.js";
import { createArmyPane } from "./army.js";
import { createDetails } from "./details.js";
import { openHelp } from "./dialogs.js";
import { hasRows } from "./document.js";
import { createNotices, createVoice } from "./notices.js";
import { createRoster } from "./roster.js";
import { createSaving } from "./saving.js";
import { createSession } from "./session.js";
import { createShelf } from "./shelf.js";
import { createSparring } from "./sparring.js";
import { createBar } from "./toolbar.js";

/** @import { BuilderData, Form } from "./types" */
/** @import { Workbench } from "./actions" */

/** The panes that a narrow screen shows one at a time. */
const VIEWS = /** @type {const} */ (["shelf", "army", "details", "sparring"]);

/** Medium width: one pane is shown next to the army. */
const BESIDE = matchMedia("(min-width: 701px) and (max-width: 1080px)");

/**
 * @param {HTMLElement} root
 * @param {BuilderData} data
 */
export function createEditor(root, data) {
  const session = createSession(data);
  const voice = createVoice();
  const bench = { session, acts: createActions(session, voice.say), say: voice.say };
  const page = {
    look() {
      if (BESIDE.matches) show("details");
    },
    edit() {
      if (!details) return units.focus();
      show("details");
      details.focus();
    },
    leave() {
      show("army");
      units.focus();
    },
    showProblems() {
      const [first] = session.problems;
      if (!first) return;
      show(first.key === null || !details ? "army" : "details");
      if (first.key !== null) {
        session.select(first.key);
        (details ?? units).focus(first.field);
      } else army.focusProblem();
    },
    save: () => saving.save(),
  };
  const saving = createSaving(bench, page);
  const details = hasList(data.form) ? createDetails(bench, page) : null;
  const units = createUnits();
  const shelf = hasList(data.form) ? createShelf(bench) : null;
  const sparring = createSparring(bench);
  const army = createArmyPane(bench, units.root, page);
  const tabs = createTabs(data, show);

  const bar = createBar(bench, page);

  /** The pane of the units; for armies without units it only passes the focus on. */
  function createUnits() {
    if (!hasRows(data.form)) return { root: null, focus: () => army.focus() };
    return data.form.fixed ? createAllotment(bench) : createRoster(bench, page);
  }

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
    bar,
    h(
      "div",
      { class: "builder-panes" },
      shelf?.root,
      army.root,
      h("div", { class: "side-panes" }, sparring.root, details?.root),
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
    if (change !== "terms" && change !== "check") return;
    for (const part of [units.root, details?.root]) {
      part?.classList.toggle("side-a", session.side === "a");
      part?.classList.toggle("side-b", session.side === "b");
    }
  });
  const panes = root.querySelector(".builder-panes");
  const side = root.querySelector(".side-panes");

  /** Fit the columns to the window's height, and mark the side column while it can scroll further. */
  function fit() {
    if (!panes || !side) return;
    const top = Math.max(bar.getBoundingClientRect().bottom, panes.getBoundingClientRect().top);
    root.style.setProperty("--room", `${Math.max(innerHeight - top - 12, 240)}px`);
    side.classList.toggle("more", side.scrollHeight - side.scrollTop - side.clientHeight > 8);
  }
  for (const name of ["scroll", "resize"]) addEventListener(name, fit, { passive: true });
  side?.addEventListener("scroll", fit, { passive: true });
  const fitting = new ResizeObserver(fit);
  for (const part of side?.children ?? []) fitting.observe(part);
  // The panes stick below the bar, whose height varies.
  new ResizeObserver(() => {
    root.style.setProperty("--bar", `${bar.offsetHeight}px`);
    fit();
  }).observe(bar);
  session.begin();
}

/**
 * Whether units can be added and removed.
 *
 * @param {Form} form
 */
const hasList = (form) => hasRows(form) && !form.fixed;

/**
 * @param {BuilderData} data
 * @param {(view: typeof VIEWS[number]) => void} show
 */
function createTabs({ form }, show) {
  const names = {
    shelf: t("Add"),
    army: form.list_name,
    details: t("Details"),
    sparring: t("Test fight"),
  };
  const shown = VIEWS.filter((view) => hasList(form) || view === "army" || view === "sparring");
  return h(
    "nav",
    { class: "builder-tabs", "aria-label": t("Parts of the editor") },
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
 * Listen for the keys that work anywhere in the editor.
 *
 * @param {Workbench} bench
 * @param {{ search: () => void, save: () => void }} page
 */
function listenForKeys({ acts }, page) {
  document.addEventListener("keydown", (event) => {
    if (document.querySelector("dialog[open]")) return;
    const typing =
      event.target instanceof HTMLInputElement && ["text", "search"].includes(event.target.type);
    const letter = letterOf(event);
    if ((event.ctrlKey || event.metaKey) && !event.altKey) {
      if (letter === "z") event.shiftKey ? acts.redo() : acts.undo();
      else if (letter === "y") acts.redo();
      else if (letter === "s") page.save();
      else return;
    } else if (typing) return;
    else if (keyOf(event) === "/") page.search();
    else if (keyOf(event) === "?") openHelp();
    else return;
    event.preventDefault();
  });
}
