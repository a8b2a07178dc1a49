// @ts-check
import { createChange } from "../../lib/dom.js";
import { keepFocus } from "../../lib/keys.js";
import { takeLocalTimes } from "../../lib/local-times.js";
import { announce, visible } from "../../lib/notify.js";
import { enableShareButtons } from "../../lib/share-buttons.js";
import { t } from "../../lib/text.js";
import { watchChallenge } from "../../player/source/net.js";
import { seenResult } from "../watched-battles.js";
import { renewAppointment } from "./appointment.js";
import { recordBrief } from "./browser-record.js";

/** @import { ChallengeBrief } from "../../player/types" */

/** Until a page is requested again that could not be loaded. */
const RETRY_MS = 2000;

/**
 * Keep the page of a challenge up to date: who has joined and sealed. Open the battle when it starts; reload
 * the page when its stage changes.
 *
 * @param {HTMLElement} root
 */
export function followChallenge(root) {
  const { challenge = "", stage, brief: drawn = "{}" } = root.dataset;
  const isNews = createChange(JSON.stringify(JSON.parse(drawn)));
  /** Number of the latest request; older responses are dropped. */
  let asked = 0;
  let hadNext = Boolean(JSON.parse(drawn).next);
  let entered = false;

  watchChallenge(challenge, update, () => {
    asked++;
    showRemoved(root);
  });

  /** @param {ChallengeBrief} brief */
  function update(brief) {
    recordBrief(brief);
    if (brief.address && brief.status !== "over") {
      enter(brief.address);
      return;
    }
    const now = JSON.stringify(brief);
    if (!isNews(now)) return;
    if (brief.next && !hadNext) announce(t("The next game is open"), challenge);
    hadNext = Boolean(brief.next);
    redraw();
  }

  /**
   * Go to the battle when the reader looks: a hidden tab says that it starts.
   *
   * @param {string} address
   */
  async function enter(address) {
    if (entered) return;
    entered = true;
    announce(t("It starts now"), challenge);
    await visible();
    // Replace the history entry: going back here would only redirect again.
    location.replace(address);
  }

  async function redraw() {
    const turn = ++asked;
    let response;
    let text = "";
    try {
      response = await fetch(location.pathname + location.search);
      text = await response.text();
    } catch {
      setTimeout(() => turn === asked && redraw(), RETRY_MS);
      return;
    }
    if (!response.ok || turn !== asked) return;
    const page = new DOMParser().parseFromString(text, "text/html");
    const fresh = page.querySelector("main[data-challenge]");
    if (!(fresh instanceof HTMLElement)) return;
    // After a refused form, the address differs from the page's own.
    if (fresh.dataset.stage === stage) show(fresh);
    else if (stage) location.replace(response.url);
  }

  /**
   * Update the page. The status line keeps its element, so that screen readers announce the change; forms
   * being filled in stay as they are.
   *
   * @param {HTMLElement} fresh
   */
  function show(fresh) {
    const [old, now] = [root, fresh].map((main) => main.querySelector("#standing"));
    const hashes = fresh.querySelector("#hashes");
    if (hashes) root.querySelector("#hashes")?.replaceChildren(...hashes.childNodes);
    const line = root.querySelector("#status");
    const appointment = renewAppointment(root, fresh);
    if (appointment) {
      keepFocus(() => appointment.old.replaceWith(appointment.now), line);
      takeLocalTimes(appointment.now);
    }
    const [invitation, spectators] = [
      root.querySelector("#invite"),
      fresh.querySelector("#spectators"),
    ];
    if (invitation && spectators instanceof HTMLElement) {
      // The seat is taken: the invitation is void.
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
      // Moving the status line would lose its focus and its live region.
      for (const each of [...old.childNodes]) if (each !== line) each.remove();
      line.before(...nodes.slice(0, middle));
      line.after(...nodes.slice(middle + 1));
      dispatchEvent(new Event("times"));
    }, same || line);
  }
}

/**
 * Announce that a challenge was removed, and remove its links and forms. An army in the builder stays, for
 * copying.
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
 * Open the results of battles that this browser has already watched.
 *
 * @param {HTMLElement} page
 */
export function openWatched(page) {
  for (const result of page.querySelectorAll("details[data-battle]")) {
    if (seenResult(result.getAttribute("data-battle") ?? "") !== undefined)
      result.setAttribute("open", "");
  }
}
