// @ts-check
import { t } from "../../lib/text.js";
/** @import { Socket } from "socket.io-client" */
/** @import { ChallengeBrief, Chunk } from "../types" */
/** @import { Store } from "../engine/store" */

/** Loads what makes a connection; a page that will need it asks before it has all the rest. */
export const loadSocket = () => import("socket.io-client");

/**
 * Open a connection to the server. Its code is loaded here, since replays need none.
 *
 * @param {(socket: Socket) => void} listen
 * @param {() => void} [onLost] is called when it cannot be made at all
 */
export function connect(listen, onLost) {
  /** @type {Socket | null} */
  let socket = null;
  let isClosed = false;
  loadSocket().then(({ io }) => {
    if (isClosed) return;
    // Some networks let no WebSocket through. Cookies say whose seat it is.
    const how = { transports: ["websocket", "polling"], tryAllTransports: true };
    socket = io("/live", { ...how, withCredentials: true, reconnectionDelayMax: 2000 });
    listen(socket);
  }, onLost);
  return {
    close() {
      isClosed = true;
      socket?.disconnect();
    },
  };
}

export const LOST = t("The server cannot be reached.");
/** Statuses of answers after which it is worth asking again. */
const LATER = [429, 503];
const LATER_SECONDS = 5;
/** How long after its time a message may come before the connection is taken for dead. */
const PATIENCE_MS = 3500;
/** The same of an answer: longer, since many may have asked at once. */
const ANSWER_MS = 8000;

/**
 * Asks again on a connection that is still there, if the server has said that this may help.
 *
 * @param {Socket} socket
 * @param {{ status: number, retry_after?: number }} answer a refusal
 * @param {() => void} ask
 */
export function askLater(socket, { status, retry_after: seconds = LATER_SECONDS }, ask) {
  if (!LATER.includes(status)) return false;
  const { id } = socket;
  setTimeout(() => socket.connected && socket.id === id && ask(), seconds * 1000);
  return true;
}

/**
 * Follows a battle that is on air. It asks from the first event that is missing, whenever it
 * connects and whenever a gap shows, so nothing is lost and nothing is doubled.
 *
 * @param {string} battle
 * @param {Store} store
 * @param {object} report
 * @param {(clockMs: number) => void} report.onClock where the show stands on the server's clock
 * @param {(status: "connecting" | "on_air" | "reconnecting" | "over") => void} report.onStatus
 * @param {(message: string) => void} report.onError
 */
export function watchLive(battle, store, { onClock, onStatus, onError }) {
  const connection = connect(listen, () => onError(LOST));
  onStatus("connecting");
  return connection;

  /** @param {Socket} socket */
  function listen(socket) {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let missing;
    // A lost network raises no event. The next message is small and due by a known time.
    const expectWithin = (/** @type {number} */ ms) => {
      clearTimeout(missing);
      missing = setTimeout(() => socket.disconnect().connect(), ms);
    };
    const expectNext = (/** @type {number} */ clockMs) =>
      expectWithin(Math.max(0, store.untilMs - clockMs) + PATIENCE_MS);

    function ask() {
      expectWithin(ANSWER_MS);
      socket.emit(
        "watch_battle",
        { battle, from_seq: store.nextSeq },
        (/** @type {any} */ answer) => {
          if (answer.ok) {
            onClock(answer.clock_ms);
            onStatus("on_air");
            expectNext(answer.clock_ms);
            return;
          }
          clearTimeout(missing);
          if (askLater(socket, answer, ask)) onStatus("reconnecting");
          else {
            onError(answer.error);
            socket.disconnect();
          }
        },
      );
    }
    socket.on("connect", ask);
    socket.on("disconnect", () => {
      clearTimeout(missing);
      onStatus(store.isOver ? "over" : "reconnecting");
    });
    socket.on("connect_error", () => onStatus("reconnecting"));
    socket.on(
      "battle_events",
      (/** @type {Chunk & { battle: string, clock_ms: number }} */ chunk) => {
        if (chunk.battle !== battle) return;
        onClock(chunk.clock_ms);
        if (!store.append(chunk)) ask();
        else if (chunk.over) socket.disconnect();
        else expectNext(chunk.clock_ms);
      },
    );
  }
}

/**
 * Follows a challenge: tells how it stands, now and whenever that changes.
 *
 * @param {string} challenge
 * @param {(brief: ChallengeBrief) => void} onBrief
 * @param {() => void} [onGone] called when there is no such challenge any more
 */
export function watchChallenge(challenge, onBrief, onGone) {
  return connect((socket) => {
    const ask = () =>
      socket.emit("watch_challenge", { challenge }, (/** @type {any} */ { ok, ...brief }) => {
        if (ok) onBrief(brief);
        else if (!askLater(socket, brief, ask)) {
          socket.disconnect();
          onGone?.();
        }
      });
    socket.on("connect", ask);
    // The answer says which challenge is gone.
    socket.on("challenge_gone", ask);
    socket.on("challenge_changed", (/** @type {ChallengeBrief} */ brief) => {
      if (brief.challenge === challenge) onBrief(brief);
    });
  });
}

/**
 * Fetches the recording of a battle that is over; ahead.js may have asked for it.
 *
 * @param {string} url
 * @returns {Promise<Chunk>}
 */
export async function fetchRecording(url) {
  const page =
    /** @type {{ battlereelAhead?: { url: string, answer: Promise<Response | null> } }} */ (
      globalThis
    );
  const ahead = page.battlereelAhead;
  page.battlereelAhead = undefined;
  const response = (ahead?.url === url && (await ahead.answer)) || (await fetch(url));
  if (!response.ok)
    throw new Error(t("The server answered {status}.", { status: response.status }));
  const { events, cues, chances, luck, duration_ms } = await response.json();
  return { from_seq: 0, events, cues, chances, luck, until_ms: duration_ms, over: true };
}
