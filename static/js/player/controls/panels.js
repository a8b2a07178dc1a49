// @ts-check
import { h } from "../../lib/dom.js";
import { createLog } from "./log.js";
import { createLuck } from "./luck.js";
import { createScoreTable } from "./table.js";
import { createTurns } from "./turns.js";

/** @import { Player } from "../player" */

/**
 * What stands beside and below the theater where there is room: log, turning points, luck, and the
 * gauge as a table.
 *
 * @param {Player} player
 */
export function createBeside({ store, timeline, view, subscribeTurns }) {
  const turns = createTurns(store, timeline, view);
  subscribeTurns(turns.show);
  const log = createLog(store, timeline, view);
  const luck = createLuck(store, timeline, view);
  return {
    aside: h("div", { class: "beside" }, log.root, turns.root, luck.root),
    table: createScoreTable(store, timeline, view).root,
  };
}
