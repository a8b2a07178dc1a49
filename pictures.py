"""`make pictures`: the pictures of static/pictures and README.md, taken from the sample battles."""

import base64
import struct
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from e2e.chromium import find_chromium
from e2e.conftest import FLAGS
from e2e.played import Played, sample_page
from e2e.server import ROOT, Server
from webapp.base import assets, games, samples
from webapp.base.game import Game

FOLDER: Final = ROOT / "static" / "pictures"
STAGE: Final[ViewportSize] = {"width": 800, "height": 516}  # room for the frame's controls, too
PLAIN: Final = """.stage { border: 0 !important; border-radius: 0 !important }
  :is(.overlay, .big-play) { visibility: hidden !important }"""
BARE: Final = PLAIN + (
    ":is(.effects, .sign, .round-sign, .battlefield, .clashes, .plaque, .waiting, "
    ".graves, .particles, .result-sign) { visibility: hidden !important }"
)
AFTER_MS: Final = 900  # how long after its event a moment is at its most dramatic
STYLE: Final = """(css) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}"""
WEBP: Final = """async ([png, width, height, top, quality]) => {
  const image = await createImageBitmap(await (await fetch(png)).blob());
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const part = (image.width * height) / width;
  const room = canvas.getContext("2d");
  room.imageSmoothingQuality = "high";
  room.drawImage(image, 0, (image.height - part) * top, image.width, part, 0, 0, width, height);
  return canvas.toDataURL("image/webp", quality).split(",")[1];
}"""


class Shape(NamedTuple):
    """Size of a picture; `top` is the share of what is cut that is cut at the top."""

    width: int
    height: int
    quality: float
    top: float = 0.5


PICTURE: Final = Shape(400, 210, 0.55)  # a game's stage
BACKDROP: Final = Shape(400, 150, 0.45, 0.75)  # an empty stage behind a small battle
FRAME: Final = Shape(560, 294, 0.4)
REEL_MS: Final = (2_400, 9_400)  # the part of a battle that README.md shows
STEP_MS: Final = 100


class Camera:
    """Takes pictures of the stages of a server's sample battles."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self.server = server
        self.page = browser.new_page(viewport=STAGE, color_scheme="light")
        self.lab = browser.new_page()

    def open(self, page_id: str, css: str) -> Page:
        self.page.goto(f"{self.server.url}/embed/{page_id}?title=0&spoilers=1&theme=light")
        self.page.wait_for_selector("html[data-icons=there]", state="attached")
        self.page.evaluate(STYLE, css)
        return self.page

    def take(self, ms: float, shape: Shape) -> bytes:
        self.page.locator("input.scrubber").fill(str(round(ms)))
        self.page.wait_for_load_state("networkidle")
        self.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => done()))")
        png = self.page.locator(".stage").screenshot(scale="css")
        address = f"data:image/png;base64,{base64.b64encode(png).decode()}"
        size = [address, shape.width, shape.height, shape.top, shape.quality]
        return base64.b64decode(self.lab.evaluate(WEBP, size))


def animated(frames: list[bytes], shape: Shape, step_ms: int) -> bytes:
    """Join still WebP pictures to an animated one that plays for ever."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return name + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)

    def three(*numbers: int) -> bytes:
        return b"".join(number.to_bytes(3, "little") for number in numbers)

    size = (shape.width - 1, shape.height - 1)
    parts = [chunk(b"VP8X", bytes([2, 0, 0, 0]) + three(*size)), chunk(b"ANIM", bytes(6))]
    for frame in frames:
        image = frame[frame.index(b"VP8 ") :]
        parts.append(chunk(b"ANMF", three(0, 0, *size, step_ms) + b"\2" + image))
    return chunk(b"RIFF", b"WEBP" + b"".join(parts))


def pictures(camera: Camera, game: Game) -> Iterator[tuple[str, bytes]]:
    """Yield names and contents: the moment of a game, and each of its empty stages."""
    of_game = samples.load(game)
    seen: set[str] = set()
    for id_, sample in of_game.battles.items():
        name = assets.stage_name(game, of_game.battle_file(sample))
        if name not in seen:
            seen.add(name)
            camera.open(of_game.page_id(sample), BARE)
            yield f"{name}-empty", camera.take(0, BACKDROP)
        if sample.moment is not None:
            cues = Played.sample(id_, game.id).show.schedule.cues
            camera.open(of_game.page_id(sample), PLAIN)
            yield game.id, camera.take(cues[sample.moment] + AFTER_MS, PICTURE)


def main() -> None:
    server = Server(Path(tempfile.mkdtemp()))
    server.start()
    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        camera = Camera(browser, server)
        for game in games.games().values():
            for name, content in pictures(camera, game):
                (FOLDER / f"{name}.webp").write_bytes(content)
        camera.open(sample_page("dragons-over-greenwood", "warlords"), PLAIN)
        frames = [camera.take(ms, FRAME) for ms in range(*REEL_MS, STEP_MS)]
        (FOLDER / "reel.webp").write_bytes(animated(frames, FRAME, STEP_MS))
        browser.close()
    server.stop()


if __name__ == "__main__":
    main()
