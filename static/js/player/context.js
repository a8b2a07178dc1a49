// @ts-check
/** How many contexts this page has made: ids are unique in it. */
let made = 0;

/**
 * What belongs to one reel and ends with it: every listener, observer, timer and frame that outlives a function is
 * tied to `signal` or handed to `onEnd`.
 *
 * @param {HTMLElement} root what the reel draws into; its own parts are looked up below it
 * @param {{ signal?: AbortSignal, keys?: EventTarget }} [options] `signal` ends the reel from
 *   outside, `keys` is where it listens for keys
 */
export function createContext(root, { signal: outer, keys = document } = {}) {
  const end = new AbortController();
  const signal = outer ? AbortSignal.any([outer, end.signal]) : end.signal;
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const prefix = `reel${++made}-`;
  /** @param {() => void} undo is called once, when the reel ends */
  const onEnd = (undo) => signal.addEventListener("abort", undo);
  return {
    ...{ root, keys, signal, onEnd },
    destroy: () => end.abort(),
    /** An id that no other reel on the page has. @param {string} name */
    id: (name) => prefix + name,
    /** Whether the viewer prefers reduced motion. */
    isStill: () => still.matches,
    /** @param {() => void} change is called when that changes */
    onMotion: (change) => still.addEventListener("change", change, { signal }),
    /** Calls when an element changes its size, and when it gets one. @param {Element} element @param {() => void} change */
    onResize(element, change) {
      const observer = new ResizeObserver(change);
      observer.observe(element);
      onEnd(() => observer.disconnect());
    },
    /** The first of the reel's own elements that a selector finds. @param {string} selector */
    find: (selector) => /** @type {HTMLElement | null} */ (root.querySelector(selector)),
  };
}

/** @typedef {ReturnType<typeof createContext>} Context */
