// @ts-check
import { h } from "../../lib/dom.js";
import { keepFocus } from "../../lib/keys.js";
import { t } from "../../lib/text.js";

/** @import { Context } from "../context" */
/** @import { Timeline } from "../engine/timeline" */

const SAID = {
  words: t("How it ends is hidden"),
  label: t("Show it all"),
};

/**
 * Says that the page hides how the battle ends, and offers to tell.
 *
 * @param {Context} context
 * @param {Timeline} timeline
 * @param {{ words: string, label: string }} [said] what it says, and what its button does
 */
export function createVeil({ find }, timeline, { words, label } = SAID) {
  const button = h(
    "button",
    {
      type: "button",
      class: "button button-quiet",
      "data-control": "unveil",
      onclick: () => timeline.setVeiled(false),
    },
    label,
  );
  const why = words && h("span", {}, words, h("small", {}, " ", t("until you have watched it")));
  const root = h("p", { class: "veil" }, why, button);
  const draw = () => {
    // The end of a live battle is not known yet.
    const isHidden = !timeline.veiled || timeline.onAir;
    if (root.hidden === isHidden) return;
    keepFocus(() => {
      root.hidden = isHidden;
    }, find('[data-control="play"]'));
  };
  timeline.subscribe(draw);
  draw();
  return root;
}
