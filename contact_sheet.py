"""Contact sheets of each kind of event just after it lands; `make contact-sheet` takes them."""

import html
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from playwright.sync_api import Page, ViewportSize, sync_playwright

import engine
from e2e.chromium import find_chromium
from e2e.conftest import FLAGS, RESULTS
from e2e.played import Played, sample_page, tag
from e2e.server import Server
from tests.golden.files import GAMES
from webapp.base import games, samples

AFTER_MS = 70  # after an event lands
ARRIVED_MS = 1200  # after the first event, with which both armies march in
MARCHING_MS = 500  # after the first event, while they march


WIDE: ViewportSize = {"width": 1180, "height": 760}
PHONE: ViewportSize = {"width": 360, "height": 740}
SHEETS: dict[str, tuple[ViewportSize, Literal["light", "dark"], int]] = {
    "contact-sheet": (WIDE, "light", 4),
    "contact-sheet-dark": (WIDE, "dark", 4),
    "contact-sheet-phone": (PHONE, "light", 8),
    "contact-sheet-phone-dark": (PHONE, "dark", 8),
}
"""By file name: size of the page, theme, pictures in a row."""

LANDED = """([ms, seq]) => {
  const scrubber = document.querySelector("input.scrubber");
  for (; Number(document.querySelector("#watch").dataset.landed) <= seq; ms += 10) {
    scrubber.value = ms;
    scrubber.dispatchEvent(new Event("input"));
  }
  return ms;
}"""


STYLE = """
  body { margin: 12px; background: #14171f; color: #eef1f8; font: 600 15px sans-serif; }
  h1 { margin: 18px 0 8px; font-size: 24px; }
  main { display: grid; grid-template-columns: repeat(COLUMNS, 1fr); gap: 12px; }
  figure { margin: 0; } img { display: block; width: 100%; border-radius: 6px; }
"""


def battles(game: str) -> Iterator[tuple[Played, str | None]]:
    """Battles of a game, samples first: what is played, and the page of a sample."""
    for name in samples.load(games.game(game)).battles:
        yield Played.sample(name, game), sample_page(name, game)
    for path in sorted((GAMES / game / "golden").glob("*.jsonl")):
        yield Played.golden(game, path.stem), None


def choose(game: str) -> dict[str, tuple[Played, str | None, int]]:
    """For each kind of event a battle that has it, its page if there is one, and the seq."""
    wanted = [str(kind.__struct_config__.tag) for kind in engine.rulesets()[game].all_events]
    chosen: dict[str, tuple[Played, str | None, int]] = {}
    for played, page in battles(game):
        for event in played.events:
            chosen.setdefault(tag(event), (played, page, event.seq))
        if len(chosen) == len(wanted):
            break
    missing = [kind for kind in wanted if kind not in chosen]
    if missing:
        raise LookupError(f"no sample or golden battle of {game} has {', '.join(missing)}")
    return {kind: chosen[kind] for kind in wanted}


class Camera:
    """Takes pictures of moments of battles."""

    def __init__(self, page: Page, server: Server) -> None:
        self.page = page
        self.server = server
        self.open = ""

    def show(self, battle: str) -> None:
        if self.open != battle:
            self.open = battle
            self.page.goto(f"{self.server.url}/b/{battle}?spoilers=1#at=0")
            self.page.wait_for_selector("[data-unit]", state="attached")

    def take(self, battle: str, cue: int, seq: int) -> bytes:
        self.show(battle)
        self.page.evaluate(LANDED, [0, -1])
        landed_ms = int(self.page.evaluate(LANDED, [cue, seq]))
        return self.moment(landed_ms + (AFTER_MS if seq else ARRIVED_MS))

    def moment(self, ms: int) -> bytes:
        self.page.locator("input.scrubber").fill(str(ms))
        self.page.wait_for_load_state("networkidle")
        return self.page.locator(".stage").screenshot(type="jpeg", quality=85)

    def around(self, battle: str) -> Iterator[tuple[str, bytes]]:
        """How a battle begins and ends, each with its name."""
        self.show(battle)
        yield "armies march in", self.moment(MARCHING_MS)
        length = self.page.locator("input.scrubber").get_attribute("max")
        yield "the end", self.moment(int(length or 0))
        self.page.locator(".ending-jump").click()
        panel = self.page.locator(".ending-panel")
        yield "the summary", panel.screenshot(type="jpeg", quality=85)
        self.open = ""


def sheet(camera: Camera, columns: int, folder: Path) -> str:
    """The page of a sheet, whose pictures are put into a folder."""
    style = STYLE.replace("COLUMNS", str(columns))
    parts = [f"<!doctype html><style>{style}</style>"]

    def add(game: str, name: str, taken: bytes) -> None:
        picture = folder / f"{game}-{name.replace(' ', '-')}.jpg"
        picture.write_bytes(taken)
        image = f"<img src={picture.as_uri()}>"
        parts.append(f"<figure>{image}<figcaption>{name}</figcaption></figure>")

    for game in engine.rulesets():
        parts.append(f"<h1>{html.escape(games.game(game).name)}</h1><main>")
        for kind, (played, page, seq) in choose(game).items():
            battle = page or camera.server.store(played.recording.header.battle)
            add(game, kind, camera.take(battle, played.show.schedule.cues[seq], seq))
        first = next(iter(samples.load(games.game(game)).battles))
        for name, taken in camera.around(sample_page(first, game)):
            add(game, name, taken)
        parts.append("</main>")
    return "\n".join(parts)


def main() -> None:
    folder = Path(tempfile.mkdtemp())
    server = Server(folder)
    server.start()
    RESULTS.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        for name, (view, theme, columns) in SHEETS.items():
            stage = browser.new_page(viewport=view, color_scheme=theme)
            index = folder / f"{name}.html"
            index.write_text(sheet(Camera(stage, server), columns, folder))
            page = browser.new_page(viewport={"width": 1600, "height": 900})
            page.goto(index.as_uri())
            page.screenshot(path=RESULTS / f"{name}.png", full_page=True)
            sys.stdout.write(f"{RESULTS / name}.png\n")
        browser.close()
    server.stop()


if __name__ == "__main__":
    main()
