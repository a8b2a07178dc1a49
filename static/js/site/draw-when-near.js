// @ts-check
import { icon } from "../lib/dom.js";

/** Load the icons and pictures of a part of a page. @param {Element} part */
function draw(part) {
  for (const use of part.querySelectorAll("use[data-href]")) {
    const [url, name] = (use.getAttribute("data-href") ?? "").split("#");
    use.replaceWith(...icon(url, name).children);
  }
  for (const image of part.querySelectorAll("img[data-src]")) {
    /** @type {HTMLImageElement} */ (image).src = image.getAttribute("data-src") ?? "";
    image.removeAttribute("data-src");
  }
}

const near = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    near.unobserve(target);
    draw(target);
  }
});

/** Load icons and pictures of battles only when they are seen: most visitors look at the first. */
export function drawWhenNear() {
  const parts = ".card, .gallery-entry, .game-about";
  for (const part of document.querySelectorAll(parts))
    if (part.querySelector("[data-href], [data-src]")) near.observe(part);
}

addEventListener("beforeprint", () => draw(document.body));
