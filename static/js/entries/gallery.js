// @ts-check
// htmx puts what a search finds, or another page of it, in the place of the list.
import "htmx.org";
import { followSwaps } from "../lib/keys.js";
import { seenResult } from "../site/watched-battles.js";

/** Tells the results of battles whose ends were seen in this browser. */
function tellSeen() {
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
tellSeen();
new MutationObserver(tellSeen).observe(document.body, { childList: true, subtree: true });
