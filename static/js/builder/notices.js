// @ts-check
import { h } from "../lib/dom.js";
import { keepFocus } from "../lib/keys.js";
import { language, t } from "../lib/text.js";
import { tool } from "./pieces.js";

/** @import { Session } from "./session" */

const SHOWN_MS = 4000;

/**
 * Announcements of the editor: a live region, a toast, and notes that stay.
 */
export function createVoice() {
  const live = h("p", { class: "visually-hidden", "aria-live": "polite", id: "builder-live" });
  const toast = h("p", { class: "toast", "aria-hidden": "true", hidden: true });
  const notes = h("div", { class: "notes" });
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let fading;

  /**
   * @param {string} text
   * @param {"seen" | "lasting"} [how] seen: the army shows it too; lasting: leave a note
   * @returns {(() => void) | null} dismisses a lasting note
   */
  function say(text, how) {
    // Live regions announce a repeated text only when it differs.
    live.textContent = live.textContent === text ? `${text}\u00a0` : text;
    if (how === "lasting") return leave(text, []);
    clearTimeout(fading);
    toast.textContent = text;
    toast.classList.toggle("seen", how === "seen");
    toast.hidden = false;
    fading = setTimeout(() => {
      toast.hidden = true;
    }, SHOWN_MS);
    return null;
  }

  /**
   * Add a note with buttons; each button dismisses it.
   *
   * @param {string} text
   * @param {[string, () => void][]} choices
   * @returns {() => void} dismisses it
   */
  function leave(text, choices) {
    const dismiss = () => keepFocus(() => note.remove(), notes.closest(".builder"));
    const note = h(
      "p",
      { class: "note" },
      h("span", {}, text),
      ...choices.map(([name, act]) =>
        h(
          "button",
          {
            type: "button",
            class: "linkish",
            onclick: () => {
              dismiss();
              act();
            },
          },
          name,
        ),
      ),
      tool("cross", t("Dismiss"), { class: "tool quiet", onclick: dismiss }),
    );
    notes.append(note);
    return dismiss;
  }

  return { say, leave, live, toast, notes };
}

/**
 * Notices about a lost connection, missing storage and a restored draft.
 *
 * @param {Session} session
 * @param {ReturnType<typeof createVoice>} voice
 */
export function createNotices(session, voice) {
  const offline = h(
    "p",
    { class: "note offline", role: "status", hidden: true },
    t(
      "No connection. Keep editing: your changes are kept in this browser. Checks, chances and saving come back with the connection.",
    ),
  );
  const homeless = h(
    "p",
    { class: "note", role: "status", hidden: true },
    t("This browser keeps no draft: save before you leave the page."),
  );
  const trouble = h("p", { class: "note", role: "alert", hidden: true });

  function draw() {
    offline.hidden = !session.status.offline;
    homeless.hidden = session.status.kept;
    trouble.hidden = session.status.trouble === "" || session.problems.length > 0;
    trouble.textContent = session.status.trouble;
  }

  const { restored } = session;
  if (restored) {
    const when = new Date(restored.at).toLocaleString(language, {
      dateStyle: "medium",
      timeStyle: "short",
    });
    voice.leave(t("Draft restored, from {when}.", { when }), [
      [t("discard it"), session.discardDraft],
    ]);
  }
  session.subscribe(draw);
  draw();
  return h("div", { class: "notices" }, offline, homeless, trouble, voice.notes);
}
