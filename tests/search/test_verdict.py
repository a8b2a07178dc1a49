"""Armies, orders and dice of one battle and of several: by hand and by enumeration."""

import sys
from itertools import permutations, product
from math import prod
from typing import Any

import msgspec
import pytest

import engine
from engine import SideId, search
from engine.search import FinishedBattle, JudgedBattle, series_verdict, win_balance
from engine.search.verdict import distribution
from tests.dsl import battle_file as lineups
from tests.sieges import EVEN, units
from tests.stacks import battle_file, unit

BATTLE = battle_file(
    [unit(5, 1, name="Hound"), unit(5, 1, trample=1, name="Giant")],
    [unit(5, 2, name="Wall"), unit(5, 1, name="Dog")],
)
"""As it is, a wins 6/16; with the giant first 7/16 (tests/search/test_best_order.py)."""
LINEUPS = lineups("3/1 1/4 2/2:ballistics | 2/3 4/1", first=None)
DUEL = battle_file([unit(8, 1)], [unit(5, 1)])  # a wins 2 of 3, with a single order


def mean_of(file: dict[str, Any]) -> float:
    """The mean over all orders of both sides, each weighed by the rules."""
    a, b = (side["army"] for side in file["sides"])
    (key,) = a
    found = []
    for one in permutations(a[key]):
        for two in permutations(b[key]):
            odds = engine.odds({**file, "sides": [{"army": {key: [*row]}} for row in (one, two)]})
            found.append(odds.a + odds.draw / 2)
    return sum(found) / len(found)


def test_a_duel_has_no_orders_to_speak_of() -> None:
    """Strength 8 against 5 wins 2 of 3: armies 1/6, order 0, dice 1/3 or -2/3."""
    won, lost = search.verdict(DUEL, "a"), search.verdict(DUEL, "b")
    assert (won.armies, won.order, won.dice) == pytest.approx((1 / 6, 0, 1 / 3))
    assert (lost.armies, lost.order, lost.dice) == pytest.approx((1 / 6, 0, -2 / 3))
    assert (won.method, won.pairs, won.interval) == ("exact", 1, None)


@pytest.mark.parametrize(
    ("file", "pairs"),
    [
        (BATTLE, 4),
        # 3! orders against 2!; two equal units of a leave 3 that look different.
        (
            battle_file(
                [unit(4, 1), unit(4, 1), unit(6, 1, trample=1)],
                [unit(5, 2), unit(7, 1)],
                terrain=["hills"],
                city="town",
            ),
            6,
        ),
        (battle_file([unit(7, 2)], [unit(5, 1), unit(3, 2, trample=1), unit(6, 1)]), 6),
        (LINEUPS, 12),
    ],
)
def test_all_orders_by_enumeration(file: dict[str, Any], pairs: int) -> None:
    odds, mean = engine.odds(file, "exact"), mean_of(file)
    chance = odds.a + odds.draw / 2
    found = search.verdict(file, "a")
    assert (found.method, found.pairs) == ("exact", pairs)
    assert (found.chance, found.mean) == pytest.approx((chance, mean))
    parts = (found.armies, found.order, found.dice)
    assert parts == pytest.approx((mean - 1 / 2, chance - mean, 1 - chance))


@pytest.mark.parametrize("winner", ["a", "b", None])
@pytest.mark.parametrize("count", [2, 8])
def test_the_parts_add_up(winner: engine.SideId | None, count: int) -> None:
    stack = [unit(3 + k % 4, 1 + k % 3, name=f"Unit {k}") for k in range(count)]
    found = search.verdict(battle_file(stack, stack[::-1]), winner)
    assert found.order is not None
    total = found.armies + found.order + found.dice
    assert total == pytest.approx(found.result - 1 / 2, abs=1e-12)
    assert found.method == ("exact" if count == 2 else "sample")


def test_interval_of_drawn_orders_holds_the_mean(monkeypatch: pytest.MonkeyPatch) -> None:
    """24 orders against 24 are weighed one by one; drawn, their mean has to be near."""
    file = battle_file(
        [unit(3, 1), unit(5, 2), unit(7, 1, trample=1), unit(4, 3)],
        [unit(6, 1), unit(4, 2), unit(5, 1, trample=2), unit(2, 3)],
    )
    whole = search.verdict(file, "a")
    assert (whole.method, whole.pairs) == ("exact", 576)
    monkeypatch.setattr(sys.modules["engine.search.verdict"], "PAIRS_MOST", 575)
    drawn = search.verdict(file, "a")
    assert (drawn.method, drawn.pairs) == ("sample", 2_000)
    assert drawn.interval is not None
    low, high = drawn.interval
    assert low < whole.mean < high < low + 0.05
    assert (drawn.chance, drawn.dice) == (whole.chance, whole.dice)
    assert search.verdict(file, "a") == drawn


def test_what_is_not_exact_has_no_verdict() -> None:
    side = {"army": {"units": units(EVEN)}, "bot": "random"}
    with pytest.raises(engine.InputError):
        search.verdict({"ruleset": "siege", "sides": [side, side]}, "a")


def by_hand(file: object, side: SideId, winner: SideId | None) -> JudgedBattle:
    verdict = search.verdict(file, winner)
    own = verdict.chance if side == "a" else 1 - verdict.chance
    result = 0.5 if winner is None else float(winner == side)
    return JudgedBattle(FinishedBattle(own, 0, result), verdict, side)


def test_duels_by_hand() -> None:
    """Side a twice and b once: won, lost, won. Armies 1/6 + 1/6 - 1/6, dice 1/3 - 2/3 + 2/3:
    together 1/2, which is 2 wins less 3/2."""
    three = [by_hand(DUEL, "a", "a"), by_hand(DUEL, "a", "b"), by_hand(DUEL, "b", "b")]
    told = series_verdict(three)
    assert (told.battles, told.won, told.spread) == (3, 2, 0)
    assert (told.armies, told.order, told.dice) == pytest.approx((1 / 6, 0, 1 / 3))
    # 5/3 are owed. None is won in 1/3 * 1/3 * 2/3 = 7.4 %, all in 2/3 * 2/3 * 1/3 = 14.8 %.
    assert told.interval == pytest.approx((-5 / 3, 3 - 5 / 3))


def test_both_sides_parts_are_opposites_and_orders_count() -> None:
    """The mean m of the four pairs of orders: armies m - 1/2, order 6/16 - m, twice the same."""
    mean = search.verdict(BATTLE, "a").mean
    a = series_verdict([by_hand(BATTLE, "a", "a"), by_hand(BATTLE, "a", "a")])
    b = series_verdict([by_hand(BATTLE, "b", "a"), by_hand(BATTLE, "b", "a")])
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
    drawn = by_hand(LINEUPS, "a", None)
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
    ended = FinishedBattle(0.5, 0, 1)
    three = [verdict(interval=(0.49, 0.51)), verdict(interval=(0.47, 0.53)), verdict()]
    told = series_verdict([JudgedBattle(ended, one, "a") for one in three])
    assert told.spread == pytest.approx(0.04)


def test_without_orders_there_is_no_part_of_them() -> None:
    ended = FinishedBattle(0.5, 0, 1)
    assert series_verdict([JudgedBattle(ended, verdict(order=None), "b")]).order is None
    mixed = [JudgedBattle(ended, verdict(order=o), s) for o, s in ((None, "a"), (0.25, "b"))]
    assert series_verdict(mixed).order == -0.25
    assert series_verdict([]) == search.SeriesVerdict(0, 0, 0, None, 0, (0, 0), 0)


def test_what_is_judged_is_a_recording_or_a_battle_file_that_is_played() -> None:
    """Seen from each side: 2 of 3 are owed to a, 1 of 3 to b."""
    recording = engine.play(DUEL, 7)
    won = recording.result.winner == "a"
    for source in (recording, {**DUEL, "seed": 7}, engine.read({**DUEL, "seed": 7})):
        a, b = search.judge(source), search.judge(source, "b")
        assert (a.ended.win, b.ended.win) == pytest.approx((2 / 3, 1 / 3))
        assert (a.ended.result, b.ended.result) == (won, not won)
        assert a.verdict == b.verdict == search.verdict(DUEL, recording.result.winner)
        assert (a.side, b.side) == ("a", "b")


def test_what_cannot_be_judged_is_refused() -> None:
    with pytest.raises(engine.InputError, match="seed: is missing"):
        search.judge(DUEL)
    with pytest.raises(ValueError, match="no side 'c'"):
        search.judge({**DUEL, "seed": 7}, "c")  # type: ignore[arg-type]
    recording = engine.play(DUEL, 7)
    header = msgspec.structs.replace(recording.header, ruleset_version=0)
    with pytest.raises(engine.InputError, match="was played by older rules"):
        search.judge(msgspec.structs.replace(recording, header=header))


def test_even_battles_by_hand() -> None:
    """Six at 1/2: none or six wins in 1/64 each, 1.6 %; one or five in 6/64 more. So 1 to 5."""
    told = win_balance([FinishedBattle(0.5, 0, 1)] * 5 + [FinishedBattle(0.5, 0, 0)])
    assert (told.battles, told.won, told.owed, told.dice, told.interval) == (6, 5, 3, 2, (-2, 2))
    # Five: none in 1/32, which is 3.1 % and more than the 2.5 % that are left out.
    assert win_balance([FinishedBattle(0.5, 0, 1)] * 5).interval == (-2.5, 2.5)


def test_what_is_certain_leaves_the_dice_nothing() -> None:
    told = win_balance([FinishedBattle(*one) for one in ((1, 0, 1), (0, 0, 0), (0, 1, 0.5))])
    assert (told.won, told.owed, told.dice, told.interval) == (1.5, 1.5, 0, (0, 0))
    assert win_balance([]).interval == (0, 0)


BATTLES = [(0.9, 0.0), (0.62, 0.1), (0.31, 0.0), (0.5, 0.25), (0.05, 0.0), (0.77, 0.2), (0.4, 0.0)]


def test_chances_and_interval_by_enumeration_of_all_outcomes() -> None:
    """All 3**7 ways in which seven battles may come out, and what lies outside of the interval."""
    ways = [((1.0, win), (0.5, draw), (0.0, 1 - win - draw)) for win, draw in BATTLES]
    outcomes: dict[float, float] = {}
    for way in product(*ways):
        won = sum(result for result, _chance in way)
        outcomes[won] = outcomes.get(won, 0) + prod(chance for _result, chance in way)
    told = distribution(FinishedBattle(win, draw, 0) for win, draw in BATTLES)
    assert told == pytest.approx([outcomes.get(halves / 2, 0) for halves in range(15)])
    due = sum(chance * won for won, chance in outcomes.items())
    for result in (0.0, 0.5, 1.0):
        found = win_balance(FinishedBattle(win, draw, result) for win, draw in BATTLES)
        assert found.owed == pytest.approx(due)
        assert found.dice == pytest.approx(7 * result - due)
        least, most = (due + end for end in found.interval)
        below = sum(chance for won, chance in outcomes.items() if won < least - 1e-9)
        above = sum(chance for won, chance in outcomes.items() if won > most + 1e-9)
        assert below <= 0.025
        assert above <= 0.025
        # And it is no wider than that: half a win less at either end, and more would lie outside.
        assert below + outcomes.get(round(2 * least) / 2, 0) > 0.025
        assert above + outcomes.get(round(2 * most) / 2, 0) > 0.025
