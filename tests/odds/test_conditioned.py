"""Battles that end as wanted: they do, also the rarest, and each of them can be played again."""

from typing import Any

import pytest

import engine
from tests.dsl import battle_file
from tests.golden.files import battle_files
from tests.odds.stacks import DUEL, LADDER, custom, stacks

SMALL = battle_file("goomba | toad", None)
UPHILL = stacks([custom(1, 1)], [custom(9, 6)])
"""a has to hit six times first: a alone succeeds in 1/20 x 11/20, b alone in 9/20 x 19/20, so a
wins one battle in (182 / 11) ** 6, about 20 million."""


def result(battle: Any, wish: str, seed: int = 0) -> engine.BattleEnded:
    return engine.play(engine.conditioned(battle, wish, seed)).result


def left(end: engine.BattleEnded, side: str) -> list[Any]:
    return [row["id"] for row in end.survivors[side]]


def test_one_in_20_million_is_found_and_can_be_played_again() -> None:
    assert engine.odds(UPHILL).a == pytest.approx((11 / 182) ** 6, rel=1e-9, abs=0)
    one, two = (engine.conditioned(UPHILL, "a", seed) for seed in range(2))
    assert one.rolls != two.rolls
    again = engine.play(one.document)
    assert again.result.winner == "a"
    assert again.events == engine.play(one).events
    assert again.header.battle["rolls"] == list(one.rolls) != []


def test_a_winner_is_found_by_its_seed_alone() -> None:
    for side in ("a", "b"):
        battle = engine.conditioned(DUEL, side)
        assert battle.rolls == ()
        assert engine.play(battle.document).result.winner == side


def test_what_is_left_and_the_likeliest_and_the_closest_result() -> None:
    for seed in range(5):
        for count in range(3):
            assert len(left(result(LADDER, f"b={count}", seed), "b")) == count
    for unit in ("a1", "b1", "b2"):
        assert unit in left(result(LADDER, f"{unit} left"), unit[0])
    # b is left with 2 in half of all battles.
    assert left(result(LADDER, "likeliest"), "b") == ["b1", "b2"]
    # Both sides may be left with one, in 1/4 each; then b's last against two is likelier.
    end = result(LADDER, "closest")
    assert len(left(end, "a")) + len(left(end, "b")) == 1


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=path.stem, marks=[pytest.mark.long] * (place > 0))
        for place, path in enumerate(battle_files("warlords"))
    ],
)
def test_every_result_that_is_possible_is_found(path: Any) -> None:
    battle = engine.read(path.read_bytes())
    odds = engine.odds(battle)
    assert len(odds.survivors["a"]) > 2
    for side in ("a", "b"):
        for number, chance in enumerate(odds.survivors[side]):
            if chance > 0:
                assert len(left(result(battle, f"{side}={number}"), side)) == number


def test_draws_are_found_and_what_never_happens_is_refused() -> None:
    assert result(battle_file("2/2:flying | 2/2", None), "draw").winner is None
    for battle, wish in ((DUEL, "draw"), (SMALL, "a")):
        with pytest.raises(engine.InputError, match="wish: cannot happen"):
            engine.conditioned(battle, wish)
    # The dice of the file are left aside.
    given = DUEL | {"seed": 5, "rolls": [0, 19]}
    assert engine.conditioned(given, "b").document == engine.conditioned(DUEL, "b").document


@pytest.mark.parametrize(
    ("battle", "wish", "why"),
    [
        (SMALL, "a=200", "wish: side a begins with 1; no more can be left"),
        (LADDER, "b3 left", "wish: no unit 'b3'; there are a1, b1, b2"),
    ],
)
def test_units_that_are_not_there_are_refused_before_anything_is_played(
    battle: Any, wish: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "odds", None)
    with pytest.raises(engine.InputError) as caught:
        engine.conditioned(battle, wish)
    assert str(caught.value) == why


@pytest.mark.parametrize("wish", ["", "a=-1", "a=1000", "a left"])
def test_an_unknown_wish_is_told_which_there_are(wish: str) -> None:
    with pytest.raises(engine.InputError, match="must be one of a, b, draw"):
        engine.conditioned(DUEL, wish)
