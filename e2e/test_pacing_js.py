"""Director and highlights: what matters in a battle, on a clock that only the test moves.

Beats of 1,000 ms, each of one event; the chances of side a are told after each. A turning point is
a shift of the lead by 5 points here, so 20 points, or 10 of the chance, matter as much as can be.
"""

from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page

from e2e.test_timeline_js import MAKE

BEATS = 60
END_MS = 1000 * BEATS
SLOWEST, FASTEST = 0.6, 3


@pytest.fixture
def film(modules: Page) -> Page:
    """A battle of a minute: side a's chance falls by 10 points in beat 20, by 5 in beat 40."""
    modules.evaluate(MAKE)
    chance = [50 - 10 * (k >= 20) - 5 * (k >= 40) for k in range(BEATS)]
    append(modules, [{"a": a} for a in chance], chances=[a / 100 for a in chance])
    return modules


def append(page: Page, events: list[dict[str, Any]], **more: Any) -> None:
    told = [
        {"seq": k, "beat": k, "type": "told", "round": 1, **event} for k, event in enumerate(events)
    ]
    cues = [1000 * k for k in range(len(told))]
    chunk = {"from_seq": 0, "events": told, "cues": cues, "until_ms": 1000 * len(told), **more}
    assert page.evaluate("(chunk) => film.store.append({ over: true, ...chunk })", chunk)


def ask(page: Page, method: str, *arguments: Any) -> Any:
    script = "([method, rest]) => film.pacing[method](...rest)"
    return page.evaluate(script, [method, list(arguments)])


def wait(page: Page, ms: int, every: int = 10) -> float:
    page.evaluate("([ms, every]) => film.clock.pass(ms, every)", [ms, every])
    return float(page.evaluate("() => film.timeline.position"))


def test_weight_is_the_shift_of_the_chances(film: Page) -> None:
    assert ask(film, "weightAt", 20_450) == pytest.approx(1)
    assert ask(film, "weightAt", 40_450) == pytest.approx(0.5)
    assert ask(film, "weightAt", 30_450) == 0


def test_weight_has_no_leaps(film: Page) -> None:
    weights = film.evaluate(
        "() => Array.from({ length: 6000 }, (_, k) => film.pacing.weightAt(10 * k))"
    )
    assert max(abs(x - y) for x, y in pairwise(weights)) < 0.02


def test_director_slows_down_for_what_matters_and_hurries_through_the_rest(film: Page) -> None:
    assert ask(film, "rateAt", 20_500) == pytest.approx(SLOWEST)
    assert ask(film, "rateAt", 30_500) == pytest.approx(FASTEST)
    # The beat before has 0.6 of the weight: 0.6 + 2.4 * 0.4 ** 2.
    assert ask(film, "rateAt", 19_500) == pytest.approx(0.984)


@pytest.mark.parametrize("every", [1, 16, 100, 2000])
def test_directors_position_does_not_depend_on_the_frames(film: Page, every: int) -> None:
    film.evaluate("() => { film.timeline.setSpeed('director'); film.timeline.seek(17000); }")
    film.evaluate("() => film.timeline.play()")
    # 2,000 ms at 3, 1,000 at 0.984, then 1,000 at 0.6: 666.67 + 1016.26 + 1666.67 = 3349.59 ms
    position = wait(film, 4000, every)
    assert position == pytest.approx(21_000 + (4000 - 3349.593) * FASTEST, abs=1)


def test_director_is_never_faster_than_the_air(film: Page) -> None:
    film.evaluate("() => film.timeline.setAirClock(30000)")
    film.evaluate("() => { film.timeline.setSpeed('director'); film.timeline.goLive(); }")
    assert wait(film, 2000) == pytest.approx(32_000)
    assert film.evaluate("() => film.timeline.speed") == "director"
    film.evaluate("() => film.timeline.seek(31000)")
    assert wait(film, 200) == pytest.approx(31_600)
    assert wait(film, 2000) == pytest.approx(34_200), (
        "it has caught up with the air and stays there"
    )


def test_highlights_have_the_beginning_what_matters_and_the_end_in_half_a_minute(
    film: Page,
) -> None:
    spans = ask(film, "highlights")
    assert spans[0][0] == 0
    assert spans[-1][1] == END_MS
    for moment in (20_450, 40_450):
        assert any(start <= moment - 450 and moment + 550 <= end for start, end in spans)
    assert sum(end - start for start, end in spans) <= 30_000
    assert all(one[1] < two[0] for one, two in pairwise(spans))


def test_short_battle_is_its_own_highlights(modules: Page) -> None:
    modules.evaluate(MAKE)
    append(modules, [{}] * 12)
    assert ask(modules, "highlights") == [[0, 12_000]]


def test_without_chances_those_who_fall_matter(modules: Page) -> None:
    modules.evaluate(MAKE)
    append(modules, [{"falls": k == 5} for k in range(12)])
    assert ask(modules, "rateAt", 8500) == pytest.approx(FASTEST)
    assert ask(modules, "rateAt", 5500) < 1


def test_tour_jumps_from_highlight_to_highlight_and_stops_at_the_end(film: Page) -> None:
    spans = ask(film, "highlights")
    seen = film.evaluate("""() => {
      film.timeline.playTour();
      return Array.from({ length: 3100 }, () => {
        film.clock.pass(10, 10);
        return film.timeline.position;
      });
    }""")
    assert all(any(start <= at <= end for start, end in spans) for at in seen)
    assert all(any(start <= at <= end for at in seen) for start, end in spans)
    assert seen[-1] == END_MS
    assert film.evaluate("() => [film.timeline.playing, film.timeline.tour]") == [False, None]


@pytest.mark.parametrize("leaving", ["seek(12345)", "step('beat', 1)", "showEvent(30)"])
def test_seek_leaves_the_highlights(film: Page, leaving: str) -> None:
    film.evaluate("() => film.timeline.playTour()")
    wait(film, 500)
    assert film.evaluate("() => film.timeline.tour !== null")
    film.evaluate(f"() => film.timeline.{leaving}")
    assert film.evaluate("() => film.timeline.tour") is None


def test_pause_keeps_the_highlights(film: Page) -> None:
    film.evaluate("() => film.timeline.playTour()")
    wait(film, 500)
    film.evaluate("() => film.timeline.toggle()")
    assert wait(film, 5000) == 500
    film.evaluate("() => film.timeline.toggle()")
    wait(film, 4000)
    assert film.evaluate("() => film.timeline.tour !== null")
    assert film.evaluate("() => film.timeline.position") > 4500


def test_blows_of_one_beat_land_apart_from_a_quarter_of_it_on(modules: Page) -> None:
    """A beat of 1,800 ms from 1,000 on: from 25 % to 80 % it has 990 ms for four steps."""
    modules.evaluate(MAKE)
    events: list[dict[str, Any]] = [{}, *[{"beat": 1}] * 5]
    append(modules, events, cues=[0, *[1000] * 5], until_ms=2800)
    landed = modules.evaluate("() => film.store.times")
    assert landed == pytest.approx([0, 1450, 1697.5, 1945, 2192.5, 2440])
