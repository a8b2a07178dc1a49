"""Motion is a function of time: a moment looks the same, to the pixel, however it was reached."""

from bisect import bisect_left
from itertools import cycle, pairwise
from typing import NamedTuple

import pytest

from e2e.conftest import RESULTS, OpenContext
from e2e.film import FRAME_MS, ROUNDING, SCENES, SMALL, Film, difference, keep
from e2e.played import Played, sample_page, tag
from e2e.server import Server
from engine import Seeded
from webapp import games
from webapp.battles.playback import pace_of

DOUBLED = 2
SPEED = 2**DOUBLED


class Beat(NamedTuple):
    """What is shown together: from when, for how long, up to which event, and whether it hurts."""

    cue: int
    length: int
    last: int
    is_blow: bool


class Moment(NamedTuple):
    """A position, so many frames after its beat has begun."""

    ms: int
    frames: int
    beat: Beat


def beats_of(played: Played) -> list[Beat]:
    """All but the first one, which puts everybody on the stage, and the last one, which ends it."""
    schedule = played.show.schedule
    cues = sorted({*schedule.cues, schedule.duration_ms})
    kinds = pace_of(games.game(played.ruleset.id)).blows
    beats = []
    for cue, end in pairwise(cues[1:-1]):
        first, after = (bisect_left(schedule.cues, at) for at in (cue, end))
        is_blow = any(tag(event) in kinds for event in played.events[first:after])
        beats.append(Beat(cue, end - cue, after - 1, is_blow))
    return beats


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


def at_speed(film: Film, blows: list[Beat], count: int) -> dict[str, dict[str, bytes]]:
    """Blows at a high speed: they are less bright, and so they are where it stands still."""
    reached: dict[str, dict[str, bytes]] = {}
    for k in range(count):
        cue, beat_ms, *_ = blows[k * len(blows) // count]
        ms = cue + round(beat_ms * (0.5 if k % 2 else 0.8))
        ways = reached[f"{ms} at {SPEED}x"] = {}
        film.seek(ms)
        for _ in range(DOUBLED):
            film.viewer.press("+")
        ways["sped up there"] = film.picture()
        before = FRAME_MS * min(ms // (SPEED * FRAME_MS), 20)
        film.seek(ms - SPEED * before)
        assert film.play(before) == ms
        ways["played"] = film.picture()
        film.seek(0)
        film.seek(ms)
        ways["sought"] = film.picture()
        for _ in range(DOUBLED):
            film.viewer.press("-")
    return reached


@pytest.mark.parametrize(("count", "fast"), [(3, 1), pytest.param(30, 8, marks=pytest.mark.long)])
@pytest.mark.parametrize(("ruleset", "sample"), SCENES)
def test_a_moment_looks_the_same_however_it_is_reached(
    open_context: OpenContext, server: Server, ruleset: str, sample: str, count: int, fast: int
) -> None:
    battle = sample_page(sample, ruleset)
    draw = Seeded(20261122)
    beats = [beat for beat in beats_of(Played.sample(sample, ruleset)) if beat.length > FRAME_MS]
    moments = drawn(draw, beats, count)
    reached: dict[str, dict[str, bytes]] = {}

    film = Film(open_context(viewport=SMALL).new_page(), server.url, battle)
    played = {moment: 10 + draw.below(50, "played", "") for moment in moments}
    for moment, frames in played.items():
        reached[f"{moment.ms}"] = within_a_page(film, moment, frames)

    mixed = sorted(moments, key=lambda moment: draw.below(10**6, f"{moment.ms}", ""))
    page = open_context(viewport=SMALL).new_page()
    late = Film(page, server.url, battle, at=mixed[0].beat.last)
    # Where the frames of a page that is being opened begin nobody knows.
    ms = late.run(FRAME_MS * mixed[0].frames)
    ways = reached[f"{ms}"] = {"opened by a link": late.picture()}
    film.seek(ms)
    ways["sought"] = film.picture()
    for moment, is_led in zip(mixed, cycle((False, True)), strict=False):
        reached[f"{moment.ms}"] |= in_another_page(late, moment, is_led=is_led)

    blows = [beat for beat in beats if beat.is_blow]
    at_high_speed = at_speed(late, blows, fast)
    reached |= at_high_speed

    blank = open_context().new_page()

    def differ(at: str) -> bool:
        return difference(blank, reached[at].values()) > ROUNDING

    # Under load a browser may paint letters from what it kept, half a pixel beside: what differs is
    # reached once more, from the same moments on. What moves otherwise does so again.
    for moment, is_led in zip(mixed, cycle((False, True)), strict=False):
        if differ(at := f"{moment.ms}"):
            reached[at] |= within_a_page(film, moment, played[moment])
            late.seek(0)
            reached[at] |= in_another_page(late, moment, is_led=is_led)
    if any(map(differ, at_high_speed)):
        reached |= at_speed(late, blows, fast)
    different = [*filter(differ, reached)]
    for at in different:
        keep(f"{sample}-{at}", reached[at])
    assert different == [], f"the pictures are in {RESULTS}"
    assert len(reached) >= count + fast
