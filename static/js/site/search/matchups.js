// @ts-check
// The page "Who beats whom": selection of all armies, files as armies, and the heat map's cells.
import { number, percent, t } from "../../lib/text.js";
import { prepareSearch } from "./search-form.js";

/**
 * @param {HTMLFormElement} form
 */
export function startMatchups(form) {
  prepareSearch(form, prepareHeat);
  prepareBoxes(form);
  prepareFiles(form);
  prepareHeat(document);
}

/** @param {HTMLFormElement} form */
function prepareBoxes(form) {
  /** @type {NodeListOf<HTMLInputElement>} */
  const boxes = form.querySelectorAll("input[name=army]");
  const all = /** @type {HTMLButtonElement | null} */ (form.querySelector("[data-all]"));
  const none = /** @type {HTMLButtonElement | null} */ (form.querySelector("[data-none]"));
  if (!all || !none) return;
  none.hidden = false;
  all.addEventListener("click", (event) => {
    event.preventDefault();
    for (const box of boxes) box.checked ||= box.value.startsWith(all.dataset.all ?? "");
  });
  none.addEventListener("click", () => {
    for (const box of boxes) box.checked = false;
  });
}

/** @param {HTMLFormElement} form */
function prepareFiles(form) {
  const field = /** @type {HTMLElement} */ (form.querySelector("[data-files]"));
  const files = /** @type {HTMLInputElement} */ (field.querySelector("input"));
  const text = /** @type {HTMLTextAreaElement} */ (form.querySelector("textarea"));
  field.hidden = false;
  files.addEventListener("change", async () => {
    const read = await Promise.all([...(files.files ?? [])].map((file) => file.text()));
    text.value = [text.value, ...read]
      .map((part) => part.trim())
      .filter(Boolean)
      .join("\n\n");
    files.value = "";
  });
}

/** Rows and columns that the arrow keys move. @type {Record<string, [number, number]>} */
const STEPS = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** @param {ParentNode} within */
function prepareHeat(within) {
  const root = within.querySelector("[data-heat]");
  if (!root) return;
  const panel = /** @type {HTMLElement} */ (root.querySelector("[data-pair]"));
  const title = /** @type {HTMLElement} */ (panel.querySelector("h3"));
  const share = /** @type {HTMLElement} */ (panel.querySelector("[data-share]"));
  const exact = JSON.parse(root.querySelector("[data-exact]")?.textContent ?? "{}");
  const rows = [...root.querySelectorAll("tbody tr")];
  const names = rows.map((row) => row.querySelector(".heat-name")?.textContent ?? "");
  const cells = rows.map((row) => [...row.querySelectorAll("button")]);
  /** @type {HTMLButtonElement | null} */
  let chosen = null;

  // Roving focus: one cell is a tab stop, the arrow keys move it.
  for (const button of cells.flat()) button.tabIndex = -1;
  cells[0][0].tabIndex = 0;

  cells.forEach((row, i) => {
    row.forEach((button, j) => {
      button.addEventListener("keydown", (event) => {
        const step = STEPS[event.key];
        const next = step && cells[i + step[0]]?.[j + step[1]];
        if (!next) return;
        event.preventDefault();
        button.tabIndex = -1;
        next.tabIndex = 0;
        next.focus();
      });
      button.addEventListener("click", (event) => {
        event.preventDefault();
        choose(button, names[i], names[j]);
      });
    });
  });

  /** @param {HTMLButtonElement} button @param {string} row @param {string} column */
  function choose(button, row, column) {
    chosen?.removeAttribute("aria-pressed");
    chosen = button;
    button.setAttribute("aria-pressed", "true");
    const [a, b] = button.value.split("-").map(Number);
    title.textContent = t("{a} against {b}", { a: row, b: column });
    share.textContent = t("{name} gets {share} as the first side, and {back} as the second.", {
      name: row,
      share: shareText(a, b, false),
      back: shareText(b, a, true),
    });
    for (const one of panel.querySelectorAll("button")) one.value = button.value;
    panel.hidden = false;
    panel.scrollIntoView({ block: "nearest" });
    title.focus({ preventScroll: true });
  }

  /**
   * Format the share of side a, or of side b, with half the width of its interval.
   *
   * @param {number} a @param {number} b @param {boolean} isOther
   */
  function shareText(a, b, isOther) {
    const share = isOther ? 1 - exact.win[a][b] : exact.win[a][b];
    if (!exact.interval) return percent(share, 2);
    const [low, high] = exact.interval[a][b];
    const digits = Number(high - low < 2 / 100);
    return `${percent(share, digits)} ± ${number(50 * (high - low), digits)}`;
  }
}
