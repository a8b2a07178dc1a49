"""Store, timeline and director by themselves, on a clock that only the test moves.

The battle is made by hand: five beats of 1,000 ms, the second of two events. An event lands at
45 % of its beat; of two the second lands at 75 % and the first 320 ms before it; the first of all
lands at once.

    seq      0     1     2     3     4     5
    beat     0     1     1     2     3     4
    round    0     1     1     1     2     2
    cue      0  1000  1000  2000  3000  4000
    lands    0  1430  1750  2450  3450  4450
"""

from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page

BEATS = (0, 1, 1, 2, 3, 4)
ROUNDS = (0, 1, 1, 1, 2, 2)
LANDS = (0, 1430, 1750, 2450, 3450, 4450)
END_MS = 5000

MAKE = """() => {
  const { createHandClock, createStore, createTimeline, createPacing } = modules;
  const initial = { round: 0, ended: false, winner: null, reason: null };
  const view = {
    leastSwing: 5,
    reduce: (state, { round, a }) => ({ ...state, round, a: a ?? state.a }),
    score: ({ a }) => ({ a, b: 100 - a }),
    fallen: ({ falls }) => (falls ? { side: "a", name: "Somebody" } : null),
  };
  const store = createStore({ ...view, initial: { ...initial, a: 50 } });
  const clock = createHandClock();
  const pacing = createPacing(store, view);
  const timeline = createTimeline(store, clock, { pacing, isStill: () => film.still });
  window.film = { store, clock, pacing, timeline, still: false };
}"""

READ = """() => {
  const { store, timeline } = film;
  const { position, playing, live } = timeline;
  return [Math.round(position), store.landed(position), playing, live];
}"""


class Moment(NamedTuple):
    """Where a timeline stands; the position in ms, without the hair's breadth of rounding."""

    position: int
    landed: int
    playing: bool = False
    live: bool = False


class Film:
    """The store and the timeline in the page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.evaluate(MAKE)

    @property
    def now(self) -> Moment:
        return Moment(*self.page.evaluate(READ))

    def lands(self) -> tuple[int, ...]:
        """When each event lands, in ms."""
        return tuple(self.page.evaluate("() => film.store.times.map(Math.round)"))

    def append(self, first: int = 0, end: int = 6, until: int | None = None) -> bool:
        """Hands the store a chunk of the battle; whether it was taken."""
        events = [
            {"seq": seq, "beat": BEATS[seq], "type": "told", "round": ROUNDS[seq]}
            for seq in range(first, end)
        ]
        chunk = {
            "from_seq": first,
            "events": events,
            "cues": [1000 * event["beat"] for event in events],
            "until_ms": until if until is not None else END_MS,
            "over": end == len(BEATS),
        }
        return bool(self.page.evaluate("(chunk) => film.store.append(chunk)", chunk))

    def do(self, method: str, *arguments: Any) -> Moment:
        """Calls a method of the timeline."""
        self.call(method, *arguments)
        return self.now

    def call(self, method: str, *arguments: Any) -> Any:
        script = "([method, rest]) => film.timeline[method](...rest)"
        return self.page.evaluate(script, [method, list(arguments)])

    def step_animated(self) -> Moment:
        """Sets out for the next beat, in motion."""
        self.page.evaluate("() => film.timeline.step('beat', 1, true)")
        return self.now

    def wait(self, ms: int, every: int = 10) -> Moment:
        """Lets time pass, with a frame every `every` ms."""
        self.page.evaluate("([ms, every]) => film.clock.pass(ms, every)", [ms, every])
        return self.now


@pytest.fixture
def empty(modules: Page) -> Film:
    return Film(modules)


@pytest.fixture
def film(empty: Film) -> Film:
    """The whole battle, at its beginning."""
    assert empty.append()
    return empty


def test_events_land_as_worked_out_by_hand(film: Film) -> None:
    assert film.lands() == LANDS


def test_stepping_by_event_shows_one_more_or_one_less(film: Film) -> None:
    for seq in range(1, 6):
        assert film.do("step", "event", 1) == Moment(LANDS[seq], seq + 1)
    assert film.do("step", "event", 1) == Moment(END_MS, 6)
    for seq in range(4, -1, -1):
        assert film.do("step", "event", -1) == Moment(LANDS[seq], seq + 1)
    assert film.do("step", "event", -1) == Moment(0, 1)


def test_stepping_by_beat_goes_from_cue_to_cue(film: Film) -> None:
    landed = [1, 3, 4, 5]
    for beat in range(2, 5):  # at the first moment all of the first beat is there already
        assert film.do("step", "beat", 1) == Moment(1000 * beat, landed[beat - 1])
    assert film.do("step", "beat", 1) == Moment(END_MS, 6)
    for beat in range(4, 0, -1):
        assert film.do("step", "beat", -1) == Moment(1000 * beat, landed[beat - 1])
    assert film.do("step", "beat", -1) == Moment(0, 1)


def test_stepping_back_from_within_a_beat_goes_to_its_cue(film: Film) -> None:
    film.do("seek", 2600)
    assert film.do("step", "beat", -1) == Moment(2000, 3)


def test_stepping_by_round_goes_to_where_its_first_event_lands(film: Film) -> None:
    assert film.do("step", "round", 1) == Moment(1430, 2)
    assert film.do("step", "round", 1) == Moment(3450, 5)
    assert film.do("step", "round", 1) == Moment(END_MS, 6)
    assert film.do("step", "round", -1) == Moment(3450, 5)
    assert film.do("step", "round", -1) == Moment(1430, 2)
    assert film.do("step", "round", -1) == Moment(0, 1)


def test_animated_step_plays_one_beat_and_stops(film: Film) -> None:
    assert film.step_animated() == Moment(1000, 1, playing=True)
    assert film.wait(600) == Moment(1600, 2, playing=True)
    assert film.wait(600) == Moment(2000, 3)


def test_animated_steps_in_a_hurry_skip_what_is_left_of_the_motion(film: Film) -> None:
    for _ in range(3):
        film.step_animated()
    assert film.wait(1000) == Moment(4000, 5)


def test_playing_stops_at_the_end(film: Film) -> None:
    film.do("play")
    assert film.wait(1500) == Moment(1500, 2, playing=True)
    assert film.wait(10_000) == Moment(END_MS, 6)


def test_playing_at_the_end_begins_again(film: Film) -> None:
    film.do("seek", END_MS)
    assert film.do("play") == Moment(0, 1, playing=True)


def test_loop_begins_again_by_itself(film: Film) -> None:
    film.page.evaluate("() => film.timeline.setLooping(true)")
    film.do("play")
    assert film.wait(END_MS) == Moment(0, 1, playing=True)
    assert film.wait(1000) == Moment(1000, 1, playing=True)


@pytest.mark.parametrize("speed", [0.25, 0.5, 1, 2, 4, 8, 16])
def test_speed_is_film_time_by_time(film: Film, speed: float) -> None:
    assert speed in film.page.evaluate("() => modules.SPEEDS")
    film.call("setSpeed", speed)
    film.do("play")
    assert film.wait(200).position == 200 * speed


def test_slow_frames_lose_no_time(film: Film) -> None:
    film.do("play")
    assert film.wait(3500, every=3500) == Moment(3500, 5, playing=True)


@pytest.mark.parametrize(("seq", "landed"), [(-5, 1), (3, 4), (99, 6)])
def test_seeking_an_event_keeps_within_the_battle(film: Film, seq: int, landed: int) -> None:
    assert film.do("seekEvent", seq) == Moment(LANDS[landed - 1], landed)


def test_unknown_round_is_not_sought(film: Film) -> None:
    film.do("seek", 2000)
    assert film.call("seekRound", 3) is False
    assert film.now == Moment(2000, 3)
    assert film.call("seekRound", 2) is True
    assert film.now == Moment(3450, 5)


def test_chunk_that_leaves_a_gap_is_refused(empty: Film) -> None:
    assert empty.append(0, 3, until=2000)
    assert not empty.append(4, 6)
    assert empty.page.evaluate("() => film.store.nextSeq") == 3
    assert empty.page.evaluate("() => film.store.isOver") is False


def test_doubled_events_are_dropped(empty: Film) -> None:
    assert empty.append(0, 4, until=3000)
    assert empty.append(1, 3, until=2000)
    assert empty.append(0, 6)
    assert empty.append()
    seqs = empty.page.evaluate("() => film.store.events.map((event) => event.seq)")
    assert seqs == [0, 1, 2, 3, 4, 5]
    assert empty.page.evaluate("() => film.store.untilMs") == END_MS
    assert empty.lands() == LANDS


def test_beat_that_came_in_two_chunks_is_one_beat(empty: Film) -> None:
    assert empty.append(0, 2, until=2000)
    assert empty.append(2, 6)
    assert empty.lands() == LANDS


def test_live_position_follows_the_servers_clock(empty: Film) -> None:
    empty.append(0, 4, until=3000)
    empty.call("setAirClock", -500)
    empty.do("goLive")
    assert empty.wait(300) == Moment(-200, 0, playing=True, live=True)
    assert empty.wait(1700) == Moment(1500, 2, playing=True, live=True)


def test_live_position_waits_at_the_edge_of_what_is_known(empty: Film) -> None:
    empty.append(0, 3, until=2000)
    empty.call("setAirClock", 1900)
    empty.do("goLive")
    assert empty.wait(600) == Moment(2000, 3, playing=True, live=True)
    empty.append(3, 6)
    assert empty.wait(10) == Moment(2510, 4, playing=True, live=True)


def test_show_that_is_over_is_no_longer_on_air(film: Film) -> None:
    film.call("setAirClock", 4000)
    film.do("goLive")
    assert film.wait(1100) == Moment(END_MS, 6)
    assert film.page.evaluate("() => film.timeline.onAir") is False


def test_word_of_the_clock_that_came_late_does_not_set_it_back(empty: Film) -> None:
    empty.append(0, 4, until=3000)
    empty.call("setAirClock", 1000)
    empty.call("setAirClock", 800)
    empty.do("goLive")
    assert empty.wait(100).position == 1100


def test_nobody_sees_what_is_not_on_air_yet(empty: Film) -> None:
    empty.append(0, 4, until=3000)
    empty.call("setAirClock", 1200)
    assert empty.do("seek", 2900) == Moment(1200, 1)
    assert empty.do("seekEvent", 3) == Moment(1200, 1)
    assert empty.do("showEvent", 3) == Moment(1200, 1)
    assert empty.call("seekRound", 2) is False


def test_pausing_leaves_the_live_moment_and_going_live_joins_it(empty: Film) -> None:
    empty.append(0, 4, until=3000)
    empty.call("setAirClock", 1000)
    empty.do("goLive")
    empty.wait(500)
    assert empty.do("pause") == Moment(1500, 2)
    assert empty.wait(1000) == Moment(1500, 2)
    assert empty.do("goLive").live
    assert empty.wait(10) == Moment(2510, 4, playing=True, live=True)


def test_playing_faster_catches_up_with_the_live_moment(empty: Film) -> None:
    empty.append(0, 4, until=3000)
    empty.call("setAirClock", 2000)
    empty.do("seek", 0)
    empty.call("setSpeed", 16)
    empty.do("play")
    assert empty.wait(50) == Moment(800, 1, playing=True)
    assert empty.wait(150) == Moment(2200, 3, playing=True, live=True)


@pytest.mark.parametrize(("beat", "landed"), [(0, 1), (1, 2), (3, 5), (4, 6), (99, 6)])
def test_seeking_a_beat_shows_it_as_it_begins(film: Film, beat: int, landed: int) -> None:
    assert film.do("seekBeat", beat) == Moment(LANDS[landed - 1], landed)


def test_veiled_page_may_tell_what_was_shown_and_no_more(film: Film) -> None:
    film.call("setVeiled", True)  # noqa: FBT003 - as the page calls it
    assert film.call("revealed") == 0
    film.do("seek", 2000)
    assert film.call("revealed") == 2000
    film.do("seek", 500)
    assert film.call("revealed") == 2000
    assert film.call("edge") == END_MS, "who wants to may go on"


def test_veil_lifts_when_the_last_event_has_landed(film: Film) -> None:
    film.call("setVeiled", True)  # noqa: FBT003 - as the page calls it
    film.do("seekEvent", 4)
    assert film.page.evaluate("() => film.timeline.veiled") is True
    film.do("seekEvent", 5)
    assert film.page.evaluate("() => film.timeline.veiled") is False
    assert film.call("revealed") == END_MS
