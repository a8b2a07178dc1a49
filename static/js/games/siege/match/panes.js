// @ts-check
import { h } from "../../../lib/dom.js";
import { t } from "../../../lib/text.js";

const PANES = { stage: t("Stage"), orders: t("Orders") };

/** @typedef {keyof typeof PANES} Pane */

/**
 * Stage and orders as two tabs, on a screen that has no room for both: the style asks for `data-pane`
 * there. The stage comes to the front when a round is shown, and the orders after it, unless somebody
 * has chosen meanwhile.
 *
 * @param {HTMLElement} root
 * @param {Record<Pane, HTMLElement>} parts
 * @param {Pick<import("../../../site/match-parts").PageParts, "listenForSwipes">} page
 */
export function createPanes(root, parts, { listenForSwipes }) {
  let wasOn = false;
  let isLed = false;
  const buttons = Object.entries(PANES).map(([pane, word]) =>
    h(
      "button",
      {
        type: "button",
        "data-opens": pane,
        onclick() {
          isLed = false;
          turnTo(/** @type {Pane} */ (pane));
        },
      },
      word,
    ),
  );
  const tabs = h(
    "div",
    { class: "match-tabs", role: "group", "aria-label": t("On the screen"), hidden: true },
    ...buttons,
  );

  /** @param {Pane | null} pane null shows both, one below the other */
  function open(pane) {
    if (pane) root.dataset.pane = pane;
    else delete root.dataset.pane;
    for (const button of buttons) {
      button.setAttribute("aria-pressed", String(button.dataset.opens === pane));
    }
  }

  const takeTurns = () => tabs.getClientRects().length > 0;

  /**
   * Opens a pane and goes to where it begins, where they take turns; where both are there, it is not
   * left above the screen.
   *
   * @param {Pane} pane
   */
  function turnTo(pane) {
    open(pane);
    parts[pane].scrollIntoView({ behavior: "instant", block: takeTurns() ? "start" : "nearest" });
  }

  return {
    tabs,
    /** Lets a finger that swipes over an element turn to the other one. @param {HTMLElement} element */
    listen(element) {
      listenForSwipes(element, (direction) => {
        if (!takeTurns()) return;
        isLed = false;
        turnTo(direction > 0 ? "orders" : "stage");
      });
    },
    /**
     * @param {boolean} hasOrders whether there are orders to give
     * @param {boolean} isOn whether a round is on the stage
     */
    show(hasOrders, isOn) {
      tabs.hidden = !hasOrders;
      if (!hasOrders) return open(null);
      if (!root.dataset.pane) open(isOn ? "stage" : "orders");
      else if (isOn && !wasOn && root.dataset.pane === "orders") {
        isLed = true;
        turnTo("stage");
      } else if (!isOn && wasOn && isLed) {
        isLed = false;
        turnTo("orders");
      }
      wasOn = isOn;
    },
  };
}
