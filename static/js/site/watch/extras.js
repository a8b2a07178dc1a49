// @ts-check
import { h } from "../../lib/dom.js";
import { t } from "../../lib/text.js";
import { createRematch } from "./rematch.js";

/** @import { Extra, WatchData, RulesetView } from "../../player/types" */
/** @import { Store } from "../../player/engine/store" */
/** @import { Timeline } from "../../player/engine/timeline" */

/**
 * The battle that an extra belongs to. As long as `timeline.veiled` an extra says nothing of how it
 * ends; `timeline.subscribe` tells when that changes.
 *
 * @typedef {object} ExtraContext
 * @property {Store} store
 * @property {Timeline} timeline
 * @property {RulesetView} view
 * @property {(way: Node | null) => void} [offerNext] puts the way to the next battle into the picture at the end
 */

/**
 * Draws each kind of extra that webapp/features.py lists. What few battles have is fetched for these.
 *
 * @type {Record<string, (extra: Extra, context: ExtraContext) => HTMLElement>}
 */
const KINDS = {
  challenge(extra, context) {
    // Where it cannot be fetched, as without a network, the way to it is left.
    const place = h("p", {}, h("a", { href: extra.url }, t("The challenge: proof and terms")));
    import("../challenge/result-card.js").then(
      (module) => place.replaceWith(module.createChallengeExtra(extra, context)),
      () => {},
    );
    return place;
  },
  again: createRematch,
  chain(extra, context) {
    const place = h("section", { hidden: true });
    const forget = context.timeline.subscribe(load);
    function load() {
      // Of a battle outside of chains there is nothing to show before its end.
      if (!extra.linked && (context.timeline.onAir || context.timeline.veiled)) return;
      forget();
      import("./chain.js").then(
        (module) => place.replaceWith(module.createChain(extra, context)),
        () => {},
      );
    }
    load();
    return place;
  },
};

/**
 * What belongs to a battle besides the battle itself, below the stage.
 *
 * @param {WatchData} data
 * @param {ExtraContext} context
 */
export function createExtras({ extras }, context) {
  const known = extras.filter(({ kind }) => Object.hasOwn(KINDS, kind));
  return h(
    "aside",
    {
      class: "extras",
      "data-extras": true,
      "aria-label": t("More about this battle"),
      hidden: known.length === 0,
    },
    ...known.map((extra) => KINDS[extra.kind](extra, context)),
  );
}
