// @ts-check
import { h, icon, s } from "../../core/dom.js";
import { SMALL, unitHeight } from "./layout.js";

/** @import { SideId } from "../../core/types" */
/** @import { manymarios } from "../../core/protocol" */
/** @import { Slot } from "./layout" */
/** @import { Energies } from "./reduce" */

/** The sides differ in shape as well as in colour: a shield, and a six-cornered plate. */
const PLATES = {
  a: "M6 4H94V54Q94 84 50 98Q6 84 6 54Z",
  b: "M28 3H72L97 50L72 97H28L3 50Z",
};

/** Stands for a unit without a picture of its own, which is a custom one. */
const CUSTOM_ICON = "overlord-helm";

/**
 * One unit on the stage. Setters write to the page only what has changed.
 *
 * @param {manymarios.UnitCard} card
 * @param {string} iconsUrl
 */
export function drawUnit(card, iconsUrl) {
  const bars = { ae: drawBar("ae"), de: drawBar("de") };
  const number = h("span", { class: "number", "aria-hidden": "true" }, card.id.slice(1));
  const body = h(
    "div",
    { class: "body" },
    s("svg", { class: "plate", viewBox: "0 0 100 100" }, s("path", { d: PLATES[card.side] })),
    icon(iconsUrl, card.icon ?? CUSTOM_ICON),
    card.abilities.includes("flying") &&
      h("span", { class: "wings" }, icon(iconsUrl, "feathered-wing")),
    h("span", { class: "stars", "aria-hidden": "true" }, "✦ ✦ ✦"),
    number,
  );
  const root = h(
    "div",
    {
      class: "unit",
      role: "button",
      tabindex: "-1",
      "data-unit": card.id,
      "data-side": card.side,
      "data-kind": card.kind,
    },
    body,
    h("div", { class: "bars" }, bars.ae.root, bars.de.root),
    h("div", { class: "name" }, card.name),
  );
  /** @type {Slot | null} */
  let slot = null;
  let sized = 0;
  let gone = true;
  let label = "";
  let condition = "";

  /**
   * Puts the unit between two slots, `share` of the way, lifted by `lift` px.
   *
   * @param {Slot} from
   * @param {Slot} to
   * @param {number} share
   * @param {number} lift
   */
  function between(from, to, share, lift = 0) {
    const x = from.x + (to.x - from.x) * share;
    const y = from.y + (to.y - from.y) * share - lift;
    const size = from.size + (to.size - from.size) * share;
    if (sized !== to.size) {
      sized = to.size;
      root.style.setProperty("--size", `${sized}px`);
      root.style.setProperty("--height", `${unitHeight(sized)}px`);
      root.classList.toggle("small", sized < SMALL);
    }
    root.style.translate = `${x - to.size / 2}px ${y - unitHeight(to.size) / 2}px`;
    root.style.scale = size === to.size ? "" : String(size / to.size);
  }

  /**
   * Takes the unit off the stage, or back. It waits outside, since changing what is displayed makes
   * the browser style the whole unit anew, which shows when a seek moves eighty of them.
   *
   * @param {boolean} leaves
   */
  function leave(leaves) {
    gone = leaves;
    root.setAttribute("aria-hidden", String(leaves));
    root.toggleAttribute("data-gone", leaves);
    if (leaves) {
      root.style.translate = "-999px -999px";
      root.tabIndex = -1;
    }
  }

  return {
    root,
    body,
    card,
    /** Where it stands, or null when it has left. */
    get slot() {
      return slot;
    },
    between,
    /** @param {Slot | null} next */
    stand(next) {
      if (next) {
        if (slot?.leads !== next.leads) {
          root.classList.toggle("leads", next.leads);
          root.tabIndex = next.leads ? 0 : -1;
        }
        between(next, next, 1);
      }
      if (gone === Boolean(next)) leave(!next);
      slot = next;
    },
    /**
     * @param {Energies} energies
     * @param {boolean} defending whether it is a defender on the offense
     */
    show({ ae, de, stunned }, defending) {
      bars.ae.show(ae, card.ae);
      bars.de.show(de, card.de);
      const now = stunned
        ? "stunned"
        : ae === 0 && !card.abilities.includes("launch")
          ? "exhausted"
          : "ready";
      if (now !== condition) {
        condition = now;
        root.dataset.state = now;
      }
      const text = `${card.name} (${card.id}), AE ${ae} of ${card.ae}, DE ${de} of ${card.de}${
        now === "ready" ? "" : `, ${now}`
      }`;
      if (text !== label) {
        label = text;
        root.setAttribute("aria-label", label);
      }
      if (root.classList.contains("guards") !== defending)
        root.classList.toggle("guards", defending);
    },
  };
}

/** @typedef {ReturnType<typeof drawUnit>} UnitDrawing */

/** @param {"ae" | "de"} kind */
function drawBar(kind) {
  const fill = h("i");
  const number = h("b");
  let shown = -1;
  return {
    root: h("div", { class: `bar ${kind}`, "data-bar": kind }, fill, number),
    /**
     * @param {number} value
     * @param {number} full
     */
    show(value, full) {
      if (value === shown) return;
      shown = value;
      fill.style.scale = `${full > 0 ? Math.min(1, value / full) : 0} 1`;
      number.textContent = String(value);
    },
  };
}

/**
 * The banner of one side: its name, army, role, buildings, units and energy left.
 *
 * @param {SideId} side
 * @param {string} iconsUrl
 */
export function drawBanner(side, iconsUrl) {
  const name = h("strong");
  const army = h("span", { class: "banner-army" });
  const role = h("span", { class: "role" });
  const left = h("span", { class: "left", "data-left": side });
  const buildings = h("span", { class: "buildings" });
  const root = h(
    "div",
    { class: "banner", "data-side": side },
    h("div", { class: "who" }, name, army),
    h("div", { class: "how" }, role, left, buildings),
  );
  let roleShown = "";
  return {
    root,
    /**
     * @param {string} sideName
     * @param {manymarios.ArmyCard} card
     * @param {(id: string) => { name: string, icon?: string }} entry
     */
    introduce(sideName, card, entry) {
      name.textContent = sideName;
      army.textContent = card.army === sideName ? "" : card.army;
      buildings.replaceChildren(
        ...card.buildings.map((id) =>
          h("span", { title: entry(id).name }, icon(iconsUrl, entry(id).icon ?? "watchtower")),
        ),
      );
    },
    /**
     * @param {"offense" | "defense" | ""} next
     * @param {number} units
     * @param {number} energy
     */
    show(next, units, energy) {
      if (next !== roleShown) {
        roleShown = next;
        root.dataset.role = next;
        const picture = next === "offense" ? "crossed-swords" : "shield";
        role.replaceChildren(
          ...(next ? [icon(iconsUrl, picture), next === "offense" ? "Offense" : "Defense"] : []),
        );
      }
      const text = `${units} left · ${energy} energy`;
      if (left.textContent !== text) left.textContent = text;
    },
  };
}
