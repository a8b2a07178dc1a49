// @ts-check
// htmx shows the match-up anew whenever something in the form has changed.
import "htmx.org";
import { followSwaps } from "../lib/keys.js";

const SEEDS = 1_000_000_000;

/** A new seed needs no way to the server and back. */
document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("[data-draw]") : null;
  const field = button && document.getElementById(button.getAttribute("data-draw") ?? "");
  if (!(field instanceof HTMLInputElement)) return;
  event.preventDefault();
  const [drawn] = crypto.getRandomValues(new Uint32Array(1));
  field.value = String(drawn % SEEDS);
});

followSwaps('#matchup [value="swap"], #matchup');
