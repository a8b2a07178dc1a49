// @ts-check
import { h } from "../../lib/dom.js";
import { longer, t } from "../../lib/text.js";
import { createPanels } from "../../player/controls/panels.js";
import { createVeil } from "../../player/controls/spoiler-veil.js";
import { keepInView } from "../../player/controls/viewport.js";
import { createReel } from "../../player/index.js";
import { createPlayer } from "../../player/player.js";
import { isHidden, rememberEnd } from "../watched-battles.js";
import { createEnding } from "./ending.js";
import { createExtras } from "./extras.js";
import { feed } from "./feed.js";
import { followLinks } from "./moment-links.js";
import { createNextSteps, quietButton } from "./next-steps.js";
import { rematchForm } from "./rematch.js";
import { resume } from "./resume.js";
import { createShare } from "./share.js";
import { offerTour } from "./tour-offer.js";
import { createViewpoints } from "./viewpoint.js";
import { createWhatIf } from "./whatif/card.js";

/** Number of units above which their small figures are bitmaps. */
const CROWD = 40;

/** @import { Player } from "../../player/player" */
/** @import { RulesetView, WatchData } from "../../player/types" */

/**
 * Puts the whole watch page together and starts it.
 *
 * @param {HTMLElement} root
 * @param {WatchData} data
 * @param {RulesetView} view
 */
export function createPage(root, data, view) {
  const known = { ...data, spoilers_hidden: isHidden(data) };
  return createReel(root, {
    page: (context) => arrangePage(root, data, createPlayer(context, known, view)),
  });
}

/**
 * @param {HTMLElement} root
 * @param {WatchData} data
 * @param {Player} player
 */
function arrangePage(root, data, player) {
  const { battle } = data;
  const { context, store, timeline, view } = player;
  const beside = createPanels(player);
  const viewpoints = createViewpoints(data, player);
  const share = createShare(data, player);
  const whatIf = createWhatIf(data, player);
  /** Opened at the end of the battle by `#share` and the like: where a match has ended, its page leads there. */
  const dialogs = /** @type {Record<string, { open(): void } | undefined>} */ ({ share, whatIf });
  const ending = createEnding(player, () => import(data.after.module), data);
  const more = [quietButton(t("What if…"), whatIf.open), quietButton(t("Share"), share.open)];
  const next = createNextSteps(player, more, nextBattle(data));
  const extras = createExtras(data, { store, timeline, view, offerNext: next.offer });
  extras.append(whatIf.root);

  root.replaceChildren(
    h(
      "header",
      { class: "watch-head" },
      h("h1", { class: longer(battle.title, 20), title: battle.title }, battle.title),
      player.status,
      ending.jump,
      createVeil(context, timeline),
      offerTour(data.tour, player),
      viewpoints.root,
    ),
    share.root,
    player.theater,
    ending.root,
    extras,
    beside.aside,
    beside.table,
    ...player.unseen,
  );
  player.open();
  keepInView(context, player.theater);
  rememberEnd(player);
  const toLinkedMoment = followLinks(timeline, context.signal);
  feed(root, data, player, (whole) => {
    viewpoints.show(whole);
    whatIf.begin();
    const isLinked = toLinkedMoment();
    resume(player, isLinked);
    const dialog = dialogs[location.hash.slice(1)];
    if (dialog) {
      // A reload does not open it again.
      history.replaceState(history.state, "", location.pathname + location.search);
      timeline.seek(Infinity);
    } else if (!isLinked) player.begin();
    dialog?.open();
    const units = player.theater.querySelectorAll("[data-unit]").length;
    // Without a connection they stay paths.
    if (units > CROWD)
      import("./small-figures.js").then(
        ({ shareBitmaps }) => shareBitmaps(root),
        () => {},
      );
  });
  return player;
}

/**
 * Return the way to the next sample or to a rematch; null for a challenge, whose players decide together what comes
 * next.
 *
 * @param {WatchData} data
 */
function nextBattle({ after, extras }) {
  if (extras.some(({ kind }) => kind === "challenge")) return null;
  if (after.next?.follows) {
    const { url, title } = after.next;
    return h("a", { class: "button", href: url, title }, t("Next sample"));
  }
  const again = extras.find(({ kind }) => kind === "again");
  return again ? rematchForm(again, t("Rematch")) : null;
}
