// @ts-check
// A search sends lines: how far it has come, and in the end its table. Whoever cancels hangs up, which stops it.
import { LINES, linesOf, unreachable } from "../../lib/api.js";
import { keepFocus } from "../../lib/keys.js";
import { t } from "../../lib/text.js";

/**
 * Has a form search with its progress shown, and its result put into `[data-found]`.
 *
 * @param {HTMLFormElement} form
 * @param {(found: HTMLElement) => void} [shown] is told of each result
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
    // What is done to the form itself is the server's, which draws it anew.
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
    // Whoever has cancelled is back at the button that began it.
    keepFocus(() => (panel.hidden = true), event.submitter);
    // Afterwards: the panel is above the result, which would move up by its height.
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

  /** What an answer without lines says: a page, or an error of the API's shape. @param {Response} answer */
  async function refused(answer) {
    const page = parsed(await answer.text());
    const told = /** @type {HTMLElement | null} */ (page.querySelector(".form-errors[role=alert]"));
    if (told) {
      told.tabIndex = -1;
      return [told];
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
    // Focus alone shows the middle or the end of what is higher than the screen.
    first.focus({ preventScroll: true });
    first.scrollIntoView({ block: first.offsetHeight > innerHeight ? "start" : "nearest" });
  }
}

/** @param {string} html */
const parsed = (html) => new DOMParser().parseFromString(html, "text/html");
