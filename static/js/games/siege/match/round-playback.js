// @ts-check
/** @import { Player } from "../../../player/player" */
/** @import { MatchStatus } from "./types" */

const AT_EDGE_MS = 60;

/**
 * Whether the last round still plays on the stage. Until then the rest of the page does not reveal its result, at
 * most while the server waits before starting the clock. A page opened after a round does not wait for it.
 *
 * @param {Player} player
 * @param {() => number} now server time
 * @param {MatchStatus} first
 * @param {() => void} onChange
 */
export function createRoundPlayback({ store, timeline }, now, first, onChange) {
  let status = first;
  let isOn = false;

  const played = () => store.states[store.states.length - 1].round;
  const isMoving = () => timeline.playing && timeline.position < store.untilMs - AT_EDGE_MS;

  const isAllShown = () => store.landed(timeline.position) === store.events.length;

  function update() {
    const next = shows();
    if (next === isOn) return;
    isOn = next;
    onChange();
  }

  function shows() {
    if (status.state === "over") {
      return first.state === "playing" && (!store.isOver || (isMoving() && !isAllShown()));
    }
    if (status.round <= first.round || now() >= status.show_until_ms) return false;
    return played() < status.round - 1 || isMoving();
  }

  timeline.subscribe(update);
  return {
    get isOn() {
      return isOn;
    },
    /** @param {MatchStatus} next */
    show(next) {
      status = next;
      isOn = shows();
      setTimeout(update, Math.max(0, next.show_until_ms - now()));
    },
  };
}
