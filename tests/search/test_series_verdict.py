"""Armies, orders and dice over several battles: sums worked out by hand."""

import msgspec
import pytest

import engine
from engine import SideId, search
from engine.search import Ended, Judged, series_verdict
from tests.dsl import battle_file as lineups
from tests.stacks import battle_file, unit

DUEL = battle_file([unit(8, 1)], [unit(5, 1)])
"""Side a wins 2 of 3, and neither has orders to choose from."""
TWO = battle_file(
    [unit(5, 1, name="Hound"), unit(5, 1, trample=1, name="Giant")],
    [unit(5, 2, name="Wall"), unit(5, 1, name="Dog")],
)
"""Side a has 6/16 as it is, 7/16 with the giant first (tests/search/test_best_order.py)."""


def by_hand(file: object, side: SideId, winner: SideId | None) -> Judged:
    verdict = search.verdict(file, winner)
    own = verdict.chance if side == "a" else 1 - verdict.chance
    return Judged(Ended(own, 0, 0.5 if winner is None else float(winner == side)), verdict, side)


def test_duels_by_hand() -> None:
    """Side a twice and b once, won, lost, won. Each duel: armies 1/6 for a; dice 1/3 or -2/3.

    Armies 1/6 + 1/6 - 1/6, dice 1/3 - 2/3 + 2/3: together 1/2, which is 2 wins less 3/2.
    """
    three = [by_hand(DUEL, "a", "a"), by_hand(DUEL, "a", "b"), by_hand(DUEL, "b", "b")]
    told = series_verdict(three)
    assert (told.battles, told.won, told.spread) == (3, 2, 0)
    assert (told.armies, told.order, told.dice) == pytest.approx((1 / 6, 0, 1 / 3))
    # 5/3 are owed. None is won in 1/3 * 1/3 * 2/3 = 7.4 %, all in 2/3 * 2/3 * 1/3 = 14.8 %.
    assert told.interval == pytest.approx((-5 / 3, 3 - 5 / 3))


def test_both_sides_parts_are_opposites_and_orders_count() -> None:
    """The mean m of the four pairs of orders: armies m - 1/2, order 6/16 - m, twice the same."""
    mean = search.verdict(TWO, "a").mean
    a = series_verdict([by_hand(TWO, "a", "a"), by_hand(TWO, "a", "a")])
    b = series_verdict([by_hand(TWO, "b", "a"), by_hand(TWO, "b", "a")])
    assert (a.armies, a.order, a.dice) == pytest.approx((2 * mean - 1, 12 / 16 - 2 * mean, 20 / 16))
    assert (b.armies, b.order, b.dice) == pytest.approx(
        (1 - 2 * mean, 2 * mean - 12 / 16, -20 / 16)
    )
    assert (a.won, b.won) == (2, 0)
    for one in (a, b):
        assert one.order
        assert one.armies + one.order + one.dice == pytest.approx(one.won - 1)


def test_a_draw_is_half_a_win_and_the_games_may_differ() -> None:
    """Of a line-up that has drawn the dice gave 1/2 less its share."""
    file = lineups("3/1 1/4 2/2:ballistics | 2/3 4/1", first=None)
    drawn = by_hand(file, "a", None)
    told = series_verdict([drawn, by_hand(DUEL, "a", "a")])
    assert told.won == 1.5
    assert told.armies == pytest.approx(drawn.verdict.mean - 1 / 2 + 1 / 6)
    assert told.dice == pytest.approx(1 / 2 - drawn.verdict.chance + 1 / 3)


def verdict(**parts: float | tuple[float, float] | None) -> search.Verdict:
    """A verdict of these numbers, the others of an even battle that a has won."""
    even = {"result": 1.0, "chance": 0.5, "mean": 0.5, "armies": 0.0, "order": 0.0, "dice": 0.5}
    return search.Verdict(**{**even, "method": "exact", "pairs": 1, **parts})  # type: ignore[arg-type]


def test_what_may_be_off_is_added_up() -> None:
    """Half-widths of 0.01 and 0.03, and an exact one: 0.04, and no root of it."""
    ended = Ended(0.5, 0, 1)
    three = [verdict(interval=(0.49, 0.51)), verdict(interval=(0.47, 0.53)), verdict()]
    told = series_verdict([Judged(ended, one, "a") for one in three])
    assert told.spread == pytest.approx(0.04)


def test_without_orders_there_is_no_part_of_them() -> None:
    ended = Ended(0.5, 0, 1)
    assert series_verdict([Judged(ended, verdict(order=None), "b")]).order is None
    mixed = [Judged(ended, verdict(order=None), "a"), Judged(ended, verdict(order=0.25), "b")]
    assert series_verdict(mixed).order == -0.25
    assert series_verdict([]) == search.SeriesVerdict(0, 0, 0, None, 0, (0, 0), 0)


def test_what_is_judged_is_a_recording_or_a_battle_file_that_is_played() -> None:
    """Seen from each side: 2 of 3 are owed to a, 1 of 3 to b."""
    recording = engine.play(DUEL, 7)
    won = recording.result.winner == "a"
    for source in (recording, {**DUEL, "seed": 7}, engine.read({**DUEL, "seed": 7})):
        a, b = search.judged(source), search.judged(source, "b")
        assert (a.ended.win, b.ended.win) == pytest.approx((2 / 3, 1 / 3))
        assert (a.ended.result, b.ended.result) == (won, not won)
        assert a.verdict == b.verdict == search.verdict(DUEL, recording.result.winner)
        assert (a.side, b.side) == ("a", "b")


def test_what_cannot_be_judged_is_refused() -> None:
    with pytest.raises(engine.InputError, match="seed: is missing"):
        search.judged(DUEL)
    with pytest.raises(ValueError, match="no side 'c'"):
        search.judged({**DUEL, "seed": 7}, "c")  # type: ignore[arg-type]
    recording = engine.play(DUEL, 7)
    header = msgspec.structs.replace(recording.header, ruleset_version=0)
    with pytest.raises(engine.InputError, match="was played by older rules"):
        search.judged(msgspec.structs.replace(recording, header=header))
