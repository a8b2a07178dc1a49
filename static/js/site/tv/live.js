// @ts-check
import { t } from "../../lib/text.js";
import { watchMatch } from "../../player/source/match.js";
import { createMatchFollower } from "../../player/source/match-follower.js";
import { fetchRecording, watchLive } from "../../player/source/net.js";
import { clockTime, createServerClock } from "../../player/source/server-clock.js";

/** @import { Store } from "../../player/engine/store" */
/** @import { Timeline } from "../../player/engine/timeline" */
/** @import { MatchStanding, Scene, Waiting } from "../../player/types" */

/**
 * What a screen hears of what it shows.
 *
 * @typedef {object} Air
 * @property {boolean} isMoving whether something happens on the stage
 * @property {boolean} isWaiting whether nothing will, before people have decided what
 * @property {() => string} note what stands beside the score: round and clock of a match
 * @property {(value: boolean) => void} setLarge
 * @property {() => void} close
 */

/**
 * @typedef {object} Listener
 * @property {Store} store
 * @property {Timeline} timeline
 * @property {Scene} scene
 * @property {(why: string) => void} onError it cannot be shown
 * @property {() => void} onMissed it was over before anything of it was shown
 */

/**
 * Leads a stage along with a battle that is on air.
 *
 * @param {string} id
 * @param {Listener} listener
 * @returns {Air}
 */
export function followBattle(id, { store, timeline, onError }) {
  let isJoined = false;
  const { close } = watchLive(id, store, {
    onClock(ms) {
      timeline.setAirClock(ms);
      if (!isJoined) timeline.goLive();
      isJoined = true;
    },
    onStatus: () => {},
    onError,
  });
  return {
    get isMoving() {
      return timeline.onAir;
    },
    isWaiting: false,
    note: () => "",
    setLarge: () => {},
    close,
  };
}

/**
 * Plays a battle that is over.
 *
 * @param {string} address of its recording
 * @param {Listener} listener
 * @returns {Air}
 */
export function playRecording(address, { store, timeline, onError }) {
  let isClosed = false;
  fetchRecording(address).then(
    (whole) => {
      if (isClosed) return;
      store.append(whole);
      timeline.play();
    },
    (error) => onError(error.message),
  );
  return {
    get isMoving() {
      return timeline.playing;
    },
    isWaiting: false,
    note: () => t("Sample"),
    setLarge: () => {},
    close() {
      isClosed = true;
    },
  };
}

/**
 * Leads a stage along with a match that people play round by round, as everybody may see it: also
 * for its players, since others may look at the same screen.
 *
 * @param {string} id
 * @param {Listener} listener
 * @returns {Air}
 */
export function followMatch(id, { store, timeline, scene, onError, onMissed }) {
  const clock = createServerClock();
  const begin = () => timeline.play();
  /** @type {Waiting | null} */
  let waiting = null;
  let isLarge = false;
  // On a small stage the words would cover what it shows.
  const sayWaiting = () => scene.wait?.(isLarge ? waiting : null);
  /** @param {Waiting | null} next */
  const wait = (next) => {
    waiting = next;
    sayWaiting();
  };
  const following = createMatchFollower({ store, timeline, begin, wait }, clock.now);
  /** @type {MatchStanding | null} */
  let status = null;
  let isLost = false;

  /** @param {MatchStanding} next */
  function onStatus(next) {
    // Its replay is for visitors who have not seen it.
    if (!status && next.state === "over") return onMissed();
    clock.hear(next.clock_ms);
    status = next;
    following.show(next);
  }

  /** @param {boolean} isThere */
  function onConnection(isThere) {
    if (isLost && isThere) clock.forget();
    isLost = !isThere;
  }

  const report = { onStatus, onConnection, onError };
  const { close } = watchMatch(id, store, report, { spectator: true });
  const isAtEdge = () => timeline.position >= store.untilMs;
  return {
    get isMoving() {
      return !isAtEdge();
    },
    get isWaiting() {
      return isAtEdge() && !store.isOver;
    },
    note() {
      if (status?.state !== "playing") return "";
      const { round, show_until_ms, deadline_ms } = status;
      const left = Math.max(0, Math.ceil((deadline_ms - clock.now()) / 1000));
      const runs = !isLost && clock.now() >= show_until_ms;
      return [t("Round {round}", { round }), runs && clockTime(left)].filter(Boolean).join(" · ");
    },
    setLarge(value) {
      isLarge = value;
      sayWaiting();
    },
    close,
  };
}
