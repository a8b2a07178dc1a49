// @ts-check
/** Prefix of the icons' ids in the page, so that they do not clash with other ids. */
export const ICON = "icon-";

/** Maximum number of icons per request. */
const NAMES_MOST = 100;

const SVG = "http://www.w3.org/2000/svg";

/** Icons loaded or loading. @type {Set<string>} */
const known = new Set();
/** Icons to request, by the address of the icons. @type {Map<string, string[]>} */
const wanted = new Map();
/** Number of running requests. */
let pending = 0;
/** @type {SVGSVGElement | null} */
let sheet = null;

/**
 * Load missing icons into the page, batching those that one task wants. While requests are running,
 * `data-icons` of the root element is "loading".
 *
 * @param {string} url of the icons
 * @param {Iterable<string>} names
 */
export function wantIcons(url, names) {
  const fresh = [...names].filter((name) => !known.has(name));
  if (fresh.length === 0) return;
  for (const name of fresh) known.add(name);
  if (wanted.size === 0) queueMicrotask(requestWanted);
  wanted.set(url, [...(wanted.get(url) ?? []), ...fresh]);
}

function requestWanted() {
  for (const [url, names] of wanted) {
    names.sort();
    for (let k = 0; k < names.length; k += NAMES_MOST) load(url, names.slice(k, k + NAMES_MOST));
  }
  wanted.clear();
}

/**
 * @param {string} url
 * @param {string[]} names
 */
async function load(url, names) {
  pending += 1;
  document.documentElement.dataset.icons = "loading";
  try {
    const answer = await fetch(`${url}&names=${names.join(",")}`);
    if (answer.ok) put(await answer.text());
    // One unknown icon must not fail the whole batch.
    else if (answer.status === 404 && names.length > 1) for (const name of names) load(url, [name]);
  } catch {
    // Retry when one of them is drawn again.
    for (const name of names) known.delete(name);
  }
  pending -= 1;
  if (pending === 0) document.documentElement.dataset.icons = "there";
}

/** @param {string} text of an SVG file */
function put(text) {
  if (!sheet) {
    sheet = document.createElementNS(SVG, "svg");
    sheet.setAttribute("aria-hidden", "true");
    sheet.classList.add("visually-hidden");
    document.body.append(sheet);
  }
  const { documentElement } = new DOMParser().parseFromString(text, "image/svg+xml");
  for (const symbol of [...documentElement.children]) {
    symbol.id = ICON + symbol.id;
    sheet.append(symbol);
  }
}
