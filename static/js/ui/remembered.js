// @ts-check
/** What somebody has chosen on this page, kept in this browser, where it allows that. */
const PREFIX = "battlereel.";

/**
 * The value that was remembered; null if there is none.
 *
 * @param {string} name
 */
export function recall(name) {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

/**
 * @param {string} name
 * @param {string | null} value null to forget it
 */
export function remember(name, value) {
  try {
    if (value === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, value);
  } catch {
    // Then it holds until the page is left.
  }
}
