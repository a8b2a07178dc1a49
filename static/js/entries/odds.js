// @ts-check
// htmx sends the forms and swaps in what comes back: the odds, or the forms with their errors.
import "htmx.org";
import { followSwaps } from "../lib/keys.js";

/** A bar is for the eye; a button next to it says the same, and a click on the bar presses it. */
document.addEventListener("click", ({ target }) => {
  const bar = target instanceof Element ? target.closest("svg [data-wish]") : null;
  const wish = bar?.getAttribute("data-wish");
  const form = bar?.closest("form");
  if (!wish || !form) return;
  const button = [...form.querySelectorAll("button")].find(({ value }) => value === wish);
  button?.click();
});

followSwaps('#odds [role="alert"], #odds h2');
