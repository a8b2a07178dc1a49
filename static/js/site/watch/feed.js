// @ts-check
import { t } from "../../lib/text.js";
import { fetchRecording, watchLive } from "../../player/source/net.js";
import { seenBy, viewpoint } from "./viewpoint.js";

/** @import { Chunk, PageData } from "../../player/types" */
/** @import { Player } from "../../player/player" */

/**
 * Whether the frame is in a sandbox that gives it no origin, as some programs frame what they find
 * by oEmbed: no file of ours is of the same origin then.
 */
const isSandboxed = self.origin === "null";

/**
 * Brings a battle from the server: what is on air as it comes, otherwise the recording at once.
 *
 * @param {HTMLElement} root
 * @param {PageData} data
 * @param {Player} player
 * @param {(whole: Chunk) => void} onRecording begins to play when the recording is there
 */
export async function feed(root, data, player, onRecording) {
  if (data.battle.status === "on_air") {
    if (isSandboxed) {
      // The server tells live battles to pages of its own origin only.
      player.fail(t("This page shows it in a sandbox, where it can be watched once it is over."));
      return;
    }
    followLive(root, data.battle.id, player);
    return;
  }
  player.showStatus("replay");
  let whole;
  try {
    whole = await fetchRecording(data.recording_url);
    player.store.append(seenBy(whole, viewpoint()));
  } catch (error) {
    player.fail(error instanceof Error ? error.message : String(error));
    return;
  }
  if (player.context.signal.aborted) return;
  onRecording(whole);
}

/**
 * @param {HTMLElement} root
 * @param {string} battle
 * @param {Player} player
 */
function followLive(root, battle, { context, store, timeline, showStatus, fail }) {
  timeline.subscribe(() => {
    if (store.isOver && !timeline.onAir) showStatus("over");
  });
  const { close } = watchLive(battle, store, {
    onClock: (ms) => {
      timeline.setAirClock(ms);
      if (!timeline.playing && !root.dataset.joined) timeline.goLive();
      root.dataset.joined = "true";
    },
    onStatus: (next) => showStatus(next === "over" && timeline.onAir ? "on_air" : next),
    onError: fail,
  });
  context.onEnd(close);
}
