// @ts-check
/** Width in px of the largest small unit, SMALL in layout.js. */
const WIDEST = 46;

/**
 * Show the figures of small units as bitmaps, which all units of a kind and side share: the paths of eighty figures,
 * thirty each, take longer to paint than all else on the stage. Where a browser hides pixels, they stay paths.
 *
 * @param {HTMLElement} root holds the stage
 */
export async function shareBitmaps(root) {
  while (document.documentElement.dataset.icons === "loading") await nextFrame();
  /** The figures of each kind, by their rule's selector. @type {Map<string, Element[]>} */
  const kinds = new Map();
  for (const figure of root.querySelectorAll(".unit .cutout")) {
    const { side } = /** @type {HTMLElement} */ (figure.closest(".unit")).dataset;
    const selector = `.small[data-side="${side}"] .${idOf(figure)}`;
    kinds.set(selector, [...(kinds.get(selector) ?? []), figure]);
  }
  const sheet = new CSSStyleSheet();
  for (const [selector, figures] of kinds) {
    const bitmap = await bitmapOf(figures[0]).catch(() => null);
    if (!bitmap) return;
    sheet.insertRule(`${selector} { background: url("${bitmap}") 0 0 / 100% 100% }`);
    sheet.insertRule(`${selector} > use { display: none }`);
    for (const figure of figures) figure.classList.add(idOf(figure));
  }
  document.adoptedStyleSheets.push(sheet);
}

const nextFrame = () => new Promise(requestAnimationFrame);

/** The id of a figure's symbol, which becomes its class. @param {Element} figure */
const idOf = (figure) => figure.querySelector("use")?.getAttribute("href")?.slice(1) ?? "";

/** Return the data address of a figure's bitmap, or null without a symbol or pixels. @param {Element} figure */
async function bitmapOf(figure) {
  const symbol = document.getElementById(idOf(figure));
  if (!symbol) return null;
  const size = WIDEST * Math.max(2, Math.ceil(devicePixelRatio));
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" width="${size}" height="${size}" ` +
    `color="${getComputedStyle(figure).color}">${symbol.innerHTML}</svg>`;
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = size;
  canvas.height = size;
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  pen.drawImage(image, 0, 0, size, size);
  // Browsers that protect against fingerprints return white or noise, also in the corner, where a figure has nothing.
  const corner = pen.getImageData(0, 0, 4, 1).data;
  return corner.some((value) => value > 0) ? null : canvas.toDataURL();
}
