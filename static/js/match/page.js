// @ts-check
import { h } from "../core/dom.js";
import { watchMatch } from "../core/net.js";
import { VIEWS } from "../scenes/index.js";
import { createLog } from "../ui/log.js";
import { createPlayer } from "../ui/player.js";
import { createClock } from "./clock.js";
import { createEnding } from "./ending.js";
import { createFollowing } from "./following.js";
import { createNotebook } from "./notebook.js";
import { createOrders } from "./orders.js";
import { createResigning } from "./resigning.js";
import { createServer } from "./server.js";
import { createStanding } from "./standing.js";

/** @import { MatchData, Told } from "./types" */

/**
 * Puts the page of a match together, in place of its plain form, and keeps it up to date.
 *
 * @param {HTMLElement} root
 * @param {MatchData} data
 */
export function createMatchPage(root, data) {
  const player = createPlayer(root, data, VIEWS[data.battle.ruleset](data.catalog));
  const { store, timeline, view } = player;
  const isPlayer = data.match.you !== null;
  const clock = createClock();
  const standing = createStanding(data.match);
  const orders = createOrders(data.catalog, data.icons_url);
  const notebook = createNotebook(data.links.notebook);
  const ending = createEnding(data, player);
  const following = createFollowing(player, clock.now);
  const server = createServer(data, {
    onTold: show,
    onSaving: orders.showSaving,
    onRefused: orders.say,
  });
  const resigning = createResigning(server.resign);
  const offline = h(
    "p",
    { class: "offline-note", role: "status", hidden: true },
    "Connection lost: trying again. What is saved counts; the clock is the server’s, and runs on.",
  );
  orders.connect(server);

  root.replaceChildren(
    h(
      "header",
      { class: "watch-head match-head" },
      h("h1", {}, data.battle.title),
      player.status,
      h("a", { href: data.challenge.url }, "The challenge"),
      h("a", { href: "/rules/siege" }, "Rules"),
      isPlayer ? resigning.button : h("span", { class: "hint" }, "You look on."),
    ),
    h("div", { class: "match-bar" }, clock.root, standing.root, following.latest),
    offline,
    player.theater,
    h(
      "div",
      { class: "match-side" },
      ending.root,
      isPlayer ? orders.root : null,
      isPlayer ? notebook.root : null,
    ),
    h("aside", { class: "match-log" }, createLog(store, timeline, view).root),
    resigning.dialog,
    ...player.unseen,
  );
  root.dataset.viewer = data.match.you?.side ?? "spectator";
  player.open();
  player.showStatus("connecting");

  let newest = 0;
  /** Shows how the match stands; answers may overtake each other. @param {Told} told */
  function show(told) {
    if (told.clock_ms < newest) return;
    newest = told.clock_ms;
    root.dataset.state = told.state;
    root.dataset.round = String(told.round);
    clock.show(told);
    standing.show(told);
    orders.show(told);
    resigning.show(told);
    ending.show(told);
    notebook.show(told);
  }

  watchMatch(data.match.match, store, {
    onTold(told) {
      show(told);
      following.show(told);
      if (told.battle) player.showStatus("over");
    },
    onConnection(isThere) {
      const isLost = !isThere && root.dataset.state !== "over";
      offline.hidden = !isLost;
      root.dataset.connected = String(isThere);
      if (isLost) clock.reset();
      if (root.dataset.state !== "over") player.showStatus(isThere ? "on_air" : "reconnecting");
    },
    onError: player.fail,
  });
  show(data.match);
}
