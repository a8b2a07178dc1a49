// @ts-check
import { createChange, glyph, h } from "../../lib/dom.js";
import { focused, keepFocus } from "../../lib/keys.js";
import { inside, number, t } from "../../lib/text.js";
import { DIRECTOR, SPEEDS } from "../engine/timeline.js";

/** @import { Context } from "../context" */
/** @import { RulesetView } from "../types" */
/** @import { Store } from "../engine/store" */
/** @import { Timeline } from "../engine/timeline" */
/** @import { Intents } from "./intents" */

const GLYPHS = {
  play: "M7 4v16l13-8z",
  pause: "M6 4h4v16H6zM14 4h4v16h-4z",
  again: "M12 5V1L6 6l6 5V7a5 5 0 1 1-5 5H5a7 7 0 1 0 7-7z",
  beatBack: "M18 5v14L8 12zM5 5h2v14H5z",
  beatOn: "M6 5v14l10-7zM17 5h2v14h-2z",
  roundBack: "M12 5v14l-8-7zM20 5v14l-8-7z",
  roundOn: "M12 5v14l8-7zM4 5v14l8-7z",
  defeat:
    "M12 2a8 8 0 0 0-5 14v4h3v-2h4v2h3v-4a8 8 0 0 0-5-14zM8.5 9.5a2 2 0 1 1 0 4 2 2 0 0 1 0-4zm7 0a2 2 0 1 1 0 4 2 2 0 0 1 0-4z",
  full: "M4 9V4h5v2H6v3zM15 4h5v5h-2V6h-3zM4 15h2v3h3v2H4zM18 15h2v5h-5v-2h3z",
  soundOff: "M4 9v6h4l5 4V5L8 9zM16 9l5 6M21 9l-5 6",
  soundOn: "M4 9v6h4l5 4V5L8 9zM16 8.5a5 5 0 0 1 0 7M18.5 6a9 9 0 0 1 0 12",
  highlights: "M12 2l3 7 7 .6-5.4 4.7L18.3 22 12 18l-6.3 4 1.7-7.7L2 9.6 9 9z",
  more: "M4 10h4v4H4zM10 10h4v4h-4zM16 10h4v4h-4z",
  help: "M9.2 9a3 3 0 1 1 4.3 2.7c-1 .5-1.5 1.2-1.5 2.3M12 17.5v.5",
};

/**
 * The row of buttons under the film. Where it is narrow, what one does not play with all the time is
 * in a tray below, which one more button folds out.
 *
 * @param {Context} context
 * @param {Store} store
 * @param {Timeline} timeline
 * @param {RulesetView} view
 * @param {Intents} intents
 * @param {{ onFullscreen: () => void, onSound: () => void, onVolume: (value: number) => void, onHelp: () => void }} page
 */
export function createControls({ id }, store, timeline, view, intents, page) {
  const button = (
    /** @type {string} */ name,
    /** @type {string} */ path,
    /** @type {string} */ label,
    /** @type {() => void} */ onclick,
  ) =>
    h(
      "button",
      { type: "button", "data-control": name, title: label, "aria-label": label, onclick },
      glyph(path),
    );

  const word = inside(view.roundWord);
  const play = button("play", GLYPHS.play, t("Play (space)"), intents.toggle);
  const sound = button("sound", GLYPHS.soundOff, t("Sound on (m)"), page.onSound);
  const live = h(
    "button",
    { type: "button", class: "live", "data-control": "live", onclick: () => timeline.goLive() },
    t("Live"),
  );
  const speed = h(
    "select",
    {
      "aria-label": t("Speed"),
      "data-control": "speed",
      title: t("Speed (− +); the Director (d) slows down for what matters"),
      onchange: () => timeline.setSpeed(speed.value === DIRECTOR ? DIRECTOR : Number(speed.value)),
    },
    ...SPEEDS.map((value) =>
      h("option", { value }, `${number(value, value < 0.5 ? 2 : value < 1 ? 1 : 0)}×`),
    ),
    h("option", { value: DIRECTOR }, t("Director")),
  );
  const highlights = h(
    "button",
    {
      type: "button",
      "data-control": "highlights",
      title: t("Highlights: what mattered most, in half a minute (h)"),
      onclick: intents.highlights,
    },
    glyph(GLYPHS.highlights),
    h("span", { class: "word" }, t("Highlights")),
  );
  const volume = h("input", {
    type: "range",
    class: "volume",
    min: "0",
    max: "1",
    step: "0.05",
    "data-control": "volume",
    title: t("Volume"),
    "aria-label": t("Volume"),
    hidden: true,
    oninput: () => page.onVolume(Number(volume.value)),
  });
  const round = h("input", {
    inputmode: "numeric",
    size: "3",
    maxlength: "5",
    "data-control": "round",
    "aria-label": t("{word}: type a number and press Enter", { word: view.roundWord }),
  });
  const total = h("span", { class: "total" });
  const more = button("more", GLYPHS.more, t("More controls"), () =>
    unfold(!root.hasAttribute("data-unfolded")),
  );
  const form = h(
    "form",
    { class: "round-form", novalidate: true },
    h("label", { title: t("Type a number and press Enter (r)") }, `${view.roundWord} `, round),
    total,
  );
  const tray = h(
    "div",
    { class: "tray", id: id("more-controls") },
    h(
      "div",
      { class: "group" },
      h(
        "span",
        { class: "defeats" },
        button("defeat-back", GLYPHS.beatBack, t("Previous defeat ([)"), () => intents.defeat(-1)),
        h(
          "span",
          { class: "about", title: t("Where a unit falls") },
          glyph(GLYPHS.defeat),
          h("span", { class: "word" }, t("Defeat")),
        ),
        button("defeat-on", GLYPHS.beatOn, t("Next defeat (])"), () => intents.defeat(1)),
      ),
      form,
    ),
    h(
      "div",
      { class: "group" },
      highlights,
      speed,
      sound,
      volume,
      button("fullscreen", GLYPHS.full, t("Full screen (f)"), page.onFullscreen),
      button("help", GLYPHS.help, t("Keys and help (?)"), page.onHelp),
    ),
  );
  const root = h(
    "div",
    { class: "controls", role: "group", "aria-label": t("Playback") },
    h(
      "div",
      { class: "group" },
      button("round-back", GLYPHS.roundBack, t("Previous {word} (↑)", { word }), () =>
        intents.step("round", -1),
      ),
      button("beat-back", GLYPHS.beatBack, t("Previous step (←)"), () => intents.step("beat", -1)),
      play,
      button("beat-on", GLYPHS.beatOn, t("Next step (→)"), () => intents.step("beat", 1)),
      button("round-on", GLYPHS.roundOn, t("Next {word} (↓)", { word }), () =>
        intents.step("round", 1),
      ),
      live,
    ),
    more,
    tray,
  );
  more.setAttribute("aria-controls", tray.id);
  unfold(false);

  /** @param {boolean} value */
  function unfold(value) {
    root.toggleAttribute("data-unfolded", value);
    more.setAttribute("aria-expanded", String(value));
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    timeline.pause();
    const wanted = round.value.trim();
    const found = wanted === "" || timeline.seekRound(Number(wanted));
    round.setAttribute("aria-invalid", String(!found));
    if (found) return round.blur();
    round.setCustomValidity(t("Enter a number from 0 to {count}.", { count: most }));
    round.reportValidity();
  });
  round.addEventListener("input", () => round.setCustomValidity(""));
  round.addEventListener("focus", () => round.select());
  round.addEventListener("blur", () => {
    isNew("");
    draw();
  });

  const isNew = createChange("");
  let most = 0;
  function draw() {
    const atEnd = store.isOver && timeline.position >= store.untilMs;
    const state = store.states[store.landed(timeline.position)];
    const isPart = timeline.onAir || timeline.veiled;
    const last = store.states[isPart ? store.landed(timeline.revealed()) : store.states.length - 1];
    const canTour = store.isOver && !timeline.onAir;
    const next = [
      timeline.playing,
      timeline.tour !== null,
      canTour,
      timeline.live,
      timeline.onAir,
      timeline.speed,
      atEnd,
      isPart,
      state.round,
      last.round,
    ].join();
    if (!isNew(next)) return;
    const [path, label] = timeline.playing
      ? [GLYPHS.pause, t("Pause (space)")]
      : atEnd
        ? [GLYPHS.again, t("Watch again (space)")]
        : [GLYPHS.play, t("Play (space)")];
    relabel(play, path, label);
    play.dataset.playing = String(timeline.playing);
    if (live.hidden === timeline.onAir) keepFocus(() => live.toggleAttribute("hidden"), play);
    live.setAttribute("aria-pressed", String(timeline.live));
    speed.value = String(timeline.speed);
    highlights.hidden = !canTour;
    highlights.setAttribute("aria-pressed", String(timeline.tour !== null));
    most = last.round;
    total.textContent = t("of {count}", { count: isPart || !last.ended ? "?" : most });
    if (focused() !== round) {
      round.value = String(state.round);
      round.removeAttribute("aria-invalid");
    }
  }

  timeline.subscribe(draw);
  store.subscribe(draw);
  draw();
  return {
    root,
    /** Show the field for a round number. */
    askRound() {
      unfold(true);
      round.focus();
    },
    /** Folds the tray up; false if it was. */
    fold() {
      const isOpen = root.hasAttribute("data-unfolded");
      unfold(false);
      return isOpen;
    },
    /** @param {{ on: boolean, volume: number }} how */
    showSound({ on, volume: loud }) {
      relabel(
        sound,
        on ? GLYPHS.soundOn : GLYPHS.soundOff,
        on ? t("Sound off (m)") : t("Sound on (m)"),
      );
      volume.hidden = !on;
      volume.value = String(loud);
    },
  };
}

/**
 * @param {HTMLElement} button
 * @param {string} path
 * @param {string} label
 */
function relabel(button, path, label) {
  if (button.title === label) return;
  button.replaceChildren(glyph(path));
  button.title = label;
  button.setAttribute("aria-label", label);
}
