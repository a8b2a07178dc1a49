// @ts-check
import { listenForSwipes } from "../lib/swipe.js";
import { areOff } from "../player/controls/keyboard.js";
import { createLog } from "../player/controls/log.js";
import { createStore } from "../player/engine/store.js";
import { createReel } from "../player/index.js";
import { createPlayer } from "../player/player.js";
import { fetchRecording } from "../player/source/net.js";
import { createChallengeExtra } from "./challenge/result-card.js";
import { createNextSteps } from "./watch/next-steps.js";
import { offerTour } from "./watch/tour-offer.js";
import { remember } from "./watched-battles.js";

/** @import { PageData, RulesetView } from "../player/types" */

/**
 * Why a match ended so, by the recording of its battle, which has what was secret before.
 *
 * @param {string} battle its id
 * @param {PageData} data
 * @param {RulesetView} view
 */
async function whyOf(battle, { battle: { called } }, view) {
  const store = createStore(view, called);
  const { createReasons } = await import("./watch/reasons.js");
  store.append(await fetchRecording(`/api/v1/battles/${battle}/recording`));
  return createReasons(store, view);
}

/** What the page of a match, which its game brings along, is put together from. */
export const parts = {
  ...{ createReel, createPlayer, createLog, createChallengeExtra, createNextSteps, remember },
  ...{ areOff, listenForSwipes, offerTour, whyOf },
};

/** @typedef {typeof parts} PageParts */
