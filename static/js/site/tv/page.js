// @ts-check
import { h } from "../../lib/dom.js";
import { keepFocus } from "../../lib/keys.js";
import { recall, remember } from "../../lib/storage.js";
import { t } from "../../lib/text.js";
import { nextLargeScreen } from "./auto-switch.js";
import { createScreen } from "./screen.js";

/** @import { Screen, ScreenData } from "./screen" */

/**
 * @typedef {object} TvData
 * @property {number} most
 * @property {number} matches_most
 * @property {string} url
 * @property {string | null} next where the page with the next screens is
 * @property {ScreenData[]} battles
 * @property {number} more that are on air, and not named here
 * @property {ScreenData[]} samples to play one after the other while nothing is on air
 */

const FOLLOW = "tv.follow";

/** So often it is asked what else is on air, and looked where chances move. */
const ASKED_EVERY_MS = 5000;
const LOOKED_EVERY_MS = 1000;

/** Who has chosen a screen is left alone with it so long. */
const CHOSEN_MS = 15_000;

/**
 * All battles on air, and matches: as many at once as the server says, the rest by name until one
 * has ended.
 *
 * @param {Document} page
 * @param {TvData} data
 */
export function createTv(page, { most, matches_most, url, next, battles, more, samples }) {
  const find = (/** @type {string} */ id) => /** @type {HTMLElement} */ (page.getElementById(id));
  const [list, rest, empty] = ["tv-screens", "tv-rest", "tv-empty"].map(find);
  const title = find("tv-empty-title");
  const follow = /** @type {HTMLInputElement} */ (find("tv-follow"));
  /** @type {Map<string, Screen | null>} null as long as one is on its way */
  const screens = new Map();
  /** @type {Set<string>} whose endings were seen */
  const ended = new Set();
  /** @type {Set<string>} those of the screens that show matches */
  const matches = new Set();
  /** @type {Set<string>} matches that were not on the last list */
  const unlisted = new Set();
  let large = "";
  let leftAloneUntil = 0;
  let largeSince = 0;
  let onAir = battles;
  let unnamed = more;
  /** How many samples have been begun; none begins where less motion is wanted. */
  let begun = 0;
  const playsSamples =
    samples.length > 0 && !matchMedia("(prefers-reduced-motion: reduce)").matches;
  const isSample = (/** @type {string} */ id) => samples.some(({ battle }) => battle.id === id);

  follow.checked = recall(FOLLOW) === "on";
  const end = new AbortController();
  const onFollow = () => {
    remember(FOLLOW, follow.checked ? "on" : null);
    leftAloneUntil = 0;
  };
  follow.addEventListener("change", onFollow, { signal: end.signal });

  /** @param {string} id */
  function show(id) {
    if (large === id) return;
    large = id;
    largeSince = performance.now();
    for (const [other, screen] of screens) screen?.setLarge(other === id);
  }

  /** @param {ScreenData} data */
  async function add(data) {
    const { id } = data.battle;
    screens.set(id, null);
    if (data.kind === "match") matches.add(id);
    let screen;
    try {
      const onChoose = () => {
        leftAloneUntil = performance.now() + CHOSEN_MS;
        show(id);
      };
      const onEnded = () => {
        if (data.kind !== "sample") ended.add(id);
        leave(id);
      };
      screen = await createScreen(data, { onChoose, onEnded });
    } catch (error) {
      // It is asked for again with the next list.
      screens.delete(id);
      matches.delete(id);
      console.info("a battle on air could not be shown:", error);
      return;
    }
    if (end.signal.aborted || !screens.has(id)) return screen.close();
    screens.set(id, screen);
    screen.setLarge(large === id);
    list.append(screen.root);
    screen.open();
    // It comes in the place of one that had the focus.
    if (page.activeElement === list) screen.choose.focus();
    if (!screens.get(large)) show(id);
  }

  /** @param {string} id */
  function leave(id) {
    const screen = screens.get(id);
    screens.delete(id);
    matches.delete(id);
    unlisted.delete(id);
    const [next = ""] = [...screens].find(([, other]) => other) ?? [];
    if (large === id) show(next);
    fill();
    keepFocus(() => screen?.close(), screens.get(next)?.choose ?? (empty.hidden ? list : title));
  }

  /** Shows what there is room for, and names the rest. */
  function fill() {
    /** @type {ScreenData[]} */
    const waiting = [];
    if (onAir.length > 0) for (const id of screens.keys()) if (isSample(id)) return leave(id);
    for (const data of onAir) {
      if (ended.has(data.battle.id) || screens.has(data.battle.id)) continue;
      const hasRoom = data.kind === "battle" || matches.size < matches_most;
      if (hasRoom && screens.size < most) add(data);
      else waiting.push(data);
    }
    if (screens.size === 0 && playsSamples) add(samples[begun++ % samples.length]);
    const links = waiting.map(({ battle }) => h("a", { href: battle.share_url }, battle.title));
    keepFocus(() => {
      rest.replaceChildren(/** @type {Element} */ (rest.firstElementChild), " ", ...links);
      if (unnamed > 0) rest.append(h("span", {}, t("{count} more", { count: unnamed })));
      if (next)
        rest.append(h("a", { class: "button button-quiet", href: next }, t("Next screens")));
      rest.hidden = links.length === 0;
      empty.hidden = [...screens.keys()].some((id) => !isSample(id));
    }, screens.get(large)?.choose ?? title);
  }

  /**
   * Takes away matches that are not on the list any more and in which nothing happens: those in it
   * have gone for a while. (One that has just ended is not on it either, and its last round is
   * about to be shown; so it is left alone until the next list.)
   */
  function clear() {
    const listed = new Set(onAir.map(({ battle }) => battle.id));
    for (const id of [...matches]) {
      if (listed.has(id)) unlisted.delete(id);
      else if (!screens.get(id)?.isWaiting) continue;
      else if (unlisted.has(id)) leave(id);
      else unlisted.add(id);
    }
  }

  async function ask() {
    if (!page.hidden) {
      try {
        const answer = await fetch(url);
        if (answer.ok) {
          ({ battles: onAir, more: unnamed } = await answer.json());
          clear();
          fill();
        }
      } catch {
        // Without a network it is asked again.
      }
    }
    if (!end.signal.aborted) asking = setTimeout(ask, ASKED_EVERY_MS);
  }

  const looking = setInterval(() => {
    const now = performance.now();
    if (!follow.checked || page.hidden || now < leftAloneUntil) return;
    const moved = new Map([...screens].map(([id, screen]) => [id, screen?.moved ?? 0]));
    show(nextLargeScreen(moved, large, now - largeSince));
  }, LOOKED_EVERY_MS);
  fill();
  let asking = setTimeout(ask, ASKED_EVERY_MS);
  return {
    destroy() {
      end.abort();
      clearInterval(looking);
      clearTimeout(asking);
      onAir = [];
      for (const screen of screens.values()) screen?.close();
      screens.clear();
    },
  };
}
