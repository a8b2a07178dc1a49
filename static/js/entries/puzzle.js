// @ts-check
import { h } from "../lib/dom.js";
import { createMoves } from "../lib/reorder.js";
import { showStanding } from "../site/puzzle/results.js";

const page = /** @type {HTMLElement} */ (document.querySelector("[data-puzzle]"));
const list = /** @type {HTMLElement} */ (page.querySelector("[data-order-list]"));
const said = /** @type {HTMLElement} */ (page.querySelector("[data-said]"));

/** Each unit's field holds its place in the list; the form sends these. */
function number() {
  [...list.children].forEach((row, place) => {
    const field = row.querySelector("input");
    if (field) field.value = String(place + 1);
  });
}

const moves = createMoves(list, number, (text) => {
  said.textContent = text;
});
for (const row of list.children) {
  const name = row.getAttribute("data-name") ?? "";
  row.append(h("span", { class: "puzzle-moves" }, ...moves.buttons(() => row, name)));
}
number();
page.classList.add("is-scripted");
for (const hint of page.querySelectorAll("[data-plain], [data-scripted]")) {
  if (hint instanceof HTMLElement) hint.hidden = hint.hasAttribute("data-plain");
}
showStanding(page, said);
