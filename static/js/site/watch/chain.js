// @ts-check
import { h } from "../../lib/dom.js";
import { t } from "../../lib/text.js";

/** @import { Extra } from "../../player/types" */
/** @import { ExtraContext } from "./extras.js" */

/**
 * A battle's place in a chain: the battle that one side survived before, its gauntlet, and the next battles of its
 * survivors. The latter tell who survives, so they are hidden until the end of the battle has been seen.
 *
 * @param {Extra} extra
 * @param {ExtraContext} context
 */
export function createChain({ before, gauntlet, after }, { timeline }) {
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

  function update() {
    next.hidden = timeline.onAir || timeline.veiled;
    root.hidden = !before && !gauntlet && next.hidden;
  }
  timeline.subscribe(update);
  update();
  return root;
}
