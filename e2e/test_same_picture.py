"""Motion is a function of time: a moment looks the same, to the pixel, however it was reached."""

import pytest

from e2e.conftest import RESULTS, OpenContext
from e2e.film import FRAME_MS, ROUNDING, SCENES, SMALL, Film, difference, keep
from e2e.played import sample_page
from e2e.server import Server
from engine import Seeded

MOMENTS = 30


@pytest.mark.parametrize(("ruleset", "sample"), SCENES)
def test_a_moment_looks_the_same_however_it_is_reached(
    open_context: OpenContext, server: Server, ruleset: str, sample: str
) -> None:
    battle = sample_page(sample, ruleset)
    film = Film(open_context(viewport=SMALL).new_page(), server.url, battle)
    length = film.viewer.length_ms()
    draw = Seeded(20261122)
    starts = sorted(draw.below(length - 2000, "start", "") for _ in range(MOMENTS))
    reached: dict[int, dict[str, bytes]] = {}

    for start in starts:
        film.seek(start)
        ms = film.play(FRAME_MS * (10 + draw.below(50, "frames", "")))
        reached[ms] = {"played": film.picture()}
    for ms, ways in reached.items():
        film.seek(0)
        film.seek(ms)
        ways["sought on"] = film.picture()
        film.seek(length)
        film.seek(ms)
        ways["sought back"] = film.picture()
        film.step("beat-back")
        film.step("beat-on")
        film.seek(ms)
        ways["stepped"] = film.picture()
    late = Film(open_context(viewport=SMALL).new_page(), server.url, battle)
    for ms in sorted(reached, key=lambda ms: draw.below(1_000_000, f"order of {ms}", "")):
        late.seek(ms)
        reached[ms]["opened anew"] = late.picture()

    blank = open_context().new_page()
    different = [ms for ms, ways in reached.items() if difference(blank, ways.values()) > ROUNDING]
    for ms in different:
        keep(f"{sample}-{ms}", reached[ms])
    assert different == [], f"the pictures are in {RESULTS}"
    assert len(reached) == MOMENTS
