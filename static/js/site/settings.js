// @ts-check
import { t } from "../lib/text.js";

/** What a visitor chooses on any page. Cookies remember it, and the server reads them. */
/** @type {Record<string, string>} */
const SIGNS = { auto: "◐", dark: "●", light: "○" };
const THEMES = Object.keys(SIGNS);
const YEAR_SECONDS = 31_536_000;

const root = document.documentElement;

/**
 * @param {string} name
 * @param {string} value
 * @param {boolean} keeps whether it differs from what holds without a cookie
 */
function remember(name, value, keeps) {
  const age = keeps ? YEAR_SECONDS : 0;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
  document.cookie = `${name}=${value}; path=/; max-age=${age}; samesite=lax`;
}

/** The button that chooses the theme: as the system has it, dark or light. */
export function chooseTheme(/** @type {HTMLElement} */ button) {
  /** @type {Record<string, string>} */
  const names = { auto: t("Auto"), dark: t("Dark"), light: t("Light") };

  function show() {
    const theme = root.dataset.theme ?? "auto";
    button.textContent = `${SIGNS[theme]} ${names[theme]}`;
    button.setAttribute("aria-label", t("Theme: {name}", { name: names[theme] ?? theme }));
    return theme;
  }
  button.addEventListener("click", () => {
    const next = THEMES[(THEMES.indexOf(show()) + 1) % THEMES.length];
    if (next === "auto") delete root.dataset.theme;
    else root.dataset.theme = next;
    remember("theme", next, next !== "auto");
    show();
  });
  show();
  button.hidden = false;
}

/** The button that hides how battles end until they were watched; the page is asked for anew. */
export function chooseSpoilers(/** @type {HTMLElement} */ button) {
  button.addEventListener("click", () => {
    const hides = button.getAttribute("aria-pressed") !== "true";
    remember("spoilers", "1", !hides);
    const address = new URL(location.href);
    address.searchParams.delete("spoilers");
    if (address.href === location.href) location.reload();
    else location.replace(address);
  });
  button.hidden = false;
}

/** Say what cannot work without cookies, on pages that send forms or list one's own things. */
export function explainBlockedCookies() {
  const main = document.querySelector("main:has(form[method=post]), .mine-page");
  if (navigator.cookieEnabled || !main) return;
  const said = document.createElement("p");
  said.className = "page said-notice";
  said.setAttribute("role", "status");
  said.textContent = t(
    "This browser blocks cookies for this site. Watching works; forms, challenges and your own armies need cookies: allow them.",
  );
  main.before(said);
}
