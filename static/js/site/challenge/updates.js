// @ts-check
import { keepFocus } from "../../lib/keys.js";
import { enableShareButtons } from "../../lib/share-buttons.js";
import { t } from "../../lib/text.js";
import { watchChallenge } from "../../player/source/net.js";
import { seenResult } from "../watched-battles.js";
import { recordBrief } from "./browser-record.js";

/** @import { ChallengeBrief } from "../../player/types" */

/**
 * Keeps the page of a challenge up to date: who has come, who has sealed. When there is a battle the
 * page goes there; when the page would be another one, it is loaded anew.
 *
 * @param {HTMLElement} root
 */
export function followChallenge(root) {
  const { challenge = "", stage, brief: drawn = "{}" } = root.dataset;
  let seen = JSON.stringify(JSON.parse(drawn));
  /** Only the newest answer counts. */
  let asked = 0;

  watchChallenge(challenge, update, () => {
    asked++;
    showRemoved(root);
  });

  /** @param {ChallengeBrief} brief */
  function update(brief) {
    recordBrief(brief);
    if (brief.address && brief.status !== "over") {
      // Not to come back here by the browser's button: this page would only lead there again.
      location.replace(brief.address);
      return;
    }
    const now = JSON.stringify(brief);
    if (now === seen) return;
    seen = now;
    redraw();
  }

  async function redraw() {
    const turn = ++asked;
    const response = await fetch(location.pathname + location.search);
    if (!response.ok || turn !== asked) return;
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const fresh = page.querySelector("main[data-challenge]");
    if (!(fresh instanceof HTMLElement) || turn !== asked) return;
    // A form that was refused has another address than the page that it belongs to.
    if (fresh.dataset.stage === stage) show(fresh);
    else if (stage) location.replace(response.url);
  }

  /**
   * Takes over how things stand. The line that says it stays the same element, so that a screen
   * reader tells of the change; whatever is being filled in stays untouched.
   *
   * @param {HTMLElement} fresh
   */
  function show(fresh) {
    const [old, now] = [root, fresh].map((main) => main.querySelector("#standing"));
    const hashes = fresh.querySelector("#hashes");
    if (hashes) root.querySelector("#hashes")?.replaceChildren(...hashes.childNodes);
    const line = root.querySelector("#status");
    const [invitation, spectators] = [
      root.querySelector("#invite"),
      fresh.querySelector("#spectators"),
    ];
    if (invitation && spectators instanceof HTMLElement) {
      // The seat is taken: nobody is invited any more.
      keepFocus(() => invitation.replaceWith(spectators), line);
      enableShareButtons(spectators);
    }
    const words = fresh.querySelector("#status");
    if (!old || !now || !line || !words) return;
    if (line.textContent !== words.textContent) line.replaceChildren(...words.childNodes);
    const nodes = [...now.childNodes];
    const middle = nodes.indexOf(words);
    const href = document.activeElement?.getAttribute("href");
    const same = href && now.querySelector(`a[href="${CSS.escape(href)}"]`);
    keepFocus(() => {
      // The line is not moved: it would lose the focus, and a screen reader what it listens to.
      for (const each of [...old.childNodes]) if (each !== line) each.remove();
      line.before(...nodes.slice(0, middle));
      line.after(...nodes.slice(middle + 1));
    }, same || line);
  }
}

/**
 * Says on the page of a challenge that it was removed, and takes away its links and forms. An army in the
 * builder stays, to be copied.
 *
 * @param {HTMLElement} page
 */
export function showRemoved(page) {
  const line = page.querySelector("#status");
  line?.replaceChildren(t("This challenge was removed."));
  const parts = page.querySelectorAll("#invite, #seal, #spectators, .seat-back, .challenge-acts");
  keepFocus(() => {
    for (const part of parts) part.remove();
  }, line);
}

/**
 * Results of battles that this browser has watched are no secret.
 *
 * @param {HTMLElement} page
 */
export function openWatched(page) {
  for (const result of page.querySelectorAll("details[data-battle]")) {
    if (seenResult(result.getAttribute("data-battle") ?? "") !== undefined)
      result.setAttribute("open", "");
  }
}
