// @ts-check
import { h, icon } from "../../lib/dom.js";

/** @import { SideId } from "../types" */

/**
 * @typedef {{ icon: string, text: string, tone: "attack" | "defend" }} Role
 */

/**
 * The banner of one side: its name and army, its role, its remaining strength, and icons of
 * its helpers.
 *
 * @param {SideId} side
 * @param {string} iconsUrl
 */
export function createBanner(side, iconsUrl) {
  const name = h("strong");
  const army = h("span", { class: "side-army" });
  const role = h("span", { class: "role" });
  const left = h("span", { class: "left", "data-left": side });
  const extras = h("span", { class: "helpers" });
  const root = h(
    "div",
    { class: "sign", "data-side": side },
    h("div", { class: "who" }, name, army),
    h("div", { class: "how" }, role, left, extras),
  );
  let roleShown = "";
  return {
    root,
    /**
     * @param {string} sideName
     * @param {string} armyName
     * @param {{ name: string, icon: string }[]} helpers
     */
    introduce(sideName, armyName, helpers) {
      name.textContent = sideName;
      root.classList.toggle("long", sideName.length > 12);
      army.textContent = armyName === sideName ? "" : armyName;
      extras.replaceChildren(
        ...helpers.map((helper) => h("span", { title: helper.name }, icon(iconsUrl, helper.icon))),
      );
    },
    /**
     * @param {Role | null} next
     * @param {string} text the remaining strength of the side
     */
    show(next, text) {
      if ((next?.text ?? "") !== roleShown) {
        roleShown = next?.text ?? "";
        root.dataset.role = next?.tone ?? "";
        role.replaceChildren(...(next ? [icon(iconsUrl, next.icon), next.text] : []));
      }
      if (left.textContent !== text) left.textContent = text;
    },
  };
}
