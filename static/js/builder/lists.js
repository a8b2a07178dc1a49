// @ts-check
/**
 * Items by what they have in common, in the order in which it first occurs.
 *
 * @template T
 * @param {T[]} items
 * @param {(item: T) => string} common
 * @returns {Map<string, T[]>}
 */
export function grouped(items, common) {
  /** @type {Map<string, T[]>} */
  const groups = new Map();
  for (const item of items) groups.set(common(item), [...(groups.get(common(item)) ?? []), item]);
  return groups;
}
