// @ts-check
import { h } from "../../lib/dom.js";
import { announce } from "../../lib/notify.js";
import { recall, remember } from "../../lib/storage.js";
import { t } from "../../lib/text.js";

// Loaded by every page of a browser that has played or made something.
const EVERY_MS = 15_000;
const KEPT_MS = 2 * 86_400_000;
/** Challenges that no game follows. */
const FINAL = ["expired", "cancelled", "void"];

const forget = () => remember("game", null);

/** Ask whether the game after the last one played is open, as long as the page can be seen. */
async function followGame() {
  const { id, at } = JSON.parse(recall("game") ?? "{}");
  // Pages of challenges, of series and of their battles follow it themselves.
  if (!id || document.querySelector("[data-challenge], [data-series], .challenge-extra")) return;
  if (Date.now() > at + KEPT_MS) return forget();
  try {
    const answer = await fetch(`/api/v1/challenges/${id}`);
    const { status, next, series } = await answer.json();
    if (answer.status === 404 || FINAL.includes(status)) return forget();
    if (next) return show(next, series.number + 1);
  } catch {
    // Offline: asked again later.
  }
  setTimeout(whenSeen, EVERY_MS);
}

function whenSeen() {
  if (document.hidden) document.addEventListener("visibilitychange", followGame, { once: true });
  else followGame();
}

/** @param {string} next @param {number} number */
function show(next, number) {
  const close = h("button", { type: "button", class: "button button-quiet" }, t("Close"));
  const said = h(
    "p",
    { class: "next-game", role: "status" },
    t("The next game is open"),
    " ",
    h("a", { class: "button", href: `/c/${next}` }, t("To game {number}", { number })),
    " ",
    close,
  );
  close.addEventListener("click", () => {
    forget();
    said.remove();
  });
  document.body.append(said);
  announce(t("The next game is open"), next);
}

followGame();
