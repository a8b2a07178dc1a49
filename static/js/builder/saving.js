// @ts-check
import { ask, Refused } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/text.js";
import { recordSeal } from "../site/challenge/browser-record.js";
import { draw, sealOf } from "../site/challenge/fair-dice.js";
import { showLinks } from "./army-links.js";
import { openPanel } from "./dialog.js";
import { confirmSeal } from "./seal-dialog.js";

/** @import { Sealing } from "../site/challenge/fair-dice.js" */
/** @import { Army, Target } from "./types" */
/** @import { Workbench } from "./actions" */

/**
 * Save the army, seal it, or play a battle with it. A refused army stays in the editor.
 *
 * @param {Workbench} bench
 * @param {{ showProblems: () => void }} page
 */
export function createSaving(bench, page) {
  const { session, say } = bench;
  const { data } = session;
  let busy = false;

  async function save() {
    if (busy) return;
    busy = true;
    try {
      if (session.target.kind === "seal") await seal();
      else if (session.target.kind === "draft") await keepDraft(session.army, session.target);
      else if (session.target.kind === "play") await play(session.army, session.target);
      else await put(session.army, session.target);
    } finally {
      busy = false;
    }
  }

  /** Ask for confirmation, unless the army has problems. */
  async function seal() {
    await session.settled();
    if (session.stale || session.problems.length === 0) {
      confirmSeal(bench, page);
      return;
    }
    page.showProblems();
    say(t("Not sealed: fix the problems first."));
  }

  /**
   * Save the draft of an appointment, also an unfinished one, with a fresh salt for its seal.
   *
   * @param {Army} army
   * @param {Target} target
   */
  async function keepDraft(army, target) {
    const sealing = /** @type {Sealing} */ (target.sealing);
    try {
      const salt = draw();
      const seal = await sealOf(sealing, salt, army);
      const { links } = await send("PUT", target.url, { army, salt, seal });
      recordSeal(sealing.challenge, sealing.side, seal);
      session.saved(army, target);
      location.assign(links.page);
    } catch (error) {
      refuse(error, army);
    }
  }

  /**
   * @param {Army} army
   * @param {Target} target
   */
  async function put(army, target) {
    const { revision, parent } = target;
    const isNew = revision === null;
    const { note } = session;
    const more = isNew ? { ruleset: data.ruleset, parent } : { revision };
    try {
      const answer = await send(target.method, target.url, { army, note, ...more });
      const edit = answer.links.edit ?? target.links?.edit ?? location.href;
      // The edit link ends with the token that the API requires.
      const token = edit.split("/").at(-1);
      session.saved(army, {
        ...target,
        label: t("Save the changes"),
        method: "PUT",
        url: isNew ? `${answer.links.self}?edit=${token}` : target.url,
        revision: answer.revision,
        links: { page: answer.links.page, edit },
      });
      if (isNew) {
        history.replaceState(null, "", edit);
        showLinks(session.target.links, data.links.quick, say);
      } else say(t("Saved."));
    } catch (error) {
      refuse(error, army);
    }
  }

  /**
   * Play a battle again with the army and open it. The draft is kept for further changes.
   *
   * @param {Army} army
   * @param {Target} target
   */
  async function play(army, { url, side, at }) {
    say(t("The battle is being played…"));
    try {
      const isRenewed = new URLSearchParams(location.search).get("dice") === "new";
      const change = isRenewed ? { side, army, seed: null } : { side, army };
      const made = await send("POST", url, { at, change });
      location.assign(`/b/${made.id}`);
    } catch (error) {
      const isRefused = error instanceof Refused && error.status === 422;
      if (isRefused) {
        session.recheck();
        page.showProblems();
      }
      // An error about a later moment belongs to no field: show its own message.
      const why =
        isRefused && at === 0 ? t("fix the problems first.") : /** @type {Error} */ (error).message;
      say(t("Not played, but kept in this browser: {why}", { why }), "lasting");
    }
  }

  /**
   * @param {unknown} error
   * @param {Army} army
   */
  function refuse(error, army) {
    const isDraft = session.target.kind === "draft";
    if (error instanceof Refused && error.status === 409 && !isDraft) openConflict(army);
    else if (error instanceof Refused && error.status === 422) {
      session.recheck();
      page.showProblems();
      say(t("Not saved: fix the problems first."));
    } else
      say(
        t("Not saved, but kept in this browser. {why}", {
          why: /** @type {Error} */ (error).message,
        }),
        "lasting",
      );
  }

  /**
   * @param {string} method
   * @param {string} url
   * @param {unknown} body
   */
  const send = (method, url, body) =>
    ask(method, url, body, { headers: { "X-CSRFToken": data.csrf_token } });

  /**
   * Another tab or another owner of the edit link saved first: ask which version to keep.
   *
   * @param {Army} mine
   */
  async function openConflict(mine) {
    const { target } = session;
    const theirs = await ask("GET", target.url.split("?")[0]).catch(() => null);
    const choice = (
      /** @type {string} */ name,
      /** @type {string} */ text,
      /** @type {() => void} */ act,
    ) =>
      h(
        "p",
        { class: "choice" },
        h(
          "button",
          {
            type: "button",
            class: "button button-quiet",
            onclick: () => {
              dialog.close();
              act();
            },
          },
          name,
        ),
        h("span", { class: "hint" }, text),
      );
    const known = theirs !== null;
    const dialog = openPanel(t("Changed elsewhere"), [
      h(
        "p",
        {},
        t(
          "This army was saved in another tab, or by another person with its edit link, after you opened it. Yours is still here.",
        ),
      ),
      choice(t("Overwrite it with mine"), t("The other version is replaced."), () =>
        put(mine, { ...target, revision: theirs?.revision ?? target.revision }),
      ),
      known &&
        choice(t("Continue with the other"), t("Undo brings yours back."), () => {
          session.saved(theirs.army, { ...target, revision: theirs.revision });
          session.load(theirs.army, t("take the other version"));
        }),
      choice(t("Save mine as a new army"), t("Both are kept, each under its own link."), () =>
        put(mine, {
          ...target,
          method: "POST",
          url: data.links.armies,
          revision: null,
          parent: theirs?.id ?? null,
        }),
      ),
    ]);
  }

  return { save };
}
