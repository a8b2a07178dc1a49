// @ts-check
import { t } from "../../lib/text.js";
import { askLater, connect, LOST } from "./net.js";

/** @import { Socket } from "socket.io-client" */
/** @import { Chunk } from "../types" */
/** @import { Store } from "../engine/store" */

const GONE = t("This match no longer exists.");

/**
 * Follows a match: how it stands, and what happens in it as this viewer may see it. It asks from the
 * first event that is missing, whenever it connects and whenever a gap shows.
 *
 * @template {{ match: string, battle: string | null }} Status
 * @param {string} match
 * @param {Store} store
 * @param {object} report
 * @param {(status: Status) => void} report.onStatus
 * @param {(isThere: boolean) => void} report.onConnection
 * @param {(message: string) => void} report.onError
 * @param {{ spectator?: boolean }} [as] a spectator gets public information only, even with a seat
 */
export function watchMatch(match, store, { onStatus, onConnection, onError }, as = {}) {
  const wish = () => ({ match, from_seq: store.nextSeq, ...as });

  /** @param {Socket} socket */
  function ask(socket) {
    socket.emit("watch_match", wish(), (/** @type {any} */ answer) => {
      if (answer.ok) {
        onConnection(true);
        return;
      }
      if (askLater(socket, answer, () => ask(socket))) return;
      // 404 for a spectator means that the match is gone; for a seat the token may be wrong.
      refuse(socket, answer.status === 404 && as.spectator ? GONE : answer.error);
    });
  }

  /**
   * @param {Socket} socket
   * @param {string} why
   */
  function refuse(socket, why) {
    onError(why);
    socket.disconnect();
  }

  return connect(
    (socket) => {
      socket.on("connect", () => ask(socket));
      socket.on("disconnect", () => onConnection(false));
      socket.on("connect_error", () => onConnection(false));
      socket.on("match_events", (/** @type {Chunk & { match: string }} */ chunk) => {
        if (chunk.match === match && !store.append(chunk)) ask(socket);
      });
      socket.on("match_changed", (/** @type {Status} */ status) => {
        if (status.match !== match) return;
        onStatus(status);
        if (status.battle) socket.disconnect();
      });
      socket.on("match_gone", (/** @type {{ match: string }} */ gone) => {
        if (gone.match === match) refuse(socket, GONE);
      });
      // An offline browser may take long to notice that its socket is dead.
      addEventListener("offline", () => socket.active && socket.disconnect().connect());
    },
    () => onError(LOST),
  );
}
