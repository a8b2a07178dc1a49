// @ts-check
import { h } from "../../lib/dom.js";
import { t } from "../../lib/text.js";

/** @import { Store } from "../engine/store" */
/** @import { Timeline } from "../engine/timeline" */
/** @import { MatchStanding, Waiting } from "../types" */

const AT_EDGE_MS = 60;

/**
 * Keep the stage at the end of a match: new events play as they arrive, unless the viewer has paused or gone back;
 * then a button returns to the end.
 *
 * @param {object} player
 * @param {Store} player.store
 * @param {Timeline} player.timeline
 * @param {() => void} player.begin plays, if it may
 * @param {(waiting: Waiting | null) => void} player.wait says that people decide what comes next
 * @param {() => number} now the server's time
 */
export function createMatchFollower(player, now) {
  const { store, timeline } = player;
  /** @type {MatchStanding | null} */
  let status = null;
  const latest = h(
    "button",
    { type: "button", class: "button latest", hidden: true, onclick: join },
    t("To the latest"),
  );

  const isAtEdge = () => timeline.position >= store.untilMs - AT_EDGE_MS;
  const lastRound = () => store.states[store.states.length - 1].round;

  function join() {
    timeline.seek(store.untilMs);
    timeline.play();
  }

  /** Whether the viewer watches events as they arrive, and has not gone back. */
  let isAlong = true;
  let waits = "";
  function draw() {
    isAlong = timeline.playing || isAtEdge();
    const isWaiting = status !== null && status.state === "playing" && isAtEdge();
    const next = isWaiting && status ? JSON.stringify([status.round, status.locked]) : "";
    if (next !== waits) {
      waits = next;
      player.wait(isWaiting && status ? { round: status.round, locked: status.locked } : null);
    }
    latest.hidden = status === null || store.isOver || timeline.playing || isAtEdge();
  }
  timeline.subscribe(draw);

  /** @param {boolean} isFirst whether the page has just been opened */
  function lead(isFirst) {
    const here = store.states[store.landed(timeline.position)].round;
    if (isFirst) {
      const isFresh = status && now() < status.show_until_ms && !store.isOver;
      if (!isFresh || !timeline.seekRound(lastRound())) timeline.seek(store.untilMs);
      if (!store.isOver) comeAlong();
    } else if (timeline.playing && !isAtEdge() && here < lastRound() - 1) {
      timeline.seekRound(lastRound());
      timeline.play();
    } else if (isAlong && !timeline.playing) {
      comeAlong();
    }
  }

  /** Plays on; with reduced motion, shows the result. */
  function comeAlong() {
    player.begin();
    if (!timeline.playing) timeline.seek(store.untilMs);
  }

  return {
    latest,
    join,
    /** @param {MatchStanding} next after the events that came with it */
    show(next) {
      const isFirst = status === null;
      const isNew = status?.round !== next.round || status.state !== next.state;
      status = next;
      if (store.events.length > 0 && (isFirst || isNew)) lead(isFirst);
      draw();
    },
  };
}
