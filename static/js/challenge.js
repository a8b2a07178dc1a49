// @ts-check

import { checkCommitment } from "./challenge/commitment.js";
import { offerCopies } from "./challenge/copy.js";
import { followChallenge } from "./challenge/follow.js";

const root = document.querySelector("main[data-challenge]");
if (root instanceof HTMLElement) {
  offerCopies(root);
  checkCommitment(root);
  followChallenge(root);
}
