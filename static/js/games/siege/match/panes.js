// @ts-check
import { h } from "../../../lib/dom.js";
import { t } from "../../../lib/text.js";

const PANES = { stage: t("Stage"), orders: t("Orders") };

/** @typedef {keyof typeof PANES} Pane */

/**
 * Tabs for stage and orders on screens without room for both; the style uses `data-pane` there. The stage opens
 * when a round plays, and the orders after it unless the user has chosen a tab meanwhile.
 *
 * @param {HTMLElement} root
 * @param {Record<Pane, HTMLElement>} parts
 * @param {Pick<import("../../../site/match-parts").PageParts, "listenForSwipes">} page
 */
export function createPanes(root, parts, { listenForSwipes }) {
  let wasOn = false;
  let isAutomatic = false;
  const buttons = Object.entries(PANES).map(([pane, word]) =>
    h(
      "button",
      {
        type: "button",
        "data-opens": pane,
        onclick() {
          isAutomatic = false;
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

  /** @param {Pane | null} pane null shows both */
  function open(pane) {
    if (pane) root.dataset.pane = pane;
    else delete root.dataset.pane;
    for (const button of buttons) {
      button.setAttribute("aria-pressed", String(button.dataset.opens === pane));
    }
  }

  const areTabs = () => tabs.getClientRects().length > 0;

  /**
   * Open a pane and scroll to its beginning; if both are visible, only into view.
   *
   * @param {Pane} pane
   */
  function turnTo(pane) {
    open(pane);
    parts[pane].scrollIntoView({ behavior: "instant", block: areTabs() ? "start" : "nearest" });
  }

  return {
    tabs,
    /** Let swipes over an element switch tabs. @param {HTMLElement} element */
    listen(element) {
      listenForSwipes(element, (direction) => {
        if (!areTabs()) return;
        isAutomatic = false;
        turnTo(direction > 0 ? "orders" : "stage");
      });
    },
    /**
     * @param {boolean} hasOrders whether the viewer gives orders
     * @param {boolean} isOn whether a round plays on the stage
     */
    show(hasOrders, isOn) {
      tabs.hidden = !hasOrders;
      if (!hasOrders) return open(null);
      if (!root.dataset.pane) open(isOn ? "stage" : "orders");
      else if (isOn && !wasOn && root.dataset.pane === "orders") {
        isAutomatic = true;
        turnTo("stage");
      } else if (!isOn && wasOn && isAutomatic) {
        isAutomatic = false;
        turnTo("orders");
      }
      wasOn = isOn;
    },
  };
}
