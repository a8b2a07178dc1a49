// @ts-check

/**
 * Return a function that tells whether a value differs from the one before, for what is drawn anew only then.
 *
 * @template T
 * @param {T} first
 */
export function createChange(first) {
  let last = first;
  return (/** @type {T} */ next) => {
    const isNew = next !== last;
    last = next;
    return isNew;
  };
}
