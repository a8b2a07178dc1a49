// @ts-check
const BY_HAND = ["wheel", "touchmove"];

/**
 * Leads the eye on a screen that is too small for stage and orders: to the stage when a round is
 * shown there, and back to the orders after it, unless somebody has scrolled meanwhile.
 *
 * @param {HTMLElement} stage
 * @param {HTMLElement} orders
 */
export function createLeading(stage, orders) {
  let isAway = false;
  for (const event of BY_HAND) {
    addEventListener(event, () => (isAway = false), { passive: true });
  }
  return {
    /** @param {boolean} isShown whether a round is on the stage */
    show(isShown) {
      if (isShown && stage.getBoundingClientRect().top < 0) {
        isAway = true;
        stage.scrollIntoView();
      } else if (!isShown && isAway) {
        isAway = false;
        orders.scrollIntoView();
      }
    },
  };
}
