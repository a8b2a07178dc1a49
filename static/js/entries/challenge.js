// @ts-check
import { enableShareButtons } from "../lib/share-buttons.js";
import { recordBrief } from "../site/challenge/browser-record.js";
import { saltForm, showCheck } from "../site/challenge/page.js";
import { followChallenge, openWatched } from "../site/challenge/updates.js";

const root = document.querySelector("main[data-challenge]");
if (root instanceof HTMLElement) {
  enableShareButtons(root);
  recordBrief(JSON.parse(root.dataset.brief ?? "{}"));
  showCheck(root);
  saltForm(root);
  if (root.dataset.stage) followChallenge(root);
  openWatched(root);
}
