// @ts-check
import { createChallengeExtra } from "../challenge/extra.js";
import { listenForSwipes } from "../core/swipe.js";
import { areOff } from "./keyboard.js";
import { createLog } from "./log.js";
import { createPlayer } from "./player.js";
import { remember } from "./seen.js";

/** What the page of a match, which its game brings along, is put together from. */
export const parts = {
  ...{ createPlayer, createLog, createChallengeExtra, remember },
  ...{ areOff, listenForSwipes },
};

/** @typedef {typeof parts} PageParts */
