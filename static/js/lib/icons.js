// @ts-check
/** What the ids of icons in the page begin with: a name alone might be that of something else. */
export const ICON = "icon-";

/** How many the server sends at once. */
const NAMES_MOST = 100;

const SVG = "http://www.w3.org/2000/svg";

/** Names that are in the page or on their way. @type {Set<string>} */
const known = new Set();
/** Names to ask for, by the address of the icons. @type {Map<string, string[]>} */
const wanted = new Map();
/** How many requests are on their way. */
let pending = 0;
/** @type {SVGSVGElement | null} */
let sheet = null;

/**
 * Brings icons into the page, those that are not there yet: whatever is wanted at once by one
 * request. As long as some are on their way `data-icons` of the page's root is "loading".
 *
 * @param {string} url of the icons
 * @param {Iterable<string>} names
 */
export function wantIcons(url, names) {
  const fresh = [...names].filter((name) => !known.has(name));
  if (fresh.length === 0) return;
  for (const name of fresh) known.add(name);
  if (wanted.size === 0) queueMicrotask(askForAll);
  wanted.set(url, [...(wanted.get(url) ?? []), ...fresh]);
}

function askForAll() {
  for (const [url, names] of wanted) {
    names.sort();
    for (let k = 0; k < names.length; k += NAMES_MOST) bring(url, names.slice(k, k + NAMES_MOST));
  }
  wanted.clear();
}

/**
 * @param {string} url
 * @param {string[]} names
 */
async function bring(url, names) {
  pending += 1;
  document.documentElement.dataset.icons = "loading";
  try {
    const answer = await fetch(`${url}&names=${names.join(",")}`);
    if (answer.ok) put(await answer.text());
    // A name that nobody knows keeps no other from coming.
    else if (answer.status === 404 && names.length > 1)
      for (const name of names) bring(url, [name]);
  } catch {
    // Whoever draws one of them next asks again.
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
