// @ts-check
import { ask, Refused } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/text.js";
import { recordSeal, saltOf } from "../site/challenge/browser-record.js";
import { sealOf } from "../site/challenge/fair-dice.js";
import { openPanel } from "./dialog.js";

/** @import { Sealing } from "../site/challenge/fair-dice.js" */
/** @import { Workbench } from "./actions" */

/**
 * Ask for confirmation, then seal the army for good.
 *
 * @param {Workbench} bench
 * @param {{ showProblems: () => void }} page
 */
export function confirmSeal({ session, say }, page) {
  const { army, target } = session;
  const close = () => dialog.close();
  const dialog = openPanel(target.label, [
    h("p", {}, target.asks),
    h(
      "div",
      { class: "dialog-acts" },
      h("button", { type: "button", class: "button", onclick: seal }, target.label),
      h("button", { type: "button", class: "button button-quiet", onclick: close }, t("Not yet")),
    ),
  ]);

  async function seal() {
    close();
    const headers = { "X-CSRFToken": session.data.csrf_token };
    const sealing = /** @type {Sealing} */ (target.sealing);
    try {
      const { challenge, side } = sealing;
      const salt = saltOf(challenge, side);
      const made = await sealOf(sealing, salt, army);
      const { links } = await ask("POST", target.url, { army, salt, seal: made }, { headers });
      recordSeal(challenge, side, made);
      session.saved(army, target);
      location.assign(links.page);
    } catch (error) {
      const refused = error instanceof Refused && error.status === 422;
      if (refused) {
        session.recheck();
        page.showProblems();
      }
      const why = refused ? t("fix the problems first.") : /** @type {Error} */ (error).message;
      say(t("Not sealed, but kept in this browser: {why}", { why }), "lasting");
    }
  }
}
