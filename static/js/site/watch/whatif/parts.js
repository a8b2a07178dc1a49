// @ts-check
import { h, icon } from "../../../lib/dom.js";

/** @import { SideId, StageUnit } from "../../../player/types" */
/** @import { Player } from "../../../player/player" */

/** How many units a card's heading shows. */
const MOST = 5;

/**
 * Pictures of units, as lists of the site have them.
 *
 * @param {Player} player
 * @param {string} iconsUrl
 */
export function createPictures({ store, view }, iconsUrl) {
  const final = () => store.states[store.states.length - 1];
  const roster = () =>
    /** @type {Record<string, StageUnit & { unit?: string }>} */ (final().roster ?? {});

  /** Return null for an unknown unit. @param {string} id */
  function unit(id) {
    const dossier = roster()[id] && view.dossier(final(), id);
    return dossier?.icon ? icon(iconsUrl, dossier.icon, `side-${dossier.side}`) : null;
  }

  /** A unit of the kind that rolls, such as `a/griffons/2`. @param {string} who */
  function roller(who) {
    const [side, kind] = who.split("/");
    const found = Object.values(roster()).find((one) => one.side === side && one.unit === kind);
    return unit(found?.id ?? "");
  }

  return {
    unit,
    /** Pictures of a side's army. @param {SideId} side */
    army(side, most = MOST) {
      const own = Object.values(roster()).filter((one) => one.side === side);
      return own.slice(0, most).map(({ id }) => unit(id));
    },
    roller,
    /** Pictures of who rolls. @param {{ who: string }[]} rolls */
    some: (rolls) => [...new Set(rolls.map(({ who }) => who))].slice(0, MOST).map(roller),
  };
}

/** @typedef {ReturnType<typeof createPictures>} Pictures */

/** From this width on the cards are beside each other, and all of them open. */
const WIDE = "(min-width: 900px)";

/**
 * A card of the dialog: pictures and a title, which open and close what belongs to it.
 *
 * @param {string} name
 * @param {string} title
 * @param {HTMLElement[]} parts
 */
export function createCard(name, title, parts) {
  const units = h("span", { class: "whatif-pictures" });
  const heading = h("h3", {}, title);
  const root = h(
    "details",
    { class: "whatif-card", "data-whatif-card": name, open: matchMedia(WIDE).matches },
    h("summary", {}, units, heading),
    ...parts,
  );
  return {
    root,
    heading,
    /** @param {(Element | null)[]} pictures */
    show: (pictures) => units.replaceChildren(...pictures.filter((one) => one !== null)),
  };
}
