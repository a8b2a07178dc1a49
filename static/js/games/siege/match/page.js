// @ts-check
import { h } from "../../../lib/dom.js";
import { focusOn, keepFocus } from "../../../lib/keys.js";
import { longer, t } from "../../../lib/text.js";
import { watchMatch } from "../../../player/source/match.js";
import { createMatchFollower } from "../../../player/source/match-follower.js";
import { rowName } from "../words.js";
import { createClock } from "./clock.js";
import { createCoach } from "./coach.js";
import { createResignConfirmation } from "./confirm.js";
import { createEnding } from "./ending.js";
import { createNotebook } from "./notebook.js";
import { createOrders, ORDER_KEYS } from "./orders.js";
import { createPanes } from "./panes.js";
import { createPlayerStatus } from "./player-status.js";
import { createRoundPlayback } from "./round-playback.js";
import { createServer } from "./server.js";
import { roundSummary } from "./summary.js";
import { createTurnAlert } from "./turn-alert.js";

/** @import { Player } from "../../../player/player" */
/** @import { RulesetView } from "../../../player/types" */
/** @import { PageParts } from "../../../site/match-parts" */
/** @import { MatchData, MatchStatus } from "./types" */

/**
 * Build the page of a match in place of its plain form, and keep it up to date.
 *
 * @param {HTMLElement} root
 * @param {MatchData} data
 * @param {RulesetView} view
 * @param {PageParts} parts shared with other pages
 */
export function createMatchPage(root, data, view, parts) {
  const keys = data.match.you ? ORDER_KEYS : [];
  return parts.createReel(root, {
    page: (context) =>
      arrangePage(root, data, parts.createPlayer(context, data, view, keys), parts),
  });
}

/**
 * @param {HTMLElement} root
 * @param {MatchData} data
 * @param {Player} player
 * @param {PageParts} parts
 */
function arrangePage(root, data, player, parts) {
  const own = data.match.you?.side ?? null;
  const { context, store, timeline, view } = player;
  const { signal } = context;
  const clock = createClock(signal);
  const standing = createPlayerStatus(data.match);
  const orders = createOrders(data.catalog, data.icons_url, {
    recall(round) {
      const state = store.states[store.states.length - 1];
      if (!own || !state.sides || state.round < round) return null;
      return state.lineups[own].map((/** @type {string} */ id) =>
        roundSummary(data.catalog, state, id, round),
      );
    },
    lastOrders(round) {
      const given = store.events.findLast(
        ({ type, side }) => type === "orders_given" && side === own,
      );
      return given && store.states[given.seq].round === round ? given.orders : {};
    },
    rowName: (row) => rowName(store.states[store.states.length - 1], row),
    onSkip: () => following.join(),
    areOff: parts.areOff,
    signal,
  });
  const notebook = createNotebook(data.links.notebook, orders.showPreviews);
  const challenge = h("a", { href: data.challenge.url }, t("The challenge"));
  const ending = createEnding(data, player, parts, () => {
    // The ending has its own link to the challenge.
    keepFocus(() => challenge.remove(), ending.title);
    // A player who resigned or locked last has the focus there.
    if (document.activeElement === standing.root) focusOn(ending.title);
  });
  const following = createMatchFollower(player, clock.now);
  const showing = createRoundPlayback(player, clock.now, data.match, unveil);
  const panes = createPanes(root, { stage: player.theater, orders: orders.root }, parts);
  const attention = createTurnAlert(player.ring, signal);
  const server = createServer(data, {
    onStatus: show,
    onSaving: orders.showSaving,
    onRefused: orders.say,
  });
  const resigning = createResignConfirmation(server.resign);
  const offline = h(
    "p",
    { class: "offline-note", role: "status", hidden: true },
    t("Connection lost: trying again. Saved orders count, and the server's clock keeps running."),
  );
  orders.connect(server);
  const bar = h(
    "div",
    { class: "match-bar" },
    ...[clock.root, standing.root, following.latest, panes.tabs],
  );
  const coach = own && data.explains ? createCoach(player, own).root : null;
  const mine = own ? [orders.root, notebook.root] : [];
  const side = h("div", { class: "match-side" }, ending.root, coach, ...mine);
  // Swipes over the stage step through the battle.
  for (const element of [bar, side]) panes.listen(element);

  root.replaceChildren(
    h(
      "header",
      { class: "watch-head match-head" },
      h("h1", { class: longer(data.battle.title, 20) }, data.battle.title),
      player.status,
      challenge,
      h("a", { href: "/rules/siege" }, t("Rules")),
      own && data.match.round === 1 ? parts.offerTour(data.tour, player) : null,
      own ? resigning.button : h("span", { class: "hint" }, t("You are watching.")),
    ),
    bar,
    offline,
    player.theater,
    side,
    h("div", { class: "match-log" }, parts.createLog(context, store, timeline, view).root),
    resigning.dialog,
    ...player.unseen,
  );
  root.dataset.viewer = data.match.you?.side ?? "spectator";
  player.open();
  player.showStatus("connecting");

  let isFirst = true;
  let status = data.match;
  /** Show a status, unless a newer one has arrived before it. @param {MatchStatus} next */
  function show(next) {
    if (next.clock_ms < status.clock_ms) return;
    status = next;
    root.dataset.state = status.state;
    root.dataset.round = String(status.round);
    clock.show(status);
    standing.show(status);
    keepFocus(() => resigning.show(status), standing.root);
    ending.show(status);
    showing.show(status);
    unveil();
  }

  /** Show the result of the last round, once it has played on the stage. */
  function unveil() {
    keepFocus(
      () => {
        panes.show(own !== null && status.state === "playing", showing.isOn);
        if (showing.isOn) return orders.hold();
        orders.show(status);
        notebook.show(status);
      },
      ending.root.hidden ? standing.root : ending.title,
      // On a phone in landscape the status is above the stage: do not scroll to it.
      { preventScroll: ending.root.hidden === true },
    );
    if (!showing.isOn) attention.show(status);
  }

  const { close } = watchMatch(data.match.match, store, {
    onStatus(/** @type {MatchStatus} */ status) {
      // It ended while the page was loading: spectators get the replay.
      if (isFirst && !own && status.battle) return location.replace(`/b/${status.battle}`);
      isFirst = false;
      root.dataset.connected = "true";
      show(status);
      following.show(status);
      if (status.battle) player.showStatus("over");
    },
    onConnection(isThere) {
      const isLost = !isThere && root.dataset.state !== "over";
      offline.hidden = !isLost;
      // Before the first status there is no connection to report.
      if (!isFirst) root.dataset.connected = String(isThere);
      if (isLost) clock.lose();
      if (root.dataset.state !== "over") player.showStatus(isThere ? "on_air" : "reconnecting");
    },
    onError: player.fail,
  });
  context.onEnd(close);
  const onLeave = (/** @type {Event} */ event) => server.isSending && event.preventDefault();
  addEventListener("beforeunload", onLeave, { signal });
  show(data.match);
  return player;
}
