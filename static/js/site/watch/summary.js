// @ts-check
/** @import { RulesetView, SideId } from "../../player/types" */
/** @import { Store } from "../../player/engine/store" */

/**
 * @typedef {object} UnitDamage
 * @property {string} id
 * @property {string} name
 * @property {SideId} side
 * @property {number} dealt to others
 * @property {number} taken
 */

/**
 * @typedef {object} Summary
 * @property {SideId | null} winner
 * @property {number | null} chance the winner's exact one before the battle, where there is one
 * @property {Record<SideId, string[]>} fallen names, in the order in which they fell
 * @property {UnitDamage[]} units who dealt or took damage, the most dealt first
 */

/**
 * What came of a battle, from all of its events.
 *
 * @param {Pick<Store, "events" | "states">} store
 * @param {Pick<RulesetView, "fallen" | "damage" | "chance" | "dossier" | "sideName">} view
 * @returns {Summary}
 */
export function summarize({ events, states }, view) {
  const final = states[states.length - 1];
  /** @type {Record<SideId, string[]>} */
  const fallen = { a: [], b: [] };
  /** @type {Map<string, UnitDamage>} */
  const units = new Map();

  /** @param {string} id */
  function unit(id) {
    const known = units.get(id);
    if (known) return known;
    const dossier = view.dossier(final, id);
    if (!dossier) return null;
    const { name, side } = dossier;
    // Numbered as on the stage, whether or not they did anything.
    const namesakes = Object.keys(final.roster ?? {})
      .map((other) => (other === id ? null : view.dossier(final, other)))
      .filter((other) => other?.name === name);
    const numbered = namesakes.some((other) => other?.side === side)
      ? `${name} ${id.slice(1)}`
      : name;
    const owner = namesakes.some((other) => other?.side !== side)
      ? ` (${view.sideName(final, side)})`
      : "";
    const fresh = { id, name: numbered + owner, side, dealt: 0, taken: 0 };
    units.set(id, fresh);
    return fresh;
  }

  events.forEach((event, k) => {
    const lost = view.fallen(event, states[k]);
    if (lost) fallen[lost.side].push(lost.name);
    const cause = event.cause === null ? null : events[event.cause];
    for (const { by, to, amount } of view.damage?.(event, states[k], cause) ?? []) {
      if (amount <= 0) continue;
      const [from, at] = [unit(by), unit(to)];
      // What a unit does to itself is no feat.
      if (from && from !== at) from.dealt += amount;
      if (at) at.taken += amount;
    }
  });

  const chance = events.length > 0 ? (view.chance?.(states[1]) ?? null) : null;
  const { winner } = final;
  return {
    winner,
    chance: winner === null || chance === null ? null : winner === "a" ? chance : 1 - chance,
    fallen,
    units: [...units.values()].sort((one, other) => other.dealt - one.dealt),
  };
}

/**
 * Names with how often they come, without the numbers that tell units of one name apart:
 * `Ghost ×2, Toad`.
 *
 * @param {string[]} names
 */
export function counted(names) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const numbered of names) {
    const name = numbered.replace(/ \d+$/, "");
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => (count > 1 ? `${name} ×${count}` : name)).join(", ");
}
