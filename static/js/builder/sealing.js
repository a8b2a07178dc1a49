// @ts-check
import { ask, Refused } from "../core/api.js";
import { h } from "../core/dom.js";
import { openDialog } from "./dialog.js";

/** @import { Workbench } from "./acts" */

/**
 * Asks once more, and then hands the army in for good.
 *
 * @param {Workbench} bench
 * @param {{ showProblems: () => void }} page
 */
export function confirmSeal({ session, say }, page) {
  const { army, target } = session;
  const close = () => dialog.close();
  const dialog = openDialog(target.label, [
    h(
      "p",
      {},
      "A sealed army cannot be changed, not even by you. It is shown when both armies are sealed.",
    ),
    h(
      "div",
      { class: "dialog-acts" },
      h("button", { type: "button", class: "button", onclick: seal }, target.label),
      h("button", { type: "button", class: "button button-quiet", onclick: close }, "Not yet"),
    ),
  ]);

  async function seal() {
    close();
    const headers = { "X-CSRFToken": session.data.csrf_token };
    try {
      const { links } = await ask("POST", target.url, { army }, { headers });
      session.saved(army, target);
      location.assign(links.page);
    } catch (error) {
      const refused = error instanceof Refused && error.status === 422;
      if (refused) {
        session.recheck();
        page.showProblems();
      }
      const why = refused
        ? "something in it has to change first."
        : /** @type {Error} */ (error).message;
      say(`It is not sealed, but kept in this browser: ${why}`, "lasting");
    }
  }
}
