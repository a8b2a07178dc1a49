// @ts-check
/** @import { SceneContext } from "../types" */

/**
 * Reports the unit under the pointer or the focus, and lets arrow keys walk from unit to unit.
 *
 * @param {HTMLElement} field
 * @param {SceneContext} context
 * @param {Map<string, { root: HTMLElement }>} drawings of the units, by their ids
 * @param {(id: string, key: string) => string | null} neighbour the unit that a key leads to, the same
 *   one where there is no other, or null for a key that is not theirs
 */
export function listenToUnits(field, { onInspect }, drawings, neighbour) {
  /** @param {Event} event */
  function unitOf(event) {
    const target = event.target instanceof Element ? event.target.closest("[data-unit]") : null;
    return target instanceof HTMLElement ? (target.dataset.unit ?? null) : null;
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const id = unitOf(event);
    if (!id) return;
    if (event.key === "Enter" || event.key === " ") onInspect(id, true);
    else {
      const next = neighbour(id, event.key);
      if (!next) return;
      drawings.get(next)?.root.focus();
    }
    event.preventDefault();
    event.stopPropagation();
  }

  field.addEventListener("pointerover", (event) => onInspect(unitOf(event), false));
  field.addEventListener("pointerleave", () => onInspect(null, false));
  field.addEventListener("focusin", (event) => onInspect(unitOf(event), false));
  field.addEventListener("click", (event) => onInspect(unitOf(event), true));
  field.addEventListener("keydown", onKey);
}
