// @ts-check

import { checkCommitment } from "./challenge/commitment.js";
import { offerCopies } from "./challenge/copy.js";
import { followChallenge } from "./challenge/follow.js";
import { seenResult } from "./ui/seen.js";

const root = document.querySelector("main[data-challenge]");
if (root instanceof HTMLElement) {
  offerCopies(root);
  checkCommitment(root);
  followChallenge(root);
  for (const told of root.querySelectorAll("details[data-battle]")) {
    const battle = told.getAttribute("data-battle") ?? "";
    if (seenResult(battle) !== undefined) told.setAttribute("open", "");
  }
}
