// @ts-check
/** The button that chooses the theme: as the system has it, dark or light. The server reads the cookie. */
const THEMES = ["auto", "dark", "light"];
const YEAR_SECONDS = 31_536_000;

const root = document.documentElement;
const button = /** @type {HTMLButtonElement} */ (document.getElementById("theme"));

function show() {
  const theme = root.dataset.theme ?? "auto";
  button.textContent = { auto: "◐ Auto", dark: "● Dark", light: "○ Light" }[theme] ?? theme;
  button.setAttribute("aria-label", `Theme: ${theme}`);
  return theme;
}

button.addEventListener("click", () => {
  const next = THEMES[(THEMES.indexOf(show()) + 1) % THEMES.length];
  if (next === "auto") delete root.dataset.theme;
  else root.dataset.theme = next;
  const age = next === "auto" ? 0 : YEAR_SECONDS;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
  document.cookie = `theme=${next}; path=/; max-age=${age}; samesite=lax`;
  show();
});
show();
button.hidden = false;
