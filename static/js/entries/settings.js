// @ts-check
// Runs on every page.
import { rememberForms } from "../site/forms/form-memory.js";
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
