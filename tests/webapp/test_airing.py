"""What is due when: nothing early, nothing lost, nothing twice."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from webapp.base import games
from webapp.base.game import Pace, pace_of
from webapp.battles.playback import SILENT, Chunk, Schedule, chunk, due, kind, schedule

PACE = Pace({"long": 1000, "short": 100}, other=400, each_more=90, beat_most=1250, airing_most=9000)

FOLDING = Pace(
    {"hit": 800, "miss": 700, "walk": 400, "herald": 1000, "fall": 600},
    other=400,
    each_more=0,
    beat_most=2000,
    airing_most=99_000,
    blows=frozenset({"hit", "fall"}),
    misses=frozenset({"miss"}),
    flurry=250,
    quiet_most=1500,
    opening_most=2000,
    together=frozenset({"herald"}),
    unless_zero={"herald": "bonus"},
    shown_as={"miss": {"kills": "hit"}},
)

beats = st.lists(
    st.lists(st.sampled_from(["long", "short", "strange"]), min_size=1, max_size=5), max_size=40
)
steps = st.lists(st.integers(0, 4000), min_size=1, max_size=12)


def events_of(beats: list[list[str]]) -> list[tuple[str, int]]:
    return [(type_, beat) for beat, types in enumerate(beats) for type_ in types]


def drain(plan: Schedule, from_seq: int, position: int, most: int) -> Iterator[Chunk]:
    while piece := chunk(plan, from_seq, position, most):
        yield piece
        from_seq = piece.to_seq
        if piece.over:
            break


def test_a_beat_lasts_as_its_longest_event_and_a_little_more_for_each_further_one() -> None:
    plan = schedule([("long", 0), ("short", 1), ("short", 1), ("strange", 2)], PACE)
    # beat 0: 1000; beat 1: 100 + 90; beat 2: 400
    assert plan == Schedule((0, 1000, 1000, 1190), 1590)
    plan = schedule([("long", 0)] * 9 + [("short", 1)], PACE)  # 1000 + 8 * 90 = 1720
    assert plan.cues[-1] == 1250, "the most"
    assert schedule([], PACE) == Schedule((), 0)


def test_an_airing_that_would_be_too_long_goes_faster_from_half_of_the_most_on() -> None:
    plan = schedule([("long", beat) for beat in range(18)], PACE)
    # 4500 ms as they are; what would be due at t > 4500 is at 9000 - 4500 * 4500 / t
    assert plan.cues[:6] == (0, 1000, 2000, 3000, 4000, 4950)
    assert plan.cues[9] == 6750  # 9000 - 20,250,000 / 9000
    assert plan.cues[17] == 9000 - 1191  # 20,250,000 / 17,000 = 1191.2
    assert plan.duration_ms == 9000 - 1125


def test_even_a_long_battle_shows_its_last_event_as_long_as_any() -> None:
    pace = Pace({"long": 1000, "battle_ended": 1200}, 400, 90, 1250, 9000)
    plan = schedule([*(("long", beat) for beat in range(18)), ("battle_ended", 18)], pace)
    assert plan.duration_ms == plan.cues[-1] + 1200
    assert plan.duration_ms <= pace.latest_ms == 10_250


@given(beats, beats)
def test_no_cue_depends_on_what_comes_later(types: list[list[str]], later: list[list[str]]) -> None:
    """Nor do cues ever fall, and a beat shares one."""
    alone, whole = (schedule(events_of(some), PACE) for some in (types, types + later))
    assert whole.cues[: len(alone.cues)] == alone.cues
    if later:
        assert whole.cues[len(alone.cues)] == alone.duration_ms, "until_ms tells no more"
    beat_of = [beat for _, beat in events_of(types + later)]
    assert len(whole.cues) == len(beat_of)
    assert whole.duration_ms <= PACE.airing_most
    assert [*whole.cues] == sorted(whole.cues)
    shown = {*zip(beat_of, whole.cues, strict=True)}
    assert len(shown) == len({*beat_of})


def one_by_one(*types: str) -> list[tuple[str, int]]:
    return [(type_, beat) for beat, type_ in enumerate(types)]


def test_misses_after_a_miss_are_a_tally_that_can_be_read() -> None:
    plan = schedule(one_by_one("hit", "miss", "walk", "miss", "miss", "hit", "miss"), FOLDING)
    # Up to 70 % of 1500, 1050, all is shown as it is; 450 are left for the rest, however long. So
    # 700 for a miss and 400 for the walk, which is none, are 700 and 1500 - 450²/500 = 1095. The
    # next two misses have one cue; their 700 and 250 more make 1500 - 450²/1450 = 1361. The tally
    # would be there for 266 ms: it gets 400. Then a blow, and a miss in full again.
    tally = 800 + 1095
    assert plan.cues == (0, 800, 1500, tally, tally, tally + 400, tally + 1200)
    assert plan.duration_ms == tally + 1200 + 700


def test_a_tally_has_eight_misses_of_one_kind() -> None:
    pace = replace(FOLDING, quiet_most=None, misses=frozenset({"miss", "other"}), flurry=10)
    plan = schedule(one_by_one("hit", *["miss"] * 11, "other", "miss"), pace)
    first, second = 800 + 700, 800 + 700 + 770
    third = second + 710
    assert plan.cues == (0, 800, *[first] * 8, *[second] * 2, third, third + 400)


def test_an_attempt_that_succeeds_is_the_blow_that_it_is() -> None:
    assert kind(FOLDING, "miss", {"kills": False}.get) == "miss"
    assert kind(FOLDING, "hit", {"kills": True}.get) == "hit"
    kill = kind(FOLDING, "miss", {"kills": True}.get)
    plan = schedule(one_by_one("hit", "miss", "miss", kill, "miss"), FOLDING)
    # Misses of 700 and 547 (1400 make 1500 - 450²/800), a blow of 800; then a miss in full again.
    assert plan.cues == (0, 800, 1500, 2047, 2847)
    assert plan.duration_ms == 3547


def test_all_before_the_first_blow_is_over_in_time() -> None:
    plan = schedule(one_by_one("walk", *["other"] * 19, "hit"), FOLDING)  # 20 * 400 = 8000
    assert plan.cues[-1] == 2000 - 600 * 600 // 7200
    assert plan.cues[1] == 400


def test_heralds_in_a_row_are_one_beat_and_one_of_nothing_takes_no_time() -> None:
    plan = schedule(one_by_one("walk", "herald", "herald", "walk", "hit"), FOLDING)
    # 400 + 1000 are 70 % of 2000; of the 400 after them 240 are left, 600 - 600²/1000.
    assert plan.cues == (0, 400, 400, 1400, 1640)
    zero = kind(FOLDING, "herald", {"bonus": 0}.get)
    assert zero == SILENT
    assert kind(FOLDING, "herald", {"bonus": 2}.get) == "herald"
    assert kind(FOLDING, "walk", {"bonus": 0}.get) == "walk"
    one = schedule([("walk", 0), (zero, 1), ("herald", 2), ("hit", 3)], FOLDING)
    assert one.cues == (0, 400, 400, 1400)  # all of it, being 70 % of 2000
    both = schedule([("walk", 0), (zero, 1), (zero, 2), ("hit", 3)], FOLDING)
    assert both.cues[-1] < 500


def test_a_chunk_says_up_to_where_the_show_is_known() -> None:
    plan = Schedule((0, 1000, 1000, 1190), 1590)
    assert chunk(plan, 0, 500) == Chunk(0, 1, until_ms=1000, over=False)
    assert chunk(plan, 1, 500) is None
    assert chunk(plan, 1, 1500) == Chunk(1, 4, until_ms=1590, over=True)
    assert [due(plan, ms) for ms in (-1, 0, 999, 1000, 1189, 1190)] == [0, 1, 1, 3, 3, 4]
    plan = Schedule((0, 10, 10, 10, 20), 30)
    assert chunk(plan, 0, 25, most=2) == Chunk(0, 4, until_ms=20, over=False), "whole beats"


@given(beats, steps, st.integers(0, 60), st.integers(1, 7), st.integers(-3000, 9000))
def test_no_event_is_early_lost_or_doubled(
    types: list[list[str]], steps: list[int], from_seq: int, most: int, start: int
) -> None:
    plan = schedule(events_of(types), PACE)
    position, seq = start, from_seq
    sent: list[int] = []
    for step in steps:
        for piece in drain(plan, seq, position, most):
            assert piece.from_seq == min(seq, len(plan.cues))
            assert all(plan.cues[k] <= position for k in range(piece.from_seq, piece.to_seq))
            sent += range(piece.from_seq, piece.to_seq)
            seq = piece.to_seq
            assert piece.over == (seq == len(plan.cues))
        last = position
        position += step
    on_air = due(plan, last)
    assert sent == list(range(min(from_seq, on_air), on_air))
    if sent and sent[-1] + 1 < len(plan.cues):
        assert plan.cues[sent[-1] + 1] > last


@pytest.mark.parametrize("ruleset", engine.rulesets().values(), ids=lambda ruleset: ruleset.id)
def test_every_event_of_a_ruleset_has_a_length(ruleset: engine.Ruleset) -> None:
    names = {event.__struct_config__.tag for event in ruleset.all_events}
    assert set(pace_of(games.game(ruleset.id)).events) == names
