// @ts-check
import { createChange, h, s } from "../../lib/dom.js";
import { termsWithin } from "../../lib/terms.js";
import { scoreText, t } from "../../lib/text.js";
import { SIDES } from "../engine/sides.js";

/** @import { Pacing } from "../engine/pacing" */
/** @import { Beat, RulesetView, Score, SideId } from "../types" */
/** @import { Store } from "../engine/store" */
/** @import { Timeline } from "../engine/timeline" */
/** @import { TurningPoint } from "../engine/turning-points" */

const HEIGHT = 100;

/** While the end is not known, the axis is at least so long, in ms, and what is known takes at most this share of it. */
const OPEN_MS = 20_000;
const KNOWN = 0.8;

/** A drag that ends so close to what is on air, or after it, joins it. */
const EDGE_MS = 1000;

/** Paths of both sides. @param {string} kind their class */
const paths = (kind) => ({
  a: s("path", { class: `${kind} of-a` }),
  b: s("path", { class: `${kind} of-b` }),
});

/**
 * The timeline's bar, marked where units fall and battles turn, and the gauge under it. Both share one
 * axis of time, and the whole of it can be dragged.
 *
 * @param {Store} store
 * @param {Timeline} timeline
 * @param {RulesetView} view
 * @param {Pacing} pacing
 */
export function createFilm(store, timeline, view, pacing) {
  const slider = h("input", {
    type: "range",
    class: "scrubber",
    min: "0",
    max: "1",
    step: "1",
    value: "0",
    "aria-label": t("Moment of the battle"),
  });
  const fallen = paths("mark");
  const turns = s("path", { class: "mark turn" });
  const branches = s("path", { class: "mark branch" });
  const skipped = s("path", { class: "skipped" });
  const marks = s(
    "svg",
    { class: "marks", preserveAspectRatio: "none", "aria-hidden": "true" },
    skipped,
    fallen.a,
    fallen.b,
    turns,
    branches,
  );
  const areas = paths("area");
  const lines = paths("line");
  const others = paths("other");
  const chart = s(
    "svg",
    { class: "gauge", preserveAspectRatio: "none", role: "img", "aria-label": view.gaugeTitle },
    areas.a,
    areas.b,
    others.a,
    others.b,
    lines.a,
    lines.b,
  );
  const played = h("div", { class: "played" });
  const head = h("div", { class: "playhead" });
  const future = h("div", { class: "future" });
  // The chart's own name says the same; what explains a word is for everybody.
  const silent = { "aria-hidden": "true" };
  const reading = {
    a: h("b", { class: "of-a", ...silent }),
    b: h("b", { class: "of-b", ...silent }),
  };
  const root = h(
    "div",
    { class: "film" },
    h("div", { class: "bar-room" }, h("div", { class: "rail" }, played), marks),
    h("div", { class: "gauge-room", title: view.gaugeTitle }, chart),
    h("div", { class: "head-room" }, future, head),
    slider,
    h(
      "div",
      { class: "reading" },
      reading.a,
      h("span", {}, ...termsWithin(view.gaugeTitle)),
      reading.b,
    ),
  );
  let axis = 1;
  let landedShown = -1;
  let drawnBeats = -1;
  const isOtherTour = createChange("");
  /** @type {number[]} */
  let forks = [];
  /** @type {Store | null} */
  let other = null;

  const isOpen = () => !store.isOver || timeline.onAir || timeline.veiled;

  /** The whole battle, or what may be shown of it so far and an open future: its length would give the end away. */
  function length() {
    if (!isOpen()) return Math.max(1, store.untilMs);
    return Math.max(OPEN_MS, timeline.revealed() / KNOWN);
  }

  /** @param {TurningPoint[]} [points] */
  function plot(points) {
    axis = length();
    slider.max = String(Math.ceil(axis));
    const box = `0 0 ${axis} ${HEIGHT}`;
    for (const svg of [marks, chart]) svg.setAttribute("viewBox", box);
    if (points) turns.setAttribute("d", points.map((p) => `M${p.ms} 12v76`).join(""));
    const shown = store.beatAt(timeline.revealed()) + 1;
    if (shown === drawnBeats) return;
    drawnBeats = shown;
    plotGauge(store.beats.slice(0, shown), store.beats[shown]?.cue ?? store.untilMs);
    plotFallen(store.beats[shown - 1]?.end ?? 0);
    plotForks();
  }

  /**
   * @param {Beat[]} beats
   * @param {number} until
   */
  function plotGauge(beats, until) {
    const here = scoresOf(store, beats);
    const revealed = timeline.revealed();
    const then = other?.beats.filter((beat) => beat.cue <= revealed) ?? [];
    const there = other ? scoresOf(other, then) : [];
    let top = view.gaugeMost ?? 1;
    for (const { score } of [...here, ...there]) top = Math.max(top, score.a ?? 0, score.b ?? 0);
    for (const side of SIDES) {
      const { d, start } = curve(here, side, top, until);
      lines[side].setAttribute("d", d);
      areas[side].setAttribute("d", d ? `${d}V${HEIGHT}H${start}Z` : "");
      const last = there.length && Math.min(axis, other?.untilMs ?? 0);
      others[side].setAttribute("d", curve(there, side, top, last).d);
    }
  }

  /**
   * @param {Store} of
   * @param {Beat[]} beats
   */
  const scoresOf = (of, beats) =>
    beats.map(({ end }) => ({ score: view.score(of.states[end]), ms: of.times[end - 1] }));

  /** @param {number} end of the events */
  function plotFallen(end) {
    const drawn = { a: "", b: "" };
    for (const event of store.events.slice(0, end)) {
      const side = view.fallen(event, store.states[event.seq])?.side;
      if (side) drawn[side] += `M${Math.round(store.times[event.seq])} ${side === "a" ? 6 : 62}v32`;
    }
    for (const side of SIDES) fallen[side].setAttribute("d", drawn[side]);
  }

  /** Marks where branches leave, as far as the battle is shown. */
  function plotForks() {
    const shown = forks.filter((seq) => store.times[seq] <= timeline.revealed());
    branches.setAttribute(
      "d",
      shown.map((seq) => `M${Math.round(store.times[seq])} 0v100`).join(""),
    );
  }

  /** Marks what the highlights leave out, while they are played. */
  function plotTour() {
    const next = timeline.tour ? `${axis}` : "";
    if (!isOtherTour(next)) return;
    const spans = timeline.tour ? pacing.highlights() : [];
    const gaps = spans
      .slice(1)
      .map(([from], k) => `M${spans[k][1]} 0H${from}V${HEIGHT}H${spans[k][1]}Z`);
    skipped.setAttribute("d", gaps.join(""));
    root.toggleAttribute("data-tour", next !== "");
  }

  function draw() {
    plotTour();
    const now = Math.max(0, timeline.position);
    const landed = store.landed(timeline.position);
    const isNew = landed !== landedShown;
    if (isNew || length() !== axis) plot();
    const share = Math.min(1, now / axis);
    played.style.scale = `${share} 1`;
    head.style.translate = `${share * 100}% 0`;
    future.style.translate = `${(timeline.revealed() / axis) * 100}% 0`;
    // Setting the value costs a layout, and is not visible during playback.
    if (!dragging && (isNew || !timeline.playing)) slider.value = String(Math.round(now));
    if (!isNew) return;
    landedShown = landed;
    const state = store.states[landed];
    const score = view.score(state);
    // Before the first event nothing is known: to show even chances would be to make them up.
    for (const side of SIDES)
      reading[side].textContent = landed > 0 ? scoreText(view, score[side]) : "";
    const place = { word: view.roundWord, round: state.round, event: landed };
    const count = store.events.length;
    slider.setAttribute(
      "aria-valuetext",
      timeline.veiled
        ? t("{word} {round}, event {event}", place)
        : t("{word} {round}, event {event} of {count}", { ...place, count }),
    );
  }

  let dragging = false;
  let resumes = false;
  slider.addEventListener("pointerdown", () => {
    dragging = true;
    resumes = timeline.playing && timeline.goal === timeline.position;
    timeline.pause();
  });
  slider.addEventListener("input", () =>
    timeline.seek(Math.min(Number(slider.value), timeline.revealed())),
  );
  slider.addEventListener("pointerup", () => {
    dragging = false;
    if (!resumes) return;
    timeline.play();
    if (Number(slider.value) > timeline.revealed() - EDGE_MS) timeline.goLive();
  });
  store.subscribe(() => {
    plot();
    landedShown = -1;
    draw();
  });
  timeline.subscribe(draw);
  return {
    root,
    plot,
    draw,
    /** ms that its whole width stands for. */
    get axis() {
      return axis;
    },
    /**
     * Marks where branches leave, and draws the line of another battle behind this one's.
     *
     * @param {number[]} seqs
     * @param {Store | null} [battle]
     */
    compare(seqs, battle = other) {
      forks = seqs;
      other = battle;
      drawnBeats = -1;
      plot();
    },
  };
}

/**
 * The line of one side: steps from moment to moment, up to the last.
 *
 * @param {{ score: Score, ms: number }[]} scores
 * @param {SideId} side
 * @param {number} top
 * @param {number} until
 */
function curve(scores, side, top, until) {
  let d = "";
  let start = 0;
  scores.forEach(({ score, ms }, k) => {
    const value = score[side];
    if (value === null) return;
    const y = HEIGHT - (value / top) * (HEIGHT - 6) - 3;
    const x = Math.round(ms);
    if (d === "") start = k === 0 ? 0 : x;
    d += d === "" ? `M${start} ${y}H${x}` : `H${x}V${y.toFixed(1)}`;
  });
  return { d: d && `${d}H${Math.ceil(until)}`, start };
}
