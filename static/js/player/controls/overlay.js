// @ts-check
import { h } from "../../lib/dom.js";
import { t } from "../../lib/text.js";
import { sideName } from "../engine/sides.js";

/** @import { PageData, SideId } from "../types" */
/** @import { Timeline } from "../engine/timeline" */

/**
 * Whether a battle on air has not begun.
 *
 * @param {Timeline} timeline
 */
export const isCounting = (timeline) => timeline.onAir && timeline.position < 0;

/**
 * What lies over the stage: who will meet, with a countdown to the beginning, or what went wrong.
 *
 * @param {PageData["battle"]} battle
 * @param {Timeline} timeline
 */
export function createOverlay({ sides }, timeline) {
  const root = h("div", { class: "overlay", hidden: true });
  const called = (/** @type {SideId} */ side) => sideName(side, sides[side].name, sides[side].army);
  const count = h("span", { class: "countdown" });
  const foes = h(
    "p",
    { class: "foes" },
    h("b", { class: "of-a" }, called("a")),
    ` ${t("against")} `,
    h("b", { class: "of-b" }, called("b")),
  );
  let failed = false;

  timeline.subscribe(() => {
    if (failed) return;
    root.hidden = !isCounting(timeline);
    if (root.hidden) return;
    const seconds = String(Math.ceil(-timeline.position / 1000));
    if (count.textContent === seconds) return;
    count.textContent = seconds;
    if (root.firstChild !== foes) root.replaceChildren(foes, count);
  });

  return {
    root,
    /** @param {string} message */
    fail(message) {
      failed = true;
      root.hidden = false;
      root.replaceChildren(
        h("p", {}, t("The battle could not be loaded."), " ", message),
        h(
          "button",
          { type: "button", class: "button", onclick: () => location.reload() },
          t("Try again"),
        ),
      );
    },
  };
}
