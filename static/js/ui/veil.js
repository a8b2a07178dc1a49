// @ts-check
import { h } from "../core/dom.js";

/** @import { Timeline } from "../core/timeline" */

const SAID = { words: "How it ends is hidden until you have watched it. ", label: "Show it all" };

/**
 * Says that the page hides how the battle ends, and offers to tell.
 *
 * @param {Timeline} timeline
 * @param {{ words: string, label: string }} said what it says, and what its button does
 */
export function createVeil(timeline, { words, label } = SAID) {
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
  const root = h("p", { class: "veil" }, words, button);
  const draw = () => {
    // Of a battle on air nobody can tell.
    root.hidden = !timeline.veiled || timeline.onAir;
  };
  timeline.subscribe(draw);
  draw();
  return root;
}
