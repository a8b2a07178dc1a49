// @ts-check
/** @import { Player } from "../../../ui/player" */
/** @import { Told } from "./types" */

const AT_EDGE_MS = 60;

/**
 * Whether the round that was played last is still on the stage. Until then nothing beside the stage
 * tells what came of it; no longer, though, than the server waits before the clock runs. Whoever
 * comes to a round that has been played does not wait for it.
 *
 * @param {Player} player
 * @param {() => number} now the server's time
 * @param {Told} first
 * @param {() => void} onChange
 */
export function createShowing({ store, timeline }, now, first, onChange) {
  let told = first;
  let isOn = false;

  const played = () => store.states[store.states.length - 1].round;
  const isMoving = () => timeline.playing && timeline.position < store.untilMs - AT_EDGE_MS;

  const isTold = () => store.landed(timeline.position) === store.events.length;

  function look() {
    const next = shows();
    if (next === isOn) return;
    isOn = next;
    onChange();
  }

  function shows() {
    if (told.state === "over") {
      return first.state === "playing" && (!store.isOver || (isMoving() && !isTold()));
    }
    if (told.round <= first.round || now() >= told.show_until_ms) return false;
    return played() < told.round - 1 || isMoving();
  }

  timeline.subscribe(look);
  return {
    get isOn() {
      return isOn;
    },
    /** @param {Told} next */
    show(next) {
      told = next;
      isOn = shows();
      setTimeout(look, Math.max(0, next.show_until_ms - now()));
    },
  };
}
