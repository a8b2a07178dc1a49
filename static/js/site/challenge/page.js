// @ts-check
import { h } from "../../lib/dom.js";
import { t } from "../../lib/text.js";
import { recordSeal, saltOf } from "./browser-record.js";
import { draw, sealOf } from "./fair-dice.js";
import { checkProof } from "./proof.js";

/**
 * Check the proof of a finished challenge and show the result.
 *
 * @param {HTMLElement} root
 */
export async function showCheck(root) {
  const place = root.querySelector("[data-check]");
  if (!(place instanceof HTMLElement)) return;
  const line = place.querySelector(".fair-answer");
  if (!(line instanceof HTMLElement)) return;
  try {
    const { holds, answer, findings } = await checkProof(place.dataset.check ?? "");
    line.dataset.holds = String(holds);
    line.textContent = answer;
    const rows = findings.map((one) => h("li", { "data-holds": String(one.holds) }, one.text));
    place.append(
      h(
        "details",
        { open: !holds },
        h("summary", {}, t("What was checked")),
        h("ul", { class: "findings" }, ...rows),
      ),
    );
  } catch (error) {
    line.textContent = t("It could not be checked: {why}", {
      why: /** @type {Error} */ (error).message,
    });
  }
}

/**
 * Give the form a salt drawn by the browser instead of the server, and its seal.
 *
 * @param {HTMLElement} root
 */
export async function saltForm(root) {
  const form = root.querySelector("form[data-sealing]");
  if (!(form instanceof HTMLFormElement)) return;
  const sealing = JSON.parse(form.dataset.sealing ?? "{}");
  const salt = saltOf(sealing.challenge, sealing.side);
  field(form, "salt").value = salt;
  const seal = await sealOf(sealing, salt, JSON.parse(field(form, "text").value));
  field(form, "seal").value = seal;
  form.addEventListener("submit", ({ submitter }) => {
    // Going back leads to the challenge instead of asking to send the form again.
    history.replaceState(null, "", location.href);
    // The other buttons return to the choice of an army.
    if (!submitter?.hasAttribute("name")) recordSeal(sealing.challenge, sealing.side, seal);
  });
}

/**
 * Draw a salt for each draft to be saved, and record the seal of the one that is saved: it is what the server
 * has to publish at the deadline.
 *
 * @param {HTMLElement} root
 */
export async function recordDraft(root) {
  for (const input of root.querySelectorAll("input[data-fresh-salt]")) {
    /** @type {HTMLInputElement} */ (input).value = draw();
  }
  const place = root.querySelector("[data-draft]");
  if (!(place instanceof HTMLElement)) return;
  const { sealing, army, salt } = JSON.parse(place.dataset.draft ?? "{}");
  recordSeal(sealing.challenge, sealing.side, await sealOf(sealing, salt, army));
}

/**
 * @param {HTMLFormElement} form
 * @param {string} name
 */
const field = (form, name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
