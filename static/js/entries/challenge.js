// @ts-check
import { takeLocalTimes } from "../lib/local-times.js";
import { offerNotices } from "../lib/notify.js";
import { enableShareButtons } from "../lib/share-buttons.js";
import { followAppointment } from "../site/challenge/appointment.js";
import { recordBrief, recordGame } from "../site/challenge/browser-record.js";
import { recordDraft, saltForm, showCheck } from "../site/challenge/page.js";
import { followChallenge, openWatched } from "../site/challenge/updates.js";

takeLocalTimes(document);
followAppointment(document.body);
const root = document.querySelector("main[data-challenge]");
if (root instanceof HTMLElement) {
  if ("seated" in root.dataset) recordGame(root.dataset.challenge ?? "");
  enableShareButtons(root);
  recordBrief(JSON.parse(root.dataset.brief ?? "{}"));
  showCheck(root);
  saltForm(root);
  recordDraft(root);
  offerNotices(root);
  if (root.dataset.stage) followChallenge(root);
  openWatched(root);
}
