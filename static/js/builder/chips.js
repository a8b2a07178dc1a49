// @ts-check
import { h } from "../lib/dom.js";
import { t } from "../lib/text.js";

/** @import { Filter } from "./types" */

const SHOWN_MOST = 8;

/**
 * Chips that filter the shelf by tags of one kind. Beyond SHOWN_MOST they are behind a "more" button.
 *
 * @param {Filter} filter
 * @param {Map<string, number>} counts cards by tag
 * @param {(tag: string) => void} toggle
 */
export function createChips({ name, tags }, counts, toggle) {
  const buttons = tags.map((tag) =>
    h(
      "button",
      {
        type: "button",
        class: "chip",
        "data-tag": tag,
        "aria-pressed": "false",
        onclick: () => toggle(tag),
      },
      tag,
      h("small", { "aria-hidden": "true" }, ` ${counts.get(tag) ?? 0}`),
    ),
  );
  const group = h("div", { class: "chips", role: "group", "aria-label": name }, ...buttons);
  if (tags.length > SHOWN_MOST) {
    for (const button of buttons.slice(SHOWN_MOST)) button.classList.add("extra");
    const others = t("{count} more", { count: tags.length - SHOWN_MOST });
    const more = h(
      "button",
      {
        type: "button",
        class: "chip more",
        "aria-expanded": "false",
        onclick: () => {
          const open = group.classList.toggle("open");
          more.setAttribute("aria-expanded", String(open));
          more.textContent = open ? t("fewer") : others;
        },
      },
      others,
    );
    group.append(more);
  }
  return group;
}
