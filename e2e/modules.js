// The page's own modules, for tests that run them in a browser without the page around them.
export * as documents from "../static/js/builder/document.js";
export { createDrafts } from "../static/js/builder/drafts.js";
export { createHistory } from "../static/js/builder/history.js";
export { createLatest } from "../static/js/builder/latest.js";
export { steps } from "../static/js/builder/paths.js";
export { find } from "../static/js/builder/search.js";
export { meantBy } from "../static/js/builder/spelling.js";
export * as fair from "../static/js/challenge/fair.js";
export { findingsOf } from "../static/js/challenge/proof.js";
export * as weather from "../static/js/core/scenery/weather.js";
export * as difference from "../static/js/core/difference.js";
export { createDirector } from "../static/js/core/director.js";
export { joinStores, joinViews } from "../static/js/core/joint.js";
export * as moving from "../static/js/core/moving.js";
export { createPacing } from "../static/js/core/pacing.js";
export { glareOf } from "../static/js/core/stage/looks.js";
export { translatedNames } from "../static/js/core/named.js";
export { createLayout } from "../static/js/core/stage/layout.js";
export { createStep } from "../static/js/core/stage/motion.js";
export { createStore } from "../static/js/core/store.js";
export { createTimeline, SPEEDS } from "../static/js/core/timeline.js";
export const loadSynth = () => import("zzfx");
export { createThinning, weightOf } from "../static/js/ui/sound.js";
export * as sounds from "../static/js/ui/sounds.js";
export { summarize } from "../static/js/ui/summary.js";
export { turningPoints } from "../static/js/core/turning.js";

/** A clock that stands still until a test moves it, frame by frame. */
export function createHandClock() {
  let now = 0;
  let id = 0;
  /** @type {Map<number, () => void>} */
  const waiting = new Map();
  return {
    now: () => now,
    request(callback) {
      waiting.set(++id, callback);
      return id;
    },
    cancel: (frame) => waiting.delete(frame),
    /** Lets so much time pass without a frame. */
    sleep(ms) {
      now += ms;
    },
    /** Lets so much time pass, with a frame every `every` ms. */
    pass(ms, every = 10) {
      for (const end = now + ms; now < end; ) {
        now = Math.min(end, now + every);
        const due = [...waiting.values()];
        waiting.clear();
        for (const callback of due) callback();
      }
    },
  };
}

/** A state that throws when anything in it is changed. */
export function frozen(value) {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(frozen);
  }
  return value;
}
