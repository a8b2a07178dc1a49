// @ts-check

import { followChallenge } from "./challenge/follow.js";
import { note } from "./challenge/noted.js";
import { saltForm, showCheck } from "./challenge/page.js";
import { offerHandingOn } from "./ui/handing.js";
import { seenResult } from "./ui/seen.js";

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
