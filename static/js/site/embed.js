// @ts-check
import { createChange, glyph, h } from "../lib/dom.js";
import { keepFocus } from "../lib/keys.js";
import { t } from "../lib/text.js";
import { createVeil } from "../player/controls/spoiler-veil.js";
import { createReel } from "../player/index.js";
import { createPlayer } from "../player/player.js";
import { feed } from "./watch/feed.js";

/** @import { EmbedData, RulesetView } from "../player/types" */
/** @import { Player } from "../player/player" */

/** The name by which a parent page tells our messages from others, and we its commands. */
const NAME = "battlereel";

/** How high the stage wants to be, as a share of the width, and within which px. */
const STAGE_SHARE = 0.5;
const STAGE_LEAST = 300;
const STAGE_MOST = 620;

/**
 * A battle within another site's page: the theater, with what the address asks for around it, and
 * messages to and from the parent page.
 *
 * @param {HTMLElement} root
 * @param {EmbedData} data
 * @param {RulesetView} view
 */
export function createEmbed(root, data, view) {
  return createReel(root, {
    page: (context) => arrangeEmbed(root, data, createPlayer(context, data, view)),
  });
}

/**
 * @param {HTMLElement} root
 * @param {EmbedData} data
 * @param {Player} player
 */
function arrangeEmbed(root, data, player) {
  const { battle } = data;
  const { options, problems } = data.embed;
  const { timeline } = player;
  timeline.setSpeed(options.speed);
  timeline.setLooping(options.loop);

  root.dataset.controls = options.controls ? "shown" : "hidden";
  root.replaceChildren(
    ...(options.title ? [titleBar(player, battle)] : []),
    player.theater,
    ...(problems.length > 0 ? [notice(problems)] : []),
    ...player.unseen,
  );
  const big = createBigPlay(player, options.controls);
  player.theater.append(big);
  player.open();

  const send = createSender(battle.id);
  sendBeats(player, send);
  sendSize(root, player, send);
  obeyParent(player);
  send("ready", { options, problems });
  feed(root, data, player, () => {
    if (options.beat !== null) timeline.seekBeat(options.beat);
    if (options.autoplay) player.begin();
    else showPoster(player);
  });
  return player;
}

/**
 * Shows how the beat at the playhead leaves the stage: a picture to begin from.
 *
 * @param {Player} player
 */
function showPoster({ timeline, store }) {
  const { cue, length } = store.beats[Math.max(0, store.beatAt(timeline.position))];
  timeline.seek(cue + length - 1);
}

/**
 * @param {Player} player
 * @param {{ title: string, share_url: string }} battle
 */
const titleBar = ({ context, status, timeline }, { title, share_url }) =>
  h(
    "header",
    { class: "embed-title" },
    h("a", { href: share_url, target: "_blank", rel: "noopener" }, title),
    createVeil(context, timeline, { words: "", label: t("Show the ending") }),
    status,
  );

/**
 * List the options in the address that cannot be used, for the author of the page.
 *
 * @param {string[]} problems
 */
const notice = (problems) =>
  h("ul", { class: "embed-notice" }, ...problems.map((text) => h("li", {}, text)));

/**
 * The button in the middle of the stage that begins. Without controls it also goes on after a pause.
 *
 * @param {Player} player
 * @param {boolean} hasControls
 */
function createBigPlay({ context, timeline, store, theater }, hasControls) {
  const button = h(
    "button",
    { type: "button", class: "big-play", "aria-label": t("Play"), onclick: () => timeline.play() },
    glyph("M7 4v16l13-8z"),
  );
  button.hidden = true;
  let hasBegun = false;
  timeline.subscribe(() => {
    hasBegun ||= timeline.playing;
    const isHidden = timeline.playing || store.events.length === 0 || (hasBegun && hasControls);
    if (button.hidden === isHidden) return;
    keepFocus(
      () => {
        button.hidden = isHidden;
      },
      hasControls ? context.find('[data-control="play"]') : theater,
    );
  });
  return button;
}

/** @typedef {(type: string, more?: Record<string, unknown>) => void} Send */

/**
 * Sends messages to the page around. Nothing in them is anybody's secret, so any page may have them.
 *
 * @param {string} battle
 * @returns {Send}
 */
function createSender(battle) {
  return (type, more = {}) => {
    if (parent !== window) parent.postMessage({ source: NAME, type, battle, ...more }, "*");
  };
}

/**
 * @param {Player} player
 * @param {Send} send
 */
function sendBeats({ timeline, store }, send) {
  let last = -1;
  let ended = false;
  timeline.subscribe(() => {
    const k = store.beatAt(timeline.position);
    if (k >= 0 && k !== last) {
      const { first, round } = store.beats[k];
      send("beat", { beat: store.events[first].beat, round, ms: Math.round(timeline.position) });
    }
    last = k;
    const state = store.states[store.landed(timeline.position)];
    if (state.ended && !ended) {
      send("ended", { winner: state.winner, reason: state.reason, rounds: state.round });
    }
    ended = state.ended;
  });
}

/**
 * Says how high the frame should be for its width. The height that it has plays no part, so that a
 * parent which follows does not start a race.
 *
 * @param {HTMLElement} root
 * @param {Player} player
 * @param {Send} send
 */
function sendSize(root, { context, theater }, send) {
  const stage = /** @type {HTMLElement} */ (theater.querySelector(".stage"));
  const isOtherHeight = createChange(0);
  const measure = () => {
    const around = root.scrollHeight - stage.offsetHeight;
    const wanted = root.clientWidth * STAGE_SHARE;
    const height = Math.ceil(around + Math.max(STAGE_LEAST, Math.min(STAGE_MOST, wanted)));
    if (!isOtherHeight(height)) return;
    send("resize", { height });
  };
  context.onResize(root, measure);
  context.onResize(theater, measure);
}

/**
 * Does what the page around asks for.
 *
 * @param {Player} player
 */
function obeyParent({ context, timeline }) {
  /** @param {MessageEvent} message */
  function obey({ source, data }) {
    if (source !== parent || data?.target !== NAME) return;
    if (data.type === "play") timeline.play();
    else if (data.type === "pause") timeline.pause();
    else if (data.type === "seek") {
      if (Number.isFinite(data.beat)) timeline.seekBeat(data.beat);
      else if (Number.isFinite(data.ms)) timeline.seek(data.ms);
    }
  }
  addEventListener("message", obey, { signal: context.signal });
}
