// @ts-check
import { createChange, h } from "../../lib/dom.js";
import { listenForSwipes } from "../../lib/swipe.js";
import { scoreText } from "../../lib/text.js";
import { createInspector } from "../../player/controls/inspector.js";
import { createNarrator } from "../../player/controls/narrator.js";
import { SIDES } from "../../player/engine/sides.js";
import { createStore } from "../../player/engine/store.js";
import { createPicture } from "../../player/show.js";
import { rememberEnd } from "../watched-battles.js";

/** @import { Chunk, PageData, RulesetView } from "../../player/types" */
/** @import { Context } from "../../player/context" */
/** @import { Gaze } from "../../player/engine/pacing" */
/** @import { Timeline } from "../../player/engine/timeline" */

/**
 * One of two battles: its stage, and what belongs to it alone. It has a store of its own and goes by a
 * timeline that it shares.
 *
 * @param {PageData} data
 * @param {PageData["battle"]} battle
 * @param {string} label by which the page calls it
 * @param {RulesetView} view
 * @param {Chunk} whole
 */
export function createPanel(data, battle, label, view, whole) {
  const store = createStore(view, battle.called);
  store.append(whole);
  const stage = h("div", { class: "stage" });
  const reading = { a: h("b", { class: "of-a" }), b: h("b", { class: "of-b" }) };
  const root = h(
    "section",
    { class: "pair-panel", "aria-label": label },
    h(
      "header",
      { class: "pair-head" },
      h("h2", {}, label),
      h("a", { href: battle.share_url }, battle.title),
      h("span", { class: "pair-reading", title: view.gaugeTitle }, reading.a, " : ", reading.b),
    ),
    stage,
  );

  return {
    store,
    stage,
    root,
    /**
     * Draws it by a timeline, once it is on the page.
     *
     * @param {Context} context
     * @param {Timeline} timeline
     * @param {Gaze} gaze
     */
    open(context, timeline, gaze) {
      const inspector = createInspector(store, timeline, view, data.icons_url);
      const how = { gaze, onInspect: inspector.inspect };
      const picture = createPicture(context, view, { store, timeline }, { ...data, battle }, how);
      // Announcements are made once, for both together.
      root.append(createNarrator(context, store, timeline, view).subtitle, inspector.root);
      picture.open(stage);
      listenForSwipes(stage, (direction) => timeline.step("beat", direction, true));
      rememberEnd({ battle, store, timeline, view });
      const isNew = createChange(-1);
      timeline.subscribe(() => {
        const landed = store.landed(timeline.position);
        if (!isNew(landed)) return;
        stage.dataset.landed = String(landed);
        const score = view.score(store.states[landed]);
        for (const side of SIDES) {
          // Before the first event nothing is known.
          reading[side].textContent = scoreText(view, landed > 0 ? score[side] : null);
        }
      });
      return inspector;
    },
  };
}

/** @typedef {ReturnType<typeof createPanel>} Panel */
