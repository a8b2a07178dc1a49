// @ts-check
import { keepFocus } from "../../lib/keys.js";
import { enableShareButtons } from "../../lib/share-buttons.js";
import { t } from "../../lib/text.js";
import { draw } from "../challenge/fair-dice.js";

/** Polling interval: at first and after news, at most, and its growth without news. */
const FIRST_MS = 3_000;
const MOST_MS = 12_000;
const SLOWER = 1.2;
/** Statuses after which polling ends. */
const GONE = [404, 410];

/**
 * Start the page of a tournament that people join: poll for players until it begins.
 *
 * @param {HTMLElement} page
 */
export function startLobby(page) {
  enableShareButtons(page);
  salt(page);
  if (page.dataset.open) follow(page);
}

/**
 * Give the form a salt drawn by the browser instead of the server.
 *
 * @param {HTMLElement} page
 */
function salt(page) {
  const field = page.querySelector("input[name=salt]");
  if (field instanceof HTMLInputElement) field.value = draw();
}

/** @param {HTMLElement} page */
function follow(page) {
  const said = /** @type {HTMLElement} */ (page.querySelector("[data-said]"));
  // The page's own address; a response to a form has the form's.
  const { gathering = "", address = "" } = page.dataset;
  let seen = page.dataset.seen;
  let rest = FIRST_MS;
  const ask = async () => {
    const { found, status, waitMs } = await json(gathering);
    if (GONE.includes(status)) return location.replace(address);
    said.textContent = found ? "" : t("The server does not answer. Try again.");
    const now = `${found?.changes} ${found?.state}`;
    rest = Math.min(MOST_MS, rest * SLOWER);
    if (found && now !== seen) {
      const fresh = await html(address);
      if (fresh && !show(page, fresh)) return;
      if (fresh) [seen, rest] = [now, FIRST_MS];
    }
    later(Math.max(rest, waitMs));
  };
  const later = (/** @type {number} */ ms) =>
    setTimeout(() => {
      if (!document.hidden) ask();
      else document.addEventListener("visibilitychange", ask, { once: true });
    }, ms);
  later(FIRST_MS);
}

/**
 * Update the list of players; forms being filled in stay as they are. Return whether to keep polling.
 *
 * @param {HTMLElement} page
 * @param {Document} fresh
 */
function show(page, fresh) {
  const now = fresh.querySelector("main[data-gathering][data-open]");
  if (!now) {
    // Joining is over, and so is the form being filled in.
    location.replace(page.dataset.address ?? "");
    return false;
  }
  document.title = fresh.title;
  const line = page.querySelector("#status");
  for (const part of ["h1", "#status", "#entrants", "#begin", "#hashes", "#change"]) {
    const [old, next] = [page, now].map((main) => main.querySelector(part));
    if (old && next && drawn(old) !== drawn(next)) {
      keepFocus(() => old.replaceChildren(...next.childNodes), line);
    }
  }
  dispatchEvent(new Event("times"));
  return true;
}

/**
 * The markup of a part without times, which scripts write, and hidden fields, whose tokens differ each time.
 *
 * @param {Element} part
 */
function drawn(part) {
  const copy = /** @type {Element} */ (part.cloneNode(true));
  for (const field of copy.querySelectorAll("time, input[type=hidden]")) field.remove();
  return copy.innerHTML;
}

/**
 * Fetch the state; report the status of the response and its Retry-After.
 *
 * @param {string} address
 * @returns {Promise<{ found?: { changes: number, state: string }, status: number, waitMs: number }>}
 */
async function json(address) {
  try {
    const answer = await fetch(address);
    const waitMs = Number(answer.headers.get("Retry-After")) * 1000 || 0;
    const found = answer.ok ? await answer.json() : undefined;
    return { found, status: answer.status, waitMs };
  } catch {
    return { status: 0, waitMs: 0 };
  }
}

/** @param {string} address */
async function html(address) {
  try {
    const answer = await fetch(address);
    return answer.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
  } catch {
    return null;
  }
}
