"""The light of blows flashes three times a second at most, however fast a battle is played.

Counted is the light that effects throw on the backdrop: plates that turn white, stars, bolts, fire,
and whatever else is drawn for a moment. What leaps or walks is hidden, since that is motion: played
eight times as fast a large stage came to eight changes of a quarter of a field in a second with all
light put out, for as much gets darker where a plate was as gets lighter where it is.
"""

from collections.abc import Callable

import pytest

from e2e.conftest import OpenContext
from e2e.film import Film
from e2e.flashes import CELL, FIELD, flashes, luminance
from e2e.played import Played, sample_page, tag
from e2e.server import Server
from webapp import games
from webapp.battles.playback import pace_of

MOST = 3
SECOND_MS = 1000
STEP_MS = 16
"""From one picture to the next: none of those that a screen shows is left out."""

LARGE = {"width": 1600, "height": 1000}
"""On a smaller stage no plate is a quarter of a field."""
SCALE = 0.25
"""Pixels a px: whole squares are compared, so that coarse pictures do."""

UNSEEN = ".stage .unit :not(.white, .white *), .stage .graves, .stage .banner"
"""What is drawn on the stage and is no light."""
HIDE = """(unseen) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`${unseen} { visibility: hidden !important; } .white { visibility: visible; }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}"""


def blinking(times: int, share: float = 1.0, frames: int = 24) -> list[list[list[float]]]:
    """A second in which a share of a field turns white and dark again so many times."""
    width, height = FIELD
    lit = round(height * share)
    pictures = []
    for frame in range(frames + 1):
        is_white = (2 * times * frame) // frames % 2 == 1
        rows = [[1.0 if is_white and y < lit else 0.0] * width for y in range(height)]
        pictures.append(rows)
    return pictures


@pytest.mark.parametrize("times", [0, 3, 4])
def test_flashes_are_counted(times: int) -> None:
    assert flashes(blinking(times)) == times


def test_a_flash_of_less_than_a_quarter_of_a_field_does_not_count() -> None:
    assert flashes(blinking(5, 0.2)) == 0
    assert flashes(blinking(5, 0.3)) == 5


def test_a_faint_change_and_one_between_light_tones_do_not_count() -> None:
    faint = [[[0.09 * value for value in row] for row in grid] for grid in blinking(5)]
    assert flashes(faint) == 0
    light = [[[0.82 + 0.18 * value for value in row] for row in grid] for grid in blinking(5)]
    assert flashes(light) == 0


def busiest(played: Played, length_ms: int) -> int:
    """Where the stretch of so many ms begins in which most happens to somebody."""
    kinds = pace_of(games.game(played.ruleset.id)).blows
    shown = zip(played.show.schedule.cues, played.events, strict=True)
    blows = [cue for cue, event in shown if tag(event) in kinds]
    return max(blows, key=lambda start: sum(start <= cue < start + length_ms for cue in blows))


def fall(played: Played, length_ms: int) -> int:
    """Where a stretch of so many ms begins that has the castle's fall in its middle."""
    (seq,) = played.seqs("castle_fallen")
    return played.show.schedule.cues[seq] + 1000 - length_ms // 2


@pytest.mark.long
@pytest.mark.parametrize(
    ("ruleset", "sample", "doubled", "where"),
    [
        ("manymarios", "launch-day", 3, busiest),
        ("warlords", "acid-and-lightning", 4, busiest),
        ("siege", "ram-and-warden", 3, busiest),
        ("siege", "ram-and-warden", 1, fall),
    ],
)
def test_a_second_of_a_battle_flashes_three_times_at_most(
    open_context: OpenContext,
    server: Server,
    ruleset: str,
    sample: str,
    doubled: int,
    where: Callable[[Played, int], int],
) -> None:
    """Where most happens, at 8x and at 16x, and where most falls down, as slowly as blows shine."""
    context = open_context(viewport=LARGE, device_scale_factor=SCALE)
    film = Film(context.new_page(), server.url, sample_page(sample, ruleset))
    film.page.evaluate(HIDE, UNSEEN)
    start = where(Played.sample(sample, ruleset), SECOND_MS * 2**doubled)
    for _ in range(doubled):
        film.viewer.press("+")
    film.seek(start)
    reader = open_context().new_page()
    seen = []
    for _ in range(SECOND_MS // STEP_MS):
        film.play(STEP_MS)
        seen.append(luminance(reader, film.picture(), round(CELL * SCALE)))
    assert flashes(seen) <= MOST
