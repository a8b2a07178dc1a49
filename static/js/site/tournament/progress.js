// @ts-check
import { t } from "../../lib/text.js";

const EVERY_MS = 1_000;

/**
 * Show the progress of a tournament; at the end reload the page, or announce the end.
 *
 * @param {HTMLElement} page
 */
export function followProgress(page) {
  const bar = /** @type {HTMLProgressElement} */ (page.querySelector("progress"));
  const said = /** @type {HTMLElement} */ (page.querySelector("[data-said]"));
  const ask = async () => {
    const next = await state(page.dataset.tournament ?? "");
    if (!next) said.textContent = t("The server does not answer. Try again.");
    else {
      bar.max = next.of;
      bar.value = next.done;
      said.textContent = "";
      // Do not send a person who already uses the page back to its top.
      if (next.finished && isUntouched()) return location.reload();
      if (next.finished) {
        said.textContent = t("All matches are played.");
        return;
      }
    }
    setTimeout(ask, EVERY_MS);
  };
  setTimeout(ask, EVERY_MS);
}

/** Whether the page was neither scrolled nor used by keyboard. */
function isUntouched() {
  return scrollY === 0 && (!document.activeElement || document.activeElement === document.body);
}

/** @param {string} address @returns {Promise<{ done: number, of: number, finished: boolean } | null>} */
async function state(address) {
  try {
    const answer = await fetch(address);
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}
