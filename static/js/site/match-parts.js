// @ts-check
import { listenForSwipes } from "../lib/swipe.js";
import { areOff } from "../player/controls/keyboard.js";
import { createLog } from "../player/controls/log.js";
import { createReel } from "../player/index.js";
import { createPlayer } from "../player/player.js";
import { createChallengeExtra } from "./challenge/result-card.js";
import { remember } from "./watched-battles.js";

/** What the page of a match, which its game brings along, is put together from. */
export const parts = {
  ...{ createReel, createPlayer, createLog, createChallengeExtra, remember },
  ...{ areOff, listenForSwipes },
};

/** @typedef {typeof parts} PageParts */
