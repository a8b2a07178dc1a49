// @ts-check
import Sortable from "sortablejs";
import { h } from "./dom.js";
import { t } from "./text.js";

/**
 * A button for a unit in a list, labelled by a sign.
 *
 * @param {string} kind
 * @param {string} sign
 * @param {string} label
 * @param {() => void} onclick
 */
export const createAct = (kind, sign, label, onclick) =>
  h(
    "button",
    {
      type: "button",
      class: "button button-quiet",
      "data-act": kind,
      title: label,
      "aria-label": label,
      onclick,
    },
    sign,
  );

/**
 * Make the units of a list sortable: by drag, by buttons, and by arrow keys on the buttons.
 *
 * @param {HTMLElement} list
 * @param {() => void} changed
 * @param {(text: string) => void} say
 */
export function createMoves(list, changed, say) {
  Sortable.create(list, {
    filter: "button, input",
    preventOnFilter: false,
    forceFallback: true,
    fallbackTolerance: 5,
    delay: 180,
    delayOnTouchOnly: true,
    ghostClass: "drop-place",
    fallbackClass: "dragged",
    onUpdate: changed,
  });

  /** @param {Element} item @param {-1 | 1} by @param {string} name */
  function move(item, by, name) {
    const held = document.activeElement;
    const next = by < 0 ? item.previousElementSibling : item.nextElementSibling?.nextElementSibling;
    if (by < 0 && !next) return;
    list.insertBefore(item, next ?? null);
    if (held instanceof HTMLElement) held.focus();
    changed();
    say(t("{name} is number {number}.", { name, number: [...list.children].indexOf(item) + 1 }));
  }

  return {
    /**
     * The buttons that move one unit.
     *
     * @param {() => Element} item
     * @param {string} name
     */
    buttons(item, name) {
      const up = () => move(item(), -1, name);
      const down = () => move(item(), 1, name);
      const buttons = [
        createAct("up", "↑", t("{name} further to the front", { name }), up),
        createAct("down", "↓", t("{name} further back", { name }), down),
      ];
      for (const button of buttons) {
        button.addEventListener("keydown", (event) => {
          if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
          event.preventDefault();
          event.stopPropagation();
          event.key === "ArrowUp" ? up() : down();
        });
      }
      return buttons;
    },
  };
}
