// @ts-check
import { ask, Refused, Unreachable } from "../lib/api.js";
import { isSame } from "../lib/equal.js";
import { t } from "../lib/text.js";
import * as documents from "./document.js";
import { createDrafts } from "./drafts.js";
import { createHistory } from "./history.js";
import { createLatestRequest } from "./latest-request.js";

/** @import { Army, BuilderData, Checked, Moment, Target } from "./types" */
/** @import { PlacedProblem } from "./document" */

const CHECK_AFTER_MS = 120;

/** @typedef {"army" | "choice" | "check" | "terms" | "status" | "target"} Change what has changed */

/**
 * One army being edited: its history, its draft in the browser, and the server's check of it. Panes
 * subscribe to the session and call it; they do not know each other.
 *
 * @param {BuilderData} data
 */
export function createSession(data) {
  const { form, shelf } = data;
  let drafts = createDrafts(placeOf(data.ruleset, data.target));
  const draft = drafts.load();
  const given = [data.army, data.note, data.terms];
  const isOlder = draft && !isSame([draft.army, draft.note, draft.terms], given);
  const restored = isOlder && !data.sent ? draft : null;
  const history = createHistory(documents.startMoment(form, (isOlder ? draft : data).army));
  if (isOlder && data.sent)
    history.commit(documents.startMoment(form, data.army), t("discard the draft"));
  /** @type {Set<(change: Change) => void>} */
  const listeners = new Set();
  /** @type {Checked | null} */
  let checked = null;
  /** The subject that `checked` is about. @type {string} */
  let checkedFor = "";
  /** @type {Map<string, import("./types").Figures>} */
  let figures = new Map();
  /** @type {PlacedProblem[]} */
  let problems = [];
  let terms = (!data.fixed_terms && restored?.terms) || data.terms;
  /** @type {Target} */
  let target = { ...data.target, revision: restored?.revision ?? data.target.revision };
  if (target.revision !== null && target.kind === "save") {
    const [page] = target.form_url.split("/edit/");
    target.links = { page, edit: target.form_url };
  }
  const first = target;
  /** The army as saved on the server, or as the edit started. */
  let base = data.army;
  /** @type {Army | null} */
  let against = null;
  /** @type {import("../player/types").SideId | null} null: the side that the army is made for */
  let side = data.side;
  let note = restored?.note ?? data.note;
  let savedNote = data.note;
  const status = { offline: !navigator.onLine, checking: true, kept: true, trouble: "" };

  /** Resolvers of callers that wait for the running check. @type {Set<() => void>} */
  const waiting = new Set();

  /** @param {Change} change */
  function notify(change) {
    for (const listener of listeners) listener(change);
    if (status.checking) return;
    for (const go of waiting) go();
    waiting.clear();
  }

  const checker = createLatestRequest(
    (/** @type {Moment} */ { army }, signal) =>
      ask(
        "POST",
        data.links.check,
        { army, terms, limits: data.limits, against, side },
        { signal },
      ),
    { delayMs: CHECK_AFTER_MS, onAnswer: take, onError: excuse },
  );

  /**
   * @param {Checked} answer
   * @param {Moment} moment the one checked
   */
  function take(answer, moment) {
    checked = answer;
    checkedFor = subject();
    figures = new Map();
    answer.units.forEach((unit, place) => {
      if (unit) figures.set(moment.keys[place], unit);
    });
    problems = documents.placeProblems(form, shelf, moment, answer.problems);
    Object.assign(status, { offline: false, checking: false, trouble: "" });
    notify("check");
    notify("status");
  }

  /** @param {Error} error */
  function excuse(error) {
    status.checking = false;
    status.offline = error instanceof Unreachable;
    status.trouble = status.offline ? "" : error.message;
    if (status.offline) notify("check");
    if (error instanceof Refused && error.problems.length > 0) {
      problems = documents.placeProblems(form, shelf, history.present, error.problems);
      notify("check");
    }
    notify("status");
  }

  /** A key of everything that totals and figures depend on. */
  function subject() {
    return JSON.stringify([history.present.army, terms, side, against]);
  }

  /** Whether the last check is about another army and the server cannot be reached. */
  const isStale = () => status.offline && subject() !== checkedFor;

  function check() {
    status.checking = true;
    checker.request(history.present);
  }

  /** Store the draft, or discard it when it equals the saved army. */
  function keep() {
    const { army } = history.present;
    if (isSame([army, note, terms], [base, savedNote, data.terms])) drafts.discard();
    else status.kept = drafts.save({ army, note, terms, revision: target.revision });
  }

  /** Store, check and announce a change of the army. */
  function settle() {
    keep();
    check();
    notify("army");
  }

  addEventListener("offline", () => {
    status.offline = true;
    notify("status");
  });
  addEventListener("online", check);

  return {
    data,
    form,
    shelf,
    status,
    restored,
    get moment() {
      return history.present;
    },
    get army() {
      return history.present.army;
    },
    get rows() {
      return documents.rowsOf(form, history.present.army);
    },
    get checked() {
      return checked;
    },
    /** Whether totals and figures are unknown because the server is unreachable. */
    get stale() {
      return isStale();
    },
    get problems() {
      return problems;
    },
    /** The note shown with the saved army. */
    get note() {
      return note;
    },
    get terms() {
      return terms;
    },
    /** The side on which the army fights. */
    get side() {
      return side ?? (checked?.garrison ? "b" : "a");
    },
    get target() {
      return target;
    },
    get undoable() {
      return history.undoable;
    },
    get redoable() {
      return history.redoable;
    },
    /** Whether there are unsaved changes. */
    get changed() {
      return note !== savedNote || !isSame(history.present.army, base);
    },
    /** Whether no more units fit. */
    get full() {
      return form.fixed !== null || history.present.keys.length >= form.most;
    },

    /** @param {string} key */
    figures: (key) => (isStale() ? undefined : figures.get(key)),
    /** @param {string} key */
    row: (key) => documents.rowsOf(form, history.present.army)[history.present.keys.indexOf(key)],
    /** @param {string} key */
    nameOf(key) {
      const place = history.present.keys.indexOf(key);
      const row = documents.rowsOf(form, history.present.army)[place];
      return row ? documents.nameOf(form, shelf, row, place) : "";
    },

    /**
     * @param {Moment} next
     * @param {string} what description of the change
     * @param {string} [group]
     */
    commit(next, what, group) {
      if (next === history.present) return;
      history.commit(next, what, group);
      settle();
    },
    /** @param {string | null} key */
    select(key) {
      if (key === history.present.selected) return;
      history.select(key);
      notify("choice");
    },
    undo: () => travel(history.undo()),
    redo: () => travel(history.redo()),

    /** @param {string} next */
    setNote(next) {
      note = next;
      keep();
      notify("status");
    },
    /** @param {Record<string, any>} next */
    setTerms(next) {
      terms = next;
      keep();
      check();
      notify("terms");
    },

    /** @param {import("../player/types").SideId} next */
    setSide(next) {
      side = next;
      check();
      notify("terms");
    },

    /** @param {Army | null} enemy its powers count in the figures */
    face(enemy) {
      against = enemy;
      check();
    },

    /**
     * Replace the army, as one step of the history.
     *
     * @param {Army} army
     * @param {string} what
     */
    load(army, what) {
      history.commit(documents.startMoment(form, army), what);
      settle();
    },

    /**
     * Record that the server has saved the army as it was sent.
     *
     * @param {Army} army
     * @param {Target} next
     */
    saved(army, next) {
      drafts.discard();
      drafts = createDrafts(placeOf(data.ruleset, next));
      base = army;
      savedNote = note;
      target = next;
      keep();
      notify("target");
    },

    discardDraft() {
      base = data.army;
      note = data.note;
      terms = data.terms;
      target = { ...first, revision: data.target.revision };
      history.commit(documents.startMoment(form, data.army), t("discard the draft"));
      settle();
      notify("terms");
    },

    /** Resolves when the server has checked the current army, or is unreachable. */
    settled: () =>
      new Promise((/** @type {(value?: unknown) => void} */ resolve) => {
        if (status.checking && !status.offline) waiting.add(resolve);
        else resolve();
      }),

    /** Start the first check. */
    begin: check,
    recheck: check,

    /** @param {(change: Change) => void} listener */
    subscribe(listener) {
      listeners.add(listener);
    },
  };

  /** @param {string | null} what */
  function travel(what) {
    if (what !== null) settle();
    return what;
  }
}

/** @typedef {ReturnType<typeof createSession>} Session */

/**
 * Return the drafts' key of an edit: one for each saved army, each starting point of a new one, and each
 * side of a battle played with another army.
 *
 * @param {string} ruleset
 * @param {Target} target
 */
function placeOf(ruleset, { kind, url, form_url, revision, at }) {
  const { pathname } = new URL(kind === "play" ? form_url : url, location.href);
  const moment = kind === "play" && at > 0 ? [String(at)] : [];
  const asked = new URLSearchParams(location.search);
  const from = revision === null ? (asked.get("from") ?? asked.get("army")) : null;
  return [ruleset, pathname, ...(from ? [from] : []), ...moment].join(" ");
}
