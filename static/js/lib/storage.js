// @ts-check
/** What somebody has chosen on this page, kept in this browser, where it allows that. */
const PREFIX = "battlereel.";

/**
 * The value that was remembered; null if there is none.
 *
 * @param {string} name
 * @param {"localStorage" | "sessionStorage"} [storage] the latter for what holds in this tab
 */
export function recall(name, storage = "localStorage") {
  try {
    return globalThis[storage].getItem(PREFIX + name);
  } catch {
    return null;
  }
}

/**
 * @param {string} name
 * @param {string | null} value null to forget it
 * @param {"localStorage" | "sessionStorage"} [storage]
 */
export function remember(name, value, storage = "localStorage") {
  try {
    if (value === null) globalThis[storage].removeItem(PREFIX + name);
    else globalThis[storage].setItem(PREFIX + name, value);
  } catch {
    // Then it holds until the page is left.
  }
}
