// @ts-check
/** Choices on this page are stored in the browser, if it allows that. */
const PREFIX = "battlereel.";

/**
 * Return a stored value; null if there is none.
 *
 * @param {string} name
 * @param {"localStorage" | "sessionStorage"} [storage] sessionStorage for this tab only
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
 * @param {string | null} value null removes it
 * @param {"localStorage" | "sessionStorage"} [storage]
 */
export function remember(name, value, storage = "localStorage") {
  try {
    if (value === null) globalThis[storage].removeItem(PREFIX + name);
    else globalThis[storage].setItem(PREFIX + name, value);
  } catch {
    // Not stored: the choice holds until the page is left.
  }
}
