"""A moment is shown as it comes about, and time stands still while nobody looks.

The battle and its clock are those of test_timeline_js.py.
"""

import pytest
from playwright.sync_api import Page

from e2e.test_timeline_js import Film, Moment


@pytest.fixture
def empty(modules: Page) -> Film:
    return Film(modules)


@pytest.fixture
def film(empty: Film) -> Film:
    """The whole battle, at its beginning."""
    assert empty.append()
    return empty


HIDE, SHOW = (("setHidden", hidden) for hidden in (True, False))


def test_step_from_within_a_beat_goes_on_to_what_has_not_happened_yet(film: Film) -> None:
    film.do("seek", 2700)
    assert film.step_animated() == Moment(3000, 4, playing=True)
    assert film.wait(1200) == Moment(4000, 5)
    film.do("seek", 2100)
    assert film.step_animated() == Moment(2100, 3, playing=True)
    assert film.wait(1200) == Moment(3000, 4)


def test_who_prefers_less_motion_steps_at_once(film: Film) -> None:
    film.page.evaluate("() => { film.still = true; }")
    assert film.step_animated() == Moment(2000, 3)
    assert film.do("showEvent", 3) == Moment(2450, 4)
    assert film.do("showEvent", 1) == Moment(1430, 2)
    assert film.do("show", 3000, 5000) == Moment(4450, 6)


def test_event_is_shown_from_just_before_it_until_the_next_one(film: Film) -> None:
    assert film.do("showEvent", 3) == Moment(2000, 3, playing=True)
    assert film.wait(500) == Moment(2500, 4, playing=True)
    assert film.wait(600) == Moment(3000, 4)
    assert film.do("showEvent", 1) == Moment(1000, 1, playing=True)
    assert film.wait(1000) == Moment(1750, 2), "the second event of the beat is still to come"
    assert film.do("showEvent", 2) == Moment(1000, 1, playing=True)
    assert film.wait(1200) == Moment(2000, 3)


def test_who_seeks_while_something_is_shown_stays_there(film: Film) -> None:
    film.do("showEvent", 3)
    film.wait(200)
    assert film.do("seek", 4100) == Moment(4100, 5)
    assert film.wait(500) == Moment(4100, 5)


def test_stretch_is_played_and_no_further(film: Film) -> None:
    film.call("setSpeed", 2)
    film.do("show", 2000, 4000)
    assert film.wait(600) == Moment(3200, 4, playing=True)
    assert film.wait(600) == Moment(4000, 5)


def test_replay_stands_still_while_nobody_sees_it(film: Film) -> None:
    film.call("setVeiled", True)  # noqa: FBT003 - as the page calls it
    film.do("play")
    film.wait(1500)
    film.call(*HIDE)
    assert film.wait(70_000, every=1000) == Moment(1500, 2, playing=True)
    film.call(*SHOW)
    assert film.now == Moment(1500, 2, playing=True)
    assert film.call("revealed") == 1500
    assert film.wait(500) == Moment(2000, 3, playing=True)


def test_replay_stands_where_it_was_if_no_frame_came_meanwhile(film: Film) -> None:
    film.do("play")
    film.wait(1500)
    film.call(*HIDE)
    film.page.evaluate("() => film.clock.sleep(70_000)")
    film.call(*SHOW)
    assert film.wait(10) == Moment(1510, 2, playing=True)


def test_show_on_air_goes_on_unseen_and_what_was_missed_does_not_lift_the_veil(
    empty: Film,
) -> None:
    empty.append(0, 3, until=2000)
    empty.call("setVeiled", True)  # noqa: FBT003 - as the page calls it
    empty.call("setAirClock", 1000)
    empty.do("goLive")
    empty.wait(500)
    empty.call(*HIDE)
    empty.append(3, 6)
    empty.wait(70_000, every=1000)
    assert empty.page.evaluate("() => film.timeline.veiled") is True
    assert empty.call("revealed") == 1500
    empty.call(*SHOW)
    assert empty.wait(10) == Moment(1510, 2, playing=True)
    assert empty.page.evaluate("() => film.timeline.veiled") is True


def test_who_comes_back_to_a_show_on_air_is_at_its_live_moment(empty: Film) -> None:
    empty.append(0, 4, until=3000)
    empty.call("setAirClock", 500)
    empty.do("goLive")
    empty.wait(500)
    empty.call(*HIDE)
    empty.page.evaluate("() => film.clock.sleep(1500)")
    empty.call(*SHOW)
    assert empty.wait(10) == Moment(2510, 4, playing=True, live=True)
