// @ts-check
import { h } from "../../lib/dom.js";
import { keyOf } from "../../lib/keys.js";
import { t } from "../../lib/text.js";
import { areOff } from "../../player/controls/keyboard.js";
import { createNarrator } from "../../player/controls/narrator.js";
import { createVeil } from "../../player/controls/spoiler-veil.js";
import { keepInView } from "../../player/controls/viewport.js";
import { createGaze } from "../../player/engine/pacing.js";
import { createReel } from "../../player/index.js";
import { begin, createTheater } from "../../player/player.js";
import { createPlayback } from "../../player/show.js";
import { fetchRecording } from "../../player/source/net.js";
import { isHidden } from "../watched-battles.js";
import { createDivergence, divergenceOf } from "./difference.js";
import { joinStores, joinViews } from "./joint-store.js";
import { createPanel } from "./panel.js";

/** @import { Context } from "../../player/context" */
/** @import { PageData, RulesetView } from "../../player/types" */
/** @import { Parting } from "./difference" */
/** @import { Panel } from "./panel" */

/**
 * What the server puts into the page: the first battle as everywhere, and the other one.
 *
 * @typedef {PageData & { other: Pick<PageData, "battle" | "recording_url">, labels: [string, string], is_branch: boolean }} PairData
 */

/**
 * Two battles that are over next to each other, on one clock; null if one cannot be loaded.
 *
 * @param {HTMLElement} root
 * @param {PairData} data
 * @param {RulesetView} view
 */
export async function createPair(root, data, view) {
  /** @type {Awaited<ReturnType<typeof fetchRecording>>[]} */
  let wholes;
  try {
    wholes = [await fetchRecording(data.recording_url)];
    wholes.push(await fetchRecording(data.other.recording_url));
  } catch (error) {
    root.replaceChildren(failure(error instanceof Error ? error.message : String(error)));
    return null;
  }
  const battles = [data.battle, data.other.battle];
  const panels = battles.map((battle, k) =>
    createPanel(data, battle, data.labels[k], view, wholes[k]),
  );
  const [one, other] = panels.map(({ store }) => store);
  const parting = divergenceOf(one, other, view);
  const store = joinStores(one, other, parting?.seq ?? one.events.length);
  const differs = store.events.findIndex((event) => event.of === 1);
  // What is the same is said once, and for both.
  const from = differs < 0 ? Infinity : Math.min(differs, parting?.seq ?? Infinity);
  const joint = joinViews(view, ({ seq, of }) => (seq < from ? "" : data.labels[of]));

  const isVeiled = battles.some((battle) => isHidden({ ...data, battle }));
  return createReel(root, {
    page(context) {
      const playback = createPlayback(context, joint, store);
      playback.timeline.setVeiled(isVeiled);
      arrangePage(context, data, view, { playback, panels, parting });
      return playback;
    },
  });
}

/**
 * @param {Context} context
 * @param {PairData} data
 * @param {RulesetView} view
 * @param {object} both
 * @param {ReturnType<typeof createPlayback>} both.playback of both together
 * @param {Panel[]} both.panels
 * @param {Parting | null} both.parting
 */
function arrangePage(context, { labels, is_branch }, view, { playback, panels, parting }) {
  const { root } = context;
  const { store, timeline, pacing } = playback;
  const [one, other] = panels.map((panel) => panel.store);
  const narrator = createNarrator(context, store, timeline, playback.view);
  const found = createDivergence([one, other], labels, parting, timeline, view);
  const stages = h("div", { class: "pair-stages" }, ...panels.map((panel) => panel.root));
  const swap = createSwap(stages, labels);
  const { theater, film, open } = createTheater(context, playback, {
    keys: [
      ["x", t("the first event that differs")],
      ["v", t("the other battle, if only one is shown")],
    ],
    stages: [swap.root, stages],
    complete: () => ({}),
    inspectors: () => inspectors,
  });
  theater.classList.add("pair-theater");

  root.replaceChildren(
    h(
      "header",
      { class: "watch-head" },
      h("h1", {}, t("Side by side")),
      createVeil(context, timeline),
    ),
    found.root,
    theater,
    narrator.live,
  );
  const gaze = createGaze(timeline, pacing);
  const inspectors = panels.map((panel) => panel.open(context, timeline, gaze));
  listenForOwnKeys(context, { x: found.show, v: swap.toggle });
  if (parting) film.compare([store.landed(parting.known) - 1], other);
  open();
  context.onResize(stages, film.draw);
  keepInView(context, theater);
  film.plot();
  // While an end is hidden, so is where both part, except for a branch: its maker knows.
  if (parting && (is_branch || !timeline.veiled)) found.show();
  else begin(context, timeline);
}

/** @param {string} why */
const failure = (why) =>
  h(
    "p",
    { class: "notice", role: "alert" },
    t("The battle could not be loaded."),
    ` ${why} `,
    h(
      "button",
      { type: "button", class: "button", onclick: () => location.reload() },
      t("Try again"),
    ),
  );

/**
 * Chooses which of the two is shown where there is room for one.
 *
 * @param {HTMLElement} stages
 * @param {string[]} labels
 */
function createSwap(stages, labels) {
  const buttons = labels.map((label, k) =>
    h("button", { type: "button", onclick: () => show(k) }, label),
  );
  /** @param {number} k */
  function show(k) {
    stages.dataset.shown = String(k);
    buttons.forEach((button, n) => {
      button.setAttribute("aria-pressed", String(n === k));
    });
  }
  show(0);
  return {
    root: h("div", { class: "pair-swap", role: "group", "aria-label": t("Shown") }, ...buttons),
    toggle: () => show(stages.dataset.shown === "0" ? 1 : 0),
  };
}

/** @param {Context} context @param {Record<string, () => void>} actions by key */
function listenForOwnKeys({ keys, signal }, actions) {
  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const { target } = event;
    const key = keyOf(event);
    if (areOff() || !Object.hasOwn(actions, key)) return;
    if (target instanceof Element && target.closest("input[type=text], select, dialog")) return;
    actions[key]();
  }
  keys.addEventListener("keydown", /** @type {EventListener} */ (onKey), { signal });
}
