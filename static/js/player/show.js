// @ts-check
import { hideWithPage } from "./controls/viewport.js";
import { createDirector } from "./engine/director.js";
import { createPacing } from "./engine/pacing.js";
import { createTimeline } from "./engine/timeline.js";

/** @import { Context } from "./context" */
/** @import { Gaze } from "./engine/pacing" */
/** @import { Store } from "./engine/store" */
/** @import { Clock, Timeline } from "./engine/timeline" */
/** @import { PageData, RulesetView, SceneContext } from "./types" */

/**
 * The clockwork of a battle: its events, and the timeline that plays them until the context ends.
 *
 * @param {Context} context
 * @param {RulesetView} view
 * @param {Store} store
 * @param {Clock} [clock]
 */
export function createPlayback(context, view, store, clock) {
  const pacing = createPacing(store, view);
  const timeline = createTimeline(store, clock, { pacing, isStill: context.isStill });
  hideWithPage(timeline, context.signal);
  context.onEnd(timeline.destroy);
  return { view, store, timeline, pacing };
}

/**
 * The picture of a battle: a scene that a director draws by a timeline, at any size, until the context ends.
 *
 * @param {Context} context
 * @param {RulesetView} view
 * @param {{ store: Store, timeline: Timeline }} playback
 * @param {Pick<PageData, "catalog" | "icons_url"> & { battle?: Partial<PageData["battle"]>, ground?: PageData["battle"]["ground"] }} data
 * @param {{ gaze?: Gaze, onInspect?: SceneContext["onInspect"] }} [how]
 */
export function createPicture(context, view, { store, timeline }, data, how = {}) {
  const { gaze, onInspect = () => {} } = how;
  const scene = view.createScene({
    catalog: data.catalog,
    iconsUrl: data.icons_url,
    ground: data.ground,
    reducedMotion: context.isStill,
    speed: gaze?.speed,
    onInspect,
  });
  const director = createDirector(store, timeline, scene, gaze?.closeness, view.counted);
  context.onMotion(director.redraw);
  context.onEnd(() => {
    director.destroy();
    scene.unmount();
  });
  return {
    scene,
    /**
     * Draws on a stage that is on the page.
     *
     * @param {HTMLElement} stage
     * @param {() => void} [also] is drawn anew with it
     */
    open(stage, also = () => {}) {
      stage.dataset.time = data.battle?.time ?? "day";
      scene.mount(stage);
      context.onResize(stage, () => {
        director.redraw();
        also();
      });
    },
  };
}
