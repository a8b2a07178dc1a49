// @ts-check

/**
 * The figure of a unit by its kind, as the catalog that the server sends lists them: its picture, and whether it
 * hovers. Null if the game has none for it.
 *
 * @param {any} catalog
 * @param {string | null} kind null for a unit of one's own
 */
export function figureOf({ ruleset, figures }, kind) {
  const id = kind ?? "custom";
  const words = figures?.[id];
  return words ? { picture: `${ruleset}-figure-${id}`, hovers: words.includes("hover") } : null;
}
