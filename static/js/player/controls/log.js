// @ts-check
import { h } from "../../lib/dom.js";
import { focused, keepFocus } from "../../lib/keys.js";
import { t } from "../../lib/text.js";
import { countUpTo } from "../engine/store.js";
import { phraseNodes } from "./phrases.js";

/** @import { Context } from "../context" */
/** @import { RulesetView } from "../types" */
/** @import { Store } from "../engine/store" */
/** @import { Timeline } from "../engine/timeline" */

/**
 * The battle in words, round by round, up to the moment on the stage. A click on a line goes there.
 * The lines of a round are written when the round first comes into view.
 *
 * @param {Context} context
 * @param {Store} store
 * @param {Timeline} timeline
 * @param {RulesetView} view
 */
export function createLog({ signal, onEnd }, store, timeline, view) {
  const list = h("ol", { class: "log-rounds" });
  const waiting = h("p", { class: "log-waiting" }, t("The log of the battle."));
  const root = h(
    "section",
    { class: "log", "aria-label": t("Log of the battle"), tabindex: "0" },
    list,
    waiting,
  );
  /** @type {{ first: number, end: number, round: number, root: HTMLElement, lines: HTMLOListElement, written: number, open: number }[]} */
  const groups = [];
  let frame = 0;
  let current = -1;
  let landedShown = -1;
  /** @type {HTMLElement | null} */
  let marked = null;

  const watcher = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) {
        if (entry.isIntersecting) write(groups[Number(entry.target.getAttribute("data-group"))]);
      }
    },
    { root, rootMargin: "600px" },
  );

  /** Makes room for the rounds that have become known; several quiet ones may share a beat. */
  function grow() {
    for (let seq = groups.at(-1)?.end ?? 0; seq < store.events.length; seq++) {
      const last = groups.at(-1);
      const { round } = store.states[seq + 1];
      if (last?.round === round) last.end = seq + 1;
      else addGroup(seq, round);
    }
  }

  /**
   * @param {number} first
   * @param {number} round
   */
  function addGroup(first, round) {
    const lines = h("ol");
    const title = round === 0 ? t("Before the battle") : `${view.roundWord} ${round}`;
    const item = h(
      "li",
      { class: "log-round", "data-group": groups.length, hidden: true },
      h("h2", {}, title),
      lines,
    );
    waiting.remove();
    groups.push({ first, end: first + 1, round, root: item, lines, written: first, open: first });
    list.append(item);
    watcher.observe(item);
  }

  addEventListener("beforeprint", () => groups.forEach(write), { signal });
  onEnd(() => {
    watcher.disconnect();
    cancelAnimationFrame(frame);
  });

  /** @param {(typeof groups)[number]} group */
  function write(group) {
    for (; group.written < group.end; group.written++) {
      const event = store.events[group.written];
      const phrases = view.tell(event, store.states[group.written + 1]);
      const kind = view.isMinor(event.type) ? "minor" : "";
      group.lines.append(
        h(
          "li",
          {
            "data-seq": event.seq,
            class: kind,
            hidden: event.seq >= group.open || phrases.length === 0,
          },
          h("button", { type: "button", tabindex: "-1" }, ...phraseNodes(phrases)),
        ),
      );
    }
  }

  /**
   * Shows the lines of a group below a seq; those of a group that is hidden stay as they are.
   *
   * @param {(typeof groups)[number]} group
   * @param {number} open
   */
  function show(group, open) {
    group.root.hidden = open <= group.first;
    if (group.root.hidden || open === group.open) return;
    const [low, high] = open < group.open ? [open, group.open] : [group.open, open];
    group.open = open;
    for (let seq = low; seq < Math.min(high, group.written); seq++) {
      const line = /** @type {HTMLElement} */ (group.lines.children[seq - group.first]);
      line.hidden = seq >= open || line.textContent === "";
    }
  }

  /** Follows in the frame after the stage's, so that dragging stays as quick as the stage alone. */
  function follow() {
    if (frame === 0) frame = requestAnimationFrame(draw);
  }

  function draw() {
    frame = 0;
    const landed = store.landed(timeline.position);
    if (landed === landedShown) return;
    landedShown = landed;
    const next = countUpTo(groups, landed - 1, (group) => group.first) - 1;
    const from = Math.min(next, current);
    const to = Math.max(next, current);
    const turn = () => {
      for (let k = Math.max(0, from); k <= to; k++) {
        const group = groups[k];
        if (k === next) write(group);
        show(group, k < next ? group.end : k === next ? landed : group.first);
      }
    };
    // A line that was pressed is not there before what it tells has been shown again.
    if (list.contains(focused())) keepFocus(turn, root);
    else turn();
    current = next;
    mark(landed);
  }

  /** @param {number} landed */
  function mark(landed) {
    marked?.removeAttribute("aria-current");
    marked = null;
    const group = groups[current];
    for (let seq = landed - 1; group && seq >= group.first; seq--) {
      const line = /** @type {HTMLElement | undefined} */ (group.lines.children[seq - group.first]);
      if (line && !line.hidden) {
        line.setAttribute("aria-current", "true");
        marked = line;
        return;
      }
    }
  }

  list.addEventListener("click", (event) => {
    const line = event.target instanceof Element ? event.target.closest("[data-seq]") : null;
    if (!line) return;
    timeline.pause();
    timeline.showEvent(Number(line.getAttribute("data-seq")));
  });
  store.subscribe(() => {
    grow();
    landedShown = -1;
    draw();
  });
  timeline.subscribe(follow);
  return { root };
}
