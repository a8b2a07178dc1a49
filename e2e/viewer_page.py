"""The watch page, as somebody who watches uses it and reads it."""

import re
from collections.abc import Iterable
from typing import Any, Self

from playwright.sync_api import Locator, Page, expect

from e2e.played import Played
from webapp.base.texts import isolated

MINUS = "\N{MINUS SIGN}"

READ_LINEUPS = """() => {
  const scene = document.querySelector(".lineup-scene").getBoundingClientRect();
  const middle = scene.left + scene.width / 2;
  const place = (unit) => {
    const box = unit.getBoundingClientRect();
    const out = Math.abs(box.left + box.width / 2 - middle);
    return { id: unit.dataset.unit, width: box.width, row: -Math.round(box.bottom), out };
  };
  // The widest unit leads; the others stand in rows, the first in front, from the middle outwards
  // and back again.
  const lineup = (side) => {
    const standing = document.querySelectorAll(`[data-side="${side}"][data-unit]:not([data-gone])`);
    const [leader, ...queue] = [...standing].map(place).sort((m, n) => n.width - m.width);
    const rows = [...new Set(queue.map((unit) => unit.row))].sort((m, n) => m - n);
    const way = (unit) => (rows.indexOf(unit.row) % 2 === 0 ? unit.out : -unit.out);
    queue.sort((m, n) => m.row - n.row || way(m) - way(n));
    return leader ? [leader.id, ...queue.map((unit) => unit.id)] : [];
  };
  // Tab reaches who leads, from the moment on when it does; it may have to walk there yet.
  const leads = (side) =>
    document.querySelector(`[data-side="${side}"][data-unit][tabindex="0"]:not([data-gone])`)
      ?.dataset.unit ?? null;
  return {
    lineups: { a: lineup("a"), b: lineup("b") },
    leaders: { a: leads("a"), b: leads("b") },
  };
}"""

READ_STAGE = """() => {
  const one = (selector) => document.querySelector(selector);
  const text = (unit, bar) => unit.querySelector(`[data-bar="${bar}"] b`)?.textContent;
  const number = (unit, bar) => Number(text(unit, bar) ?? 0); // a pipe has no bars
  const sides = (read) => ({ a: read("a"), b: read("b") });
  const { lineups, leaders } = (READ_LINEUPS)();
  return {
    landed: Number(one("#watch").dataset.landed),
    round: one(".round-sign").textContent,
    roles: sides((side) => one(`.sign[data-side="${side}"] .role`).textContent),
    left: sides((side) => one(`[data-left="${side}"]`).textContent),
    lineups,
    leaders,
    units: Object.fromEntries(
      [...document.querySelectorAll("[data-unit]:not([data-gone])")].map((unit) => [
        unit.dataset.unit,
        { ae: number(unit, "ae"), de: number(unit, "de"), state: unit.dataset.state },
      ]),
    ),
    result: one(".result-sign").hidden ? null : one(".result-sign strong").textContent,
  };
}""".replace("READ_LINEUPS", READ_LINEUPS)


def stage_of(played: Played, landed: int) -> dict[str, Any]:
    """What the stage has to show when so many events, one at least, have landed."""
    state = played.snapshots[landed]
    lineups, units = state["lineups"], state["units"]
    started = played.events[0]
    headline = None
    if state["ended"]:
        winner = state["winner"]
        headline = {"defeat": "Draw", "stalemate": "Stalemate"}[state["reason"]]
        if winner:
            headline = f"{isolated(getattr(started, winner).name)} wins"
    # The sign changes when a round begins.
    begun = [seq for seq in played.seqs("round_started") if seq < landed]
    idle = played.snapshots[begun[-1]]["quiet"] if begun and not state["ended"] else 0
    quiet = f" · {idle} idle round{'s' * (idle > 1)}" if idle else ""

    roles = {"a": "", "b": ""}
    if state["round"] and not state["ended"]:
        roles = {side: "Offense" if side == state["offense"] else "Defense" for side in "ab"}

    def left(side: str) -> str:
        energy = sum(units[id_]["ae"] + units[id_]["de"] for id_ in lineups[side])
        return f"{len(lineups[side])} left · {energy} energy"

    return {
        "landed": landed,
        "round": f"Round {state['round']}{quiet}" if state["round"] else "",
        "roles": roles,
        "left": {side: left(side) for side in "ab"},
        "lineups": lineups,
        "leaders": {side: lineups[side][0] if lineups[side] else None for side in "ab"},
        "units": {
            id_: {"ae": unit["ae"], "de": unit["de"], "state": condition(played, id_, state)}
            for id_, unit in units.items()
            if id_ in (*lineups["a"], *lineups["b"])
        },
        "result": headline,
    }


def condition(played: Played, id_: str, state: dict[str, Any]) -> str:
    """A unit's data-state. Pipes and who has won are never exhausted; who is slain, which a
    pipe never is, stays cracked until it falls."""
    unit = state["units"][id_]
    if state["ended"] and state["winner"] == played.cards[id_].side:
        return "ready"
    is_pipe = "launch" in played.cards[id_].abilities
    if unit["de"] == 0 and not is_pipe:
        return "dying"
    if unit["stunned"]:
        return "stunned"
    return "exhausted" if unit["ae"] == 0 and not is_pipe else "ready"


def sum_of(text: str) -> int:
    """The sum of the numbers in a text such as `3 energy +2 Watchtower`."""
    numbers = re.findall(rf"[{MINUS}+]?\d+", text)
    return sum(int(number.replace(MINUS, "-")) for number in numbers)


def unordered(stage: dict[str, Any]) -> dict[str, Any]:
    """The same without the order in the queues: units may be walking to new places."""
    return {**stage, "lineups": {side: sorted(ids) for side, ids in stage["lineups"].items()}}


READ_AT_EACH = """(moments) => {
  const read = READ;
  const scrubber = document.querySelector("input.scrubber");
  return moments.map((ms) => {
    scrubber.value = ms;
    scrubber.dispatchEvent(new Event("input"));
    return read();
  });
}"""

HURRY = """(() => {
  if (globalThis.hurryTo) return;
  const now = performance.now.bind(performance);
  let skipped = 0;
  performance.now = () => now() + skipped;
  // Frames follow each other ten seconds apart until what plays has stopped at this event.
  globalThis.hurryTo = async (landed) => {
    for (const until = now() + 15_000; now() < until; ) {
      const isPlaying = document.querySelector("[data-control=play]")?.dataset.playing === "true";
      const here = document.getElementById("watch")?.dataset.landed;
      if (!isPlaying && here === String(landed)) return;
      if (isPlaying) skipped += 10_000;
      await new Promise(requestAnimationFrame);
    }
  };
})()"""
"""Shortens the beat before a linked moment; the final stage stays the same."""

FOLLOW = """async (seq) => {
  for (const hash of location.hash === `#at=${seq}` ? ["", `#at=${seq}`] : [`#at=${seq}`]) {
    const followed = new Promise((done) => addEventListener("hashchange", done, { once: true }));
    location.hash = hash;
    await followed;
  }
  await hurryTo(seq + 1);
}"""


RESET = """async () => {
  const press = (selector) => document.querySelector(selector)?.click();
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
  if (document.fullscreenElement) await document.exitFullscreen();
  press(".inspector.pinned .close");
  press("[data-control=play][data-playing=true]");
  const scrubber = document.querySelector("input.scrubber");
  if (scrubber) scrubber.value = 0, scrubber.dispatchEvent(new Event("input"));
  press(`[data-control=sound][aria-label^="Sound off"]`);
  const speed = document.querySelector("[data-control=speed]");
  if (speed && speed.value !== "1") {
    speed.value = "1";
    speed.dispatchEvent(new Event("change"));
  }
  document.activeElement.blur();
  if (location.protocol === "http:") localStorage.clear(), sessionStorage.clear();
}"""


class ViewerPage:
    """A page at /b/<id>. Every action waits for what it does to be seen."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.url = url
        self.root = page.locator("#watch")
        self.status = page.locator(".status")
        self.result = page.locator(".result-sign")
        self.scrubber = page.locator("input.scrubber")
        self.inspector = page.locator(".inspector")
        self.current_line = page.locator(".log li[aria-current]")

    def open(self, id_: str, at: int | None = None) -> Self:
        """Open a battle, or the moment of an event, without hiding how it ends."""
        address = f"{self.url}/b/{id_}?spoilers=1"
        if at is not None and self.page.url.partition("#")[0] == address:
            self.seek_event(at)
            return self
        self.page.goto(address if at is None else f"{address}#at={at}")
        if at is not None:
            self.page.evaluate(HURRY)
            self.page.evaluate("(landed) => hurryTo(landed)", at + 1)
            self.expect_landed(at + 1)
            self.expect_playing(playing=False)
        else:
            expect(self.page.locator("[data-unit]:visible").first).to_be_visible()
        # It loads after the first frames, with clicks and swipes on the stage.
        expect(self.inspector.first).to_be_attached()
        return self

    def reset(self) -> None:
        """Leaves the page as it was opened, for another test: paused, with nothing opened."""
        self.page.evaluate(RESET)
        stage = self.page.locator(".stage")
        if stage.count() and (box := stage.bounding_box()):
            self.page.mouse.move(box["x"] + 5, box["y"] + 5)  # a card opened by focus goes
        self.page.mouse.move(0, 0)

    def control(self, name: str) -> Locator:
        return self.page.locator(f'[data-control="{name}"]')

    def unit(self, id_: str) -> Locator:
        return self.page.locator(f'[data-unit="{id_}"]')

    @property
    def is_playing(self) -> bool:
        return self.control("play").get_attribute("data-playing") == "true"

    def expect_playing(self, *, playing: bool = True) -> None:
        expect(self.control("play")).to_have_attribute("data-playing", str(playing).lower())

    def play(self) -> None:
        if not self.is_playing:
            self.control("play").click()

    def pause(self) -> None:
        """Ends up paused: whatever was about to stop by itself has stopped."""
        if self.is_playing:
            self.control("play").click()
        self.expect_playing(playing=False)

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)

    def seek_ms(self, ms: int) -> None:
        self.scrubber.fill(str(ms))

    def seek_round(self, number: int | str) -> None:
        self.control("round").fill(str(number))
        self.control("round").press("Enter")

    def seek_event(self, seq: int) -> None:
        """Follows a link to another moment of the battle that is open."""
        self.page.evaluate(HURRY)
        self.page.evaluate(FOLLOW, seq)
        self.expect_landed(seq + 1)
        self.expect_playing(playing=False)

    def set_speed(self, speed: float) -> None:
        self.control("speed").select_option(f"{speed}")

    def landed(self) -> int:
        """How many events have been shown."""
        return int(self.root.get_attribute("data-landed") or 0)

    def read_at(self, moments: Iterable[float], read: str) -> list[Any]:
        """What a function of JavaScript gives at each of these moments, in ms."""
        read_at_each = READ_AT_EACH.replace("READ", read, 1)
        values: list[Any] = self.page.evaluate(read_at_each, [*moments])
        return values

    def expect_landed(self, count: int, timeout: float | None = None) -> None:
        expect(self.root).to_have_attribute("data-landed", str(count), timeout=timeout)

    def expect_status(self, status: str | re.Pattern[str], timeout: float | None = None) -> None:
        expect(self.status).to_have_attribute("data-status", status, timeout=timeout)

    def stage(self) -> dict[str, Any]:
        """All that the stage says, in the shape of `stage_of`."""
        stage: dict[str, Any] = self.page.evaluate(READ_STAGE)
        return stage

    def facts(self) -> dict[str, tuple[str, str]]:
        """Each labelled value of the unit's card, and where it comes from."""
        rows: list[list[str]] = self.inspector.locator("dl:not(.notes) dd").evaluate_all(
            """(cells) => cells.map((cell) => [
              cell.previousElementSibling.textContent,
              cell.firstChild.textContent,
              cell.querySelector("small")?.textContent ?? "",
            ])"""
        )
        return {label: (value, detail) for label, value, detail in rows}

    def length_ms(self) -> int:
        return int(self.scrubber.get_attribute("max") or 0)
