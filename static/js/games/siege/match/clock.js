// @ts-check
import { createChange, h, s } from "../../../lib/dom.js";
import { t, tn } from "../../../lib/text.js";
import { clockTime, createServerClock } from "../../../player/source/server-clock.js";

/** @import { MatchStatus } from "./types" */

const URGENT_S = 10;
const SAID_AT_S = [60, 30, URGENT_S];
const TICK_MS = 200;
const RADIUS = 20;
const ROUND = 2 * Math.PI * RADIUS;

/** A countdown of the round, by the server's clock. @param {AbortSignal} signal of the page's end */
export function createClock(signal) {
  const arc = s("circle", { class: "arc", cx: 24, cy: 24, r: RADIUS, "stroke-dasharray": ROUND });
  const ring = s(
    "svg",
    { class: "ring", viewBox: "0 0 48 48", "aria-hidden": "true" },
    s("circle", { class: "track", cx: 24, cy: 24, r: RADIUS }),
    arc,
  );
  const time = h("span");
  const comma = h("span", { class: "comma" }, ",");
  const text = h("b", { class: "left" }, time, comma);
  const label = h("span", { class: "hint" });
  const said = h("span", { class: "visually-hidden", role: "status" });
  const root = h("div", { class: "match-clock", role: "timer" }, ring, text, " ", label, said);
  /** @type {MatchStatus | null} */
  let status = null;
  const { now, hear, forget } = createServerClock();
  const isNew = createChange("");
  let lastLeft = Number.POSITIVE_INFINITY;
  /** @type {number | null} server time at the loss of the connection; null while connected */
  let lostAt = null;

  function draw() {
    if (!status || status.state === "over") {
      root.hidden = true;
      return;
    }
    const whole = status.clock_s * 1000;
    const at = lostAt ?? now();
    const left = Math.min(whole, Math.max(0, status.deadline_ms - at));
    arc.setAttribute("stroke-dashoffset", String(ROUND * (1 - left / whole)));
    const seconds = Math.ceil(left / 1000);
    const isShow = at < status.show_until_ms;
    const next = `${status.round} ${seconds} ${isShow} ${lostAt}`;
    if (!isNew(next)) return;
    root.hidden = false;
    root.classList.toggle("urgent", seconds <= URGENT_S && !isShow && lostAt === null);
    root.classList.toggle("stale", lostAt !== null);
    const startsLater = isShow && lostAt === null;
    time.textContent = clockTime(seconds);
    comma.hidden = !startsLater;
    label.textContent = startsLater
      ? t("starts after the animation")
      : seconds === 0
        ? t("time is up")
        : t("left");
    if (lostAt === null) announce(seconds);
    else label.textContent = t("left at the last update");
  }

  /** @param {number} seconds */
  function announce(seconds) {
    const at = SAID_AT_S.find((mark) => seconds <= mark && lastLeft > mark);
    if (at !== undefined && lastLeft !== Number.POSITIVE_INFINITY) {
      said.textContent = tn("{count} second left", "{count} seconds left", seconds);
    } else if (seconds === 0 && lastLeft > 0) said.textContent = t("Time is up");
    lastLeft = seconds;
  }

  const ticking = setInterval(draw, TICK_MS);
  signal.addEventListener("abort", () => clearInterval(ticking));
  return {
    root,
    /** The current server time. */
    now,
    /** @param {MatchStatus} next */
    show(next) {
      if (lostAt !== null) forget();
      lostAt = null;
      hear(next.clock_ms);
      if (status?.round !== next.round) lastLeft = Number.POSITIVE_INFINITY;
      status = next;
      draw();
    },
    /** Stop at the loss of the connection, until the server is heard of again. */
    lose() {
      if (status) lostAt ??= now();
      draw();
    },
  };
}
