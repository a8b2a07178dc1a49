// @ts-check
import { h } from "../core/dom.js";

/** @import { Timeline } from "../core/timeline" */

/**
 * Says that the page hides how the battle ends, and offers to tell.
 *
 * @param {Timeline} timeline
 */
export function createVeil(timeline) {
  const button = h(
    "button",
    {
      type: "button",
      class: "button button-quiet",
      "data-control": "unveil",
      onclick: () => timeline.setVeiled(false),
    },
    "Show it all",
  );
  const root = h(
    "p",
    { class: "veil" },
    "How it ends is hidden until you have watched it. ",
    button,
  );
  const draw = () => {
    root.hidden = !timeline.veiled;
  };
  timeline.subscribe(draw);
  draw();
  return root;
}
