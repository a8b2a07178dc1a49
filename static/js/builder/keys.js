// @ts-check
import { keyOf, letterOf } from "../lib/keys.js";
import { openHelp } from "./dialogs.js";

/** @import { Workbench } from "./actions" */

/**
 * Keys that work anywhere in the editor.
 *
 * @param {Workbench} bench
 * @param {{ search: () => void, save: () => void }} page
 */
export function listenForKeys({ acts }, page) {
  document.addEventListener("keydown", (event) => {
    if (document.querySelector("dialog[open]")) return;
    const typing =
      event.target instanceof HTMLInputElement && ["text", "search"].includes(event.target.type);
    const letter = letterOf(event);
    if ((event.ctrlKey || event.metaKey) && !event.altKey) {
      if (letter === "z") event.shiftKey ? acts.redo() : acts.undo();
      else if (letter === "y") acts.redo();
      else if (letter === "s") page.save();
      else return;
    } else if (typing) return;
    else if (keyOf(event) === "/") page.search();
    else if (keyOf(event) === "?") openHelp();
    else return;
    event.preventDefault();
  });
}
