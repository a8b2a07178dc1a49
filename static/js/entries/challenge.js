// @ts-check

import { offerHandingOn } from "../lib/share-buttons.js";
import { note } from "../site/challenge/browser-record.js";
import { saltForm, showCheck } from "../site/challenge/page.js";
import { followChallenge } from "../site/challenge/updates.js";
import { seenResult } from "../site/watched-battles.js";

const root = document.querySelector("main[data-challenge]");
if (root instanceof HTMLElement) {
  offerHandingOn(root);
  note(JSON.parse(root.dataset.brief ?? "{}"));
  showCheck(root);
  saltForm(root);
  if (root.dataset.stage) followChallenge(root);
  for (const told of root.querySelectorAll("details[data-battle]")) {
    const battle = told.getAttribute("data-battle") ?? "";
    if (seenResult(battle) !== undefined) told.setAttribute("open", "");
  }
}
