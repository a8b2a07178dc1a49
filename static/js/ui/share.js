// @ts-check
import { h } from "../core/dom.js";

/** @import { Store } from "../core/store" */
/** @import { Timeline } from "../core/timeline" */

const MOMENT = /^#at=(\d{1,7})$/;

/** The event that the page's address points at (`#at=123`), or null. */
export function linkedMoment() {
  const found = MOMENT.exec(location.hash);
  return found ? Number(found[1]) : null;
}

/**
 * Buttons that copy the battle's link, and the link to the moment on the stage.
 *
 * @param {{ id: string, share_url: string }} battle
 * @param {Store} store
 * @param {Timeline} timeline
 */
export function createShare({ id, share_url }, store, timeline) {
  const said = h("span", { class: "said", role: "status" });
  const field = h("input", {
    class: "visually-hidden",
    tabindex: "-1",
    "aria-hidden": "true",
    readonly: true,
  });

  /** @param {string} link */
  async function copy(link) {
    try {
      await navigator.clipboard.writeText(link);
      said.textContent = "Copied";
    } catch {
      // Without the permission, or on a page without TLS: the old way still works.
      field.value = link;
      field.select();
      said.textContent = document.execCommand("copy") ? "Copied" : link;
    }
    setTimeout(() => said.replaceChildren(), 2500);
  }

  const whole = new URL(share_url, location.href).href;
  const root = h(
    "div",
    { class: "share" },
    h("a", { class: "button button-quiet", href: `/odds?battle=${id}` }, "Odds"),
    h(
      "button",
      {
        type: "button",
        class: "button button-quiet",
        "data-share": "battle",
        onclick: () => copy(whole),
      },
      "Copy link",
    ),
    h(
      "button",
      {
        type: "button",
        class: "button button-quiet",
        "data-share": "moment",
        onclick: () => {
          const seq = Math.max(0, store.landed(timeline.position) - 1);
          history.replaceState(null, "", `#at=${seq}`);
          copy(`${whole}#at=${seq}`);
        },
      },
      "Copy this moment",
    ),
    said,
    field,
  );
  return root;
}
