// @ts-check
import { h } from "../../lib/dom.js";
import { t } from "../../lib/text.js";

/** @import { Extra } from "../../player/types" */
/** @import { ExtraContext } from "./extras.js" */

/**
 * Return two cards: a battle's place in a chain (the battle that one side survived before, its gauntlet, the next battles
 * of its survivors), and the link to fight on. What reveals the result is hidden until the end has been seen; the second
 * card is hidden while the summary has the same link.
 *
 * @param {Extra} extra
 * @param {ExtraContext} context
 */
export function createChain({ before, gauntlet, after, fight_on }, { store, timeline }) {
  const link = (/** @type {string} */ href, /** @type {string} */ words) =>
    h("p", {}, h("a", { href }, words));
  const place = gauntlet && {
    name: gauntlet.name || t("Gauntlet"),
    number: gauntlet.station,
  };
  const next = h(
    "div",
    { hidden: true },
    ...after.map((/** @type {string} */ href) => link(href, t("Next battle of the survivors"))),
  );
  const root = h(
    "section",
    { class: "extra-card", "data-extra": "chain", "aria-label": t("Before and after") },
    place && link(gauntlet.url, t("{name}: station {number}", place)),
    before && link(before, t("The battle before this one")),
    next,
  );

  const further = h(
    "section",
    { class: "extra-card", "aria-label": t("Fight on") },
    h("a", { class: "button button-quiet", href: fight_on }, t("Fight on with the survivors")),
  );

  function update() {
    const isSecret = !store.isOver || timeline.onAir || timeline.veiled;
    next.hidden = after.length === 0 || isSecret;
    root.hidden = !before && !gauntlet && next.hidden;
    const { winner, reason } = store.states[store.states.length - 1];
    further.hidden = isSecret || (!winner && reason === "defeat");
    further.classList.toggle("again", !further.hidden);
  }
  timeline.subscribe(update);
  update();
  const both = document.createDocumentFragment();
  both.append(root, further);
  return both;
}
