// @ts-check
import { keepFocus } from "../../lib/keys.js";
import { t } from "../../lib/text.js";

/**
 * Says on the page of a challenge that it was removed, and takes away its links and forms. An army in the
 * builder stays, to be copied.
 *
 * @param {HTMLElement} page
 */
export function showGone(page) {
  const line = page.querySelector("#status");
  line?.replaceChildren(t("This challenge was removed."));
  const parts = page.querySelectorAll("#invite, #seal, #spectators, .seat-back, .challenge-acts");
  keepFocus(() => {
    for (const part of parts) part.remove();
  }, line);
}
