// @ts-check
// Runs on every page.
import { rememberForms } from "../site/forms/form-memory.js";
import { showRelativeTimes } from "../site/relative-times.js";
import { chooseSpoilers, chooseTheme } from "../site/settings.js";

/** Load the glossary with the first input: visitors who only watch do not need it. */
function explainTerms() {
  const later = () => addEventListener("online", explainTerms, { once: true });
  if (navigator.onLine) import("../site/glossary.js").catch(later);
  else later();
}

for (const type of ["pointerover", "pointerdown", "focusin", "keydown"])
  addEventListener(type, explainTerms, { once: true });

const heads = /** @type {HTMLInputElement[]} */ ([
  ...document.querySelectorAll("form:not([hx-post]) > [data-home]"),
]);
if (heads.length > 0) rememberForms(heads);

const theme = document.getElementById("theme");
const spoilers = document.getElementById("spoilers");
if (theme) chooseTheme(theme);
if (spoilers) chooseSpoilers(spoilers);
if (!navigator.cookieEnabled) import("../site/blocked-cookies.js");

const more = document.querySelector(".nav-more");
addEventListener("click", ({ target }) => {
  if (!more?.contains(/** @type {Node} */ (target))) more?.removeAttribute("open");
});

showRelativeTimes();
// A script has brought other times.
addEventListener("times", showRelativeTimes);
// A search brings other battles.
const found = document.getElementById("found")?.parentElement;
if (found) new MutationObserver(showRelativeTimes).observe(found, { childList: true });
