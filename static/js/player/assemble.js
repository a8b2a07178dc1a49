// @ts-check
import { h } from "../lib/dom.js";
import { language, t } from "../lib/text.js";
import { addressOf, loadKit, loadLive, loadMarkers, loadScene } from "./files.js";
import { createPlayer } from "./player.js";
import { addressOfReel, createFigures, fetchReel, readReel } from "./source/reel-file.js";

/** @import { Context } from "./context" */
/** @import { Player } from "./player" */
/** @import { Catalog, ReelFile, ReelMarker, ReelOptions, RulesetView, SceneModule } from "./types" */
/** @import { TurningPoint } from "./engine/turning-points" */

/**
 * Load a battle and put its player into a reel's frame, in the language of this instance of the modules.
 *
 * @param {Context} context whose root is the frame
 * @param {HTMLElement} host
 * @param {ReelOptions} options
 */
export async function assemble(context, host, options) {
  const { signal, root } = context;
  const { reel, src, spoilers = false, speed = 1 } = options;
  if (!reel && !src) throw new Error("A reel needs `reel` or `src`.");
  const file = reel ?? (await fetchReel(/** @type {string} */ (src), signal));
  const { data, whole } = readReel(file);
  const styles = ["battle-reel.css", `reel-${file.scene}.css`];
  const [view] = await Promise.all([
    createView(file, data.catalog, options.scene),
    ...styles.map((name) => linkStyle(host, addressOf(name))),
  ]);
  signal.throwIfAborted();
  const player = createPlayer(context, { ...data, spoilers_hidden: !spoilers }, view);
  root.lang = language;
  const figures = createFigures(file.figures);
  root.replaceChildren(figures, player.theater, ...player.unseen);
  player.open();
  Promise.resolve(linkStyle(host, addressOf("reel-deferred.css"))).catch(() => {});
  // A shadow root cannot bring a font.
  Promise.resolve(linkStyle(document.body, addressOf("reel-face.css"))).catch(() => {});
  player.timeline.setSpeed(speed);
  const drawMarkers = createMarkerDrawing(player);
  /** @type {ReelMarker[]} */
  let markers = [];
  player.subscribeTurns((points) => {
    markers = markersOf(player, points, options);
    drawMarkers(markers);
  });
  player.store.append(whole);
  markers = markersOf(player, [], options);
  if (file.live) {
    player.timeline.setAirClock(file.live.clock_ms);
    const events = new URL(file.live.events, src ? addressOfReel(src) : document.baseURI);
    loadLive().then(
      ({ followReel }) => followReel(events, player, figures, signal),
      (error) => player.fail(error.message),
    );
  }
  return {
    player,
    isLive: Boolean(file.live),
    get markers() {
      return markers;
    },
  };
}

/** @typedef {Awaited<ReturnType<typeof assemble>>} Assembly */

/**
 * Return a function that draws markers on the film; what draws them is loaded when it is first called.
 *
 * @param {Player} player
 */
function createMarkerDrawing({ context, film, timeline }) {
  /** @type {Promise<{ show(markers: ReelMarker[]): void } | null> | undefined} */
  let drawing;
  return async (/** @type {ReelMarker[]} */ markers) => {
    drawing ??= loadMarkers().then(
      ({ createMarkers }) => createMarkers(film, timeline),
      () => null,
    );
    const drawn = await drawing;
    if (!context.signal.aborted) drawn?.show(markers);
  };
}

/**
 * Load the scene of a reel file. One of the package finds the modules it is made with; another one gets the kit.
 *
 * @param {ReelFile} file
 * @param {Catalog} catalog
 * @param {SceneModule} [scene] for a game that the package does not have
 * @returns {Promise<RulesetView>}
 */
async function createView(file, catalog, scene) {
  if (scene) {
    const { createKitView } = await loadKit();
    return createKitView(scene, catalog, file.words?.scene);
  }
  const built = await loadScene(file.scene);
  return built.createView(catalog);
}

/** The event at which a host's marker is. @param {Player} player @param {{ ms?: number, event?: number }} marker */
const seqOf = ({ store }, { event, ms = 0 }) => event ?? Math.max(0, store.landed(ms) - 1);

/**
 * The labelled moments of a battle in their order: where units fall, where it turns, and a host's own. Veiled ones are
 * not among them.
 *
 * @param {Player} player
 * @param {TurningPoint[]} turns
 * @param {ReelOptions} options
 * @returns {ReelMarker[]}
 */
function markersOf(player, turns, { markers: own = [], pauseAt = [] }) {
  const { store, timeline, view } = player;
  const shown = timeline.revealed();
  /** @type {ReelMarker[]} */
  const all = [
    ...turns.map(({ ms, gains, swing, decided }) => {
      const name = view.sideName(store.states[store.landed(ms)], gains);
      const label = `${name} ${decided ?? view.swingText(swing)}`;
      return { kind: /** @type {const} */ ("turn"), ms, label };
    }),
    ...store.events.flatMap((event, seq) => {
      const lost = view.fallen(event, store.states[seq]);
      if (!lost) return [];
      const { name, side } = lost;
      const label = `${t("Defeat")}: ${name}`;
      return {
        kind: /** @type {const} */ ("defeat"),
        ms: store.times[seq],
        event: seq,
        label,
        side,
      };
    }),
    ...own.map((marker) => {
      const event = seqOf(player, marker);
      const ms = marker.ms ?? store.times[event] ?? 0;
      return { ...marker, kind: /** @type {const} */ ("own"), event, ms };
    }),
  ];
  return all
    .filter(({ kind, ms }) => kind === "own" || ms <= shown)
    .map((marker) => ({ ...marker, pause: marker.pause ?? pauseAt.includes(marker.kind) }))
    .sort((m, n) => m.ms - n.ms);
}

/** Style sheets that are loading, by their links. @type {WeakMap<Element, Promise<unknown>>} */
const loadingStyles = new WeakMap();

/**
 * Link a style sheet in the page's head or the host's shadow root, and wait until it is loaded. A link is used once
 * for all reels of a root; one that fails is removed, so that the next reel tries again.
 *
 * @param {HTMLElement} host
 * @param {string} href
 */
function linkStyle(host, href) {
  const root = host.getRootNode();
  const place = root instanceof ShadowRoot ? root : document.head;
  const links = [...place.querySelectorAll("link")].filter((link) => link.href === href);
  if (links.some((link) => link.sheet)) return null;
  const pending = links.map((link) => loadingStyles.get(link)).find(Boolean);
  if (pending) return pending;
  const link = h("link", { rel: "stylesheet", href });
  const loaded = new Promise((resolve, reject) => {
    link.addEventListener("load", resolve, { once: true });
    link.addEventListener(
      "error",
      () => {
        link.remove();
        reject(new Error(href));
      },
      { once: true },
    );
  });
  loadingStyles.set(link, loaded);
  place.prepend(link);
  return loaded;
}
