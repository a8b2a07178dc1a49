// @ts-check
// A search streams lines: progress, then its result. Aborting the request stops the search.
import { LINES, linesOf, unreachable } from "../../lib/api.js";
import { keepFocus } from "../../lib/keys.js";
import { t } from "../../lib/text.js";

/**
 * Make a form search with a progress bar, and put the result into `[data-found]`.
 *
 * @param {HTMLFormElement} form
 * @param {(found: HTMLElement) => void} [shown] called after each result
 */
export function prepareSearch(form, shown) {
  const panel = /** @type {HTMLElement} */ (form.querySelector("[data-progress]"));
  const bar = /** @type {HTMLProgressElement} */ (form.querySelector("progress"));
  const said = /** @type {HTMLElement} */ (form.querySelector("[data-said]"));
  const found = /** @type {HTMLElement} */ (document.querySelector("[data-found]"));
  const cancel = /** @type {HTMLButtonElement} */ (form.querySelector("[data-cancel]"));
  /** @type {AbortController | null} */
  let asked = null;

  cancel.addEventListener("click", () => asked?.abort());
  addEventListener("pagehide", () => asked?.abort());
  form.addEventListener("submit", async (event) => {
    // Buttons that change the form itself are submitted as usual.
    if (event.submitter instanceof HTMLButtonElement && event.submitter.name === "do") return;
    event.preventDefault();
    asked?.abort();
    const own = new AbortController();
    asked = own;
    bar.removeAttribute("value");
    said.textContent = "";
    panel.hidden = false;
    panel.scrollIntoView({ block: "nearest" });
    /** @type {Iterable<Node> | null} */
    let nodes = null;
    try {
      nodes = await search(new FormData(form, event.submitter), own.signal);
    } catch (error) {
      if (asked !== own) return;
      if (own.signal.aborted) said.textContent = t("Cancelled.");
      else said.textContent = error instanceof Error ? error.message : String(error);
    }
    if (asked !== own) return;
    // After cancelling, the focus returns to the button that started the search.
    keepFocus(() => (panel.hidden = true), event.submitter);
    // Only now: hiding the panel above the result moves it.
    if (nodes) show(nodes);
  });

  /** @param {FormData} body @param {AbortSignal} signal @returns {Promise<Iterable<Node>>} what to show */
  async function search(body, signal) {
    const answer = await fetch(form.action, {
      method: "POST",
      headers: { Accept: LINES },
      body: new URLSearchParams(/** @type {any} */ (body)),
      signal,
    });
    if (!answer.headers.get("Content-Type")?.startsWith(LINES)) return refused(answer);
    for await (const line of linesOf(answer)) {
      if ("of" in line && line.of) {
        bar.max = line.of;
        bar.value = line.done;
      }
      if ("error" in line) throw new Error(line.error);
      if ("html" in line) return parsed(line.html).body.childNodes;
    }
    throw unreachable();
  }

  /** Handle a response without lines: a page, or an error of the API. @param {Response} answer */
  async function refused(answer) {
    const page = parsed(await answer.text());
    const errors = /** @type {HTMLElement | null} */ (
      page.querySelector(".form-errors[role=alert]")
    );
    if (errors) {
      errors.tabIndex = -1;
      return [errors];
    }
    const line = page.querySelector("main h1 + p");
    throw new Error(line?.textContent?.trim() || t("The server does not answer. Try again."));
  }

  /** @param {Iterable<Node>} nodes */
  function show(nodes) {
    found.replaceChildren(...nodes);
    shown?.(found);
    const first = /** @type {HTMLElement | null} */ (found.firstElementChild);
    if (!first) return;
    // Focusing a result higher than the screen would scroll to its middle or end.
    first.focus({ preventScroll: true });
    first.scrollIntoView({ block: first.offsetHeight > innerHeight ? "start" : "nearest" });
  }
}

/** @param {string} html */
const parsed = (html) => new DOMParser().parseFromString(html, "text/html");
