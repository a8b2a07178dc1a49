// @ts-check
import { keepFocus } from "../core/focus.js";
import { t } from "../core/text.js";

/**
 * Says on the page of a challenge that it was removed, and takes away its links. An army that is being
 * built stays on the page, to be copied.
 *
 * @param {HTMLElement} page
 */
export function showGone(page) {
  const line = page.querySelector("#status");
  line?.replaceChildren(t("This challenge was removed."));
  const parts = page.querySelectorAll("#invite, #spectators, .seat-back, .challenge-acts");
  keepFocus(() => {
    for (const part of parts) part.remove();
  }, line);
}
