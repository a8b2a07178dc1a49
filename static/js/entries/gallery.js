// @ts-check
// htmx puts what a search finds, or another page of it, in the place of the list.
import "htmx.org";
import { followSwaps } from "../lib/keys.js";
import { drawWhenNear } from "../site/draw-when-near.js";
import { seenResult } from "../site/watched-battles.js";

/** Completes the list: results of battles whose ends were seen in this browser, and pictures. */
function complete() {
  drawWhenNear();
  for (const tag of document.querySelectorAll("[data-hidden]")) {
    const entry = tag.closest("[data-battle]");
    const { battle = "", version } = entry instanceof HTMLElement ? entry.dataset : {};
    const result = seenResult(battle, version);
    if (result === undefined) continue;
    tag.textContent = result;
    tag.removeAttribute("data-hidden");
  }
}

followSwaps("#found .found-count");
complete();
new MutationObserver(complete).observe(document.body, { childList: true, subtree: true });
