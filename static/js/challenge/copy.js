// @ts-check
const SAID_MS = 2500;

/**
 * Shows the buttons that copy a link, and makes them work.
 *
 * @param {HTMLElement} root
 */
export function offerCopies(root) {
  for (const button of root.querySelectorAll("button[data-copy]")) {
    const field = document.getElementById(button.getAttribute("data-copy") ?? "");
    if (!(button instanceof HTMLButtonElement && field instanceof HTMLInputElement)) continue;
    button.hidden = false;
    button.addEventListener("click", () => copy(button, field));
    field.addEventListener("focus", () => field.select());
  }
}

/**
 * @param {HTMLButtonElement} button
 * @param {HTMLInputElement} field
 */
async function copy(button, field) {
  const words = [...button.childNodes];
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    // Without the permission, or on a page without TLS: the old way still works.
    field.select();
    if (!document.execCommand("copy")) return;
  }
  if (button.dataset.said) return;
  button.dataset.said = "true";
  button.replaceChildren("Copied");
  setTimeout(() => {
    button.replaceChildren(...words);
    delete button.dataset.said;
  }, SAID_MS);
}
