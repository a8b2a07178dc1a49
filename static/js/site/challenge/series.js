// @ts-check
import { keepFocus } from "../../lib/keys.js";
import { announce, offerNotices, visible } from "../../lib/notify.js";
import { enableShareButtons } from "../../lib/share-buttons.js";
import { t } from "../../lib/text.js";
import { watchChallenge } from "../../player/source/net.js";
import { openWatched, showRemoved } from "./updates.js";

/** @import { ChallengeBrief } from "../../player/types" */

/**
 * Start the page of a series: follow its current game, then the next one.
 *
 * @param {HTMLElement} page
 */
export function startSeries(page) {
  enableShareButtons(page);
  offerNotices(page);
  openWatched(page);
  follow(page);
}

/** @param {HTMLElement} page */
function follow(page) {
  const { series: challenge = "", status = "" } = page.dataset;
  let seen = "";
  const watch = watchChallenge(challenge, update, async () => {
    // Other games of the series may still exist.
    if (!(await change())) showRemoved(page);
  });

  /** @param {ChallengeBrief} brief */
  async function update(brief) {
    // Ignore late updates of a game that the page no longer follows.
    if (page.dataset.series !== challenge) return;
    const begins = brief.status === "countdown" || brief.status === "on_air";
    // Enter the battle, unless the page was opened during it or has been there before.
    if (begins && brief.address && status !== brief.status && !seen.includes("on_air")) {
      announce(t("It starts now"), challenge);
      await visible();
      location.assign(brief.address);
      return;
    }
    const now = JSON.stringify([brief.status, brief.next, brief.seats]);
    if (now === seen) return;
    const isFirst = seen === "";
    seen = now;
    if (isFirst && brief.status === status && !brief.next) return;
    await change();
  }

  /** Show the current state of the series; return false if the page no longer exists. */
  async function change() {
    const fresh = await load();
    if (!fresh || page.dataset.series !== challenge) return !!fresh;
    show(page, fresh);
    if (fresh.dataset.series !== challenge) {
      watch.close();
      announce(t("The next game is open"), page.dataset.series ?? "");
      page.dataset.series = fresh.dataset.series;
      page.dataset.status = fresh.dataset.status;
      follow(page);
    }
    return true;
  }
}

/**
 * Update the page; the status line keeps its element, for screen readers.
 *
 * @param {HTMLElement} page
 * @param {HTMLElement} fresh
 */
function show(page, fresh) {
  const line = page.querySelector("#status");
  for (const id of ["status", "series"]) {
    const [old, now] = [page, fresh].map((main) => main.querySelector(`#${id}`));
    if (old && now && old.innerHTML !== now.innerHTML) {
      keepFocus(() => old.replaceChildren(...now.childNodes), line);
    }
  }
  openWatched(page);
}

/** @returns {Promise<HTMLElement | null>} */
async function load() {
  try {
    const answer = await fetch(location.href);
    if (!answer.ok) return null;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    return page.querySelector("main[data-series]");
  } catch {
    return null;
  }
}
