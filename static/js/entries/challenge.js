// @ts-check
import { takeLocalTimes } from "../lib/local-times.js";
import { offerNotices } from "../lib/notify.js";
import { enableShareButtons } from "../lib/share-buttons.js";
import { remember } from "../lib/storage.js";
import { followAppointment } from "../site/challenge/appointment.js";
import { recordBrief } from "../site/challenge/browser-record.js";
import { recordDraft, saltForm, showCheck } from "../site/challenge/page.js";
import { followChallenge, openWatched } from "../site/challenge/updates.js";

takeLocalTimes(document);
followAppointment(document.body);
const root = document.querySelector("main[data-challenge]");
if (root instanceof HTMLElement) {
  // For next-game.js on other pages.
  if ("seated" in root.dataset)
    remember("game", JSON.stringify({ id: root.dataset.challenge, at: Date.now() }));
  enableShareButtons(root);
  recordBrief(JSON.parse(root.dataset.brief ?? "{}"));
  showCheck(root);
  saltForm(root);
  recordDraft(root);
  offerNotices(root);
  if (root.dataset.stage) followChallenge(root);
  openWatched(root);
}
