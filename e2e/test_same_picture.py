"""Motion is a function of time: a moment looks the same, to the pixel, however it was reached."""

from bisect import bisect_left
from itertools import pairwise
from typing import NamedTuple

import pytest

from e2e.cases import further
from e2e.conftest import RESULTS, OpenContext
from e2e.film import FRAME_MS, ROUNDING, SCENES, SMALL, Film, difference, keep
from e2e.played import Played, sample_page
from e2e.server import Server
from engine import Seeded


@pytest.fixture(scope="session")
def frame_gap_ms() -> int:
    return 0


class Beat(NamedTuple):
    """What is shown together: from when, for how long, and up to which event."""

    cue: int
    length: int
    last: int


class Moment(NamedTuple):
    """A position, so many frames after its beat has begun."""

    ms: int
    frames: int
    beat: Beat


def beats_of(played: Played) -> list[Beat]:
    """Return all beats but the first (units enter) and the last (the end)."""
    schedule = played.show.schedule
    cues = sorted({*schedule.cues, schedule.duration_ms})
    return [
        Beat(cue, end - cue, bisect_left(schedule.cues, end) - 1)
        for cue, end in pairwise(cues[1:-1])
        if end - cue > FRAME_MS
    ]


def drawn(draw: Seeded, beats: list[Beat], count: int) -> list[Moment]:
    """Moments of a battle, in order."""
    found = set[Moment]()
    while len(found) < count:
        beat = beats[draw.below(len(beats), "beat", "")]
        frames = 1 + draw.below((beat.length - 1) // FRAME_MS, "frames", "")
        found.add(Moment(beat.cue + FRAME_MS * frames, frames, beat))
    return sorted(found)


def within_a_page(film: Film, moment: Moment, played: int) -> dict[str, bytes]:
    """A moment reached by playing so many frames, by a step, and from before and behind it."""
    ms, frames, _ = moment
    ways: dict[str, bytes] = {}
    before = FRAME_MS * min(ms // FRAME_MS, played)
    film.seek(ms - before)
    assert film.play(before) == ms
    ways["played"] = film.picture()
    assert film.step(FRAME_MS * frames) == ms
    ways["stepped"] = film.picture()
    for way, elsewhere in (("sought on", 0), ("sought back", film.viewer.length_ms())):
        film.seek(elsewhere)
        film.seek(ms)
        ways[way] = film.picture()
    return ways


def in_another_page(film: Film, moment: Moment, *, is_led: bool) -> dict[str, bytes]:
    """A moment reached in a page that was opened elsewhere: led there by a link, or sought."""
    if is_led:
        assert film.follow(moment.beat.last, FRAME_MS * moment.frames) == moment.ms
        return {"led to by a link": film.picture()}
    film.seek(moment.ms)
    return {"opened anew": film.picture()}


@pytest.mark.parametrize(
    ("ruleset", "sample", "count"),
    [(*SCENES[1].values, 1), *further(*((*scene.values, 30) for scene in SCENES))],
)
def test_a_moment_looks_the_same_however_it_is_reached(
    open_context: OpenContext, server: Server, ruleset: str, sample: str, count: int
) -> None:
    battle = sample_page(sample, ruleset)
    draw = Seeded(20261122)
    moments = drawn(draw, beats_of(Played.sample(sample, ruleset)), count)
    film = Film(open_context(viewport=SMALL).new_page(), server.url, battle)
    page = open_context(viewport=SMALL).new_page()
    late = Film(page, server.url, battle, at=moments[0].beat.last)
    # The first frame of an opening page is unpredictable.
    ms = late.run(FRAME_MS * moments[0].frames)
    reached = {f"{ms}": {"opened by a link": late.picture()}}
    film.seek(ms)
    reached[f"{ms}"]["sought"] = film.picture()
    blank = open_context().new_page()

    def differ(at: str) -> bool:
        return difference(blank, reached[at].values()) > ROUNDING

    # Under load a browser may paint letters from what it kept, half a pixel beside: what differs is
    # reached once more, from the same moments on. What moves otherwise does so again.
    for k, moment in enumerate(moments):
        frames = 10 + draw.below(50, "played", "")
        for _ in range(2):
            ways = reached.setdefault(at := f"{moment.ms}", {})
            ways |= within_a_page(film, moment, frames)
            ways |= in_another_page(late, moment, is_led=k % 2 == 0)
            if not differ(at):
                break
            late.seek(0)
    different = [*filter(differ, reached)]
    for at in different:
        keep(f"{sample}-{at}", reached[at])
    assert different == [], f"the pictures are in {RESULTS}"
    assert len(reached) >= count
