"""The best allotments: whoever has more attackers wins by the rules; rows are replayed by seeds."""

import json
from typing import Any

import pytest

import engine
from engine import search
from engine.core.rng import Seeded, output
from engine.rulesets.siege.army import RECRUITING, army_of, random_allotment
from tests.sieges import EVEN, side, siege_file, units

Z = 1.959963984540054
SPEARS = "4/0/3 3/0/3 3/2/2 0/4/1 0/4/1"  # three can attack
NOTHING = {"when": [], "effects": []}
STILL: dict[str, Any] = {
    "tables": {"battle": [{"id": "X1", **NOTHING}], "siege": [{"id": "X2", **NOTHING}]}
}
"""No fight and no assault changes anything."""
STORM = siege_file(side(SPEARS, bot="aggressive"), side(SPEARS, bot="aggressive"), options=STILL)
SMALL: dict[str, Any] = {"starts": 4, "rounds": 1, "samples": 10}
FILE = siege_file(side(SPEARS, bot="aggressive"), side(EVEN, bot="cautious"))


def allotment(army: Any) -> list[tuple[int, ...]]:
    return sorted(tuple(unit.values()) for unit in army["units"].values())


def test_a_planted_loser_is_left_behind_by_those_who_have_an_attacker_more() -> None:
    """Rams keep one guard, or none in one round of six. With three attackers each, none is left
    over and b wins after 40 rounds; with four, a takes the unguarded castle."""
    found = search.best_armies(STORM, "a", None, 2, starts=4, rounds=1, samples=20)
    assert found.own.win == 0
    assert found.own.interval == pytest.approx((0, Z * Z / (20 + Z * Z)))
    for one in found.armies:
        assert sum(unit["atk"] > 0 for unit in one.army["units"].values()) >= 4
    assert found.armies[0].win > 0.9


def test_a_row_is_what_its_battles_come_to_replayed_by_their_seeds() -> None:
    found = search.best_armies(FILE, top=2, **SMALL)
    for one in (*found.armies, found.own):
        changed = engine.with_army(FILE, 0, one.army)
        wins = [engine.play(changed, output(0, k)).result.winner for k in range(10)]
        odds = engine.odds(changed, "sample", 10)
        assert one.win == wins.count("a") / 10 == odds.a
        assert one.interval == odds.interval


@pytest.mark.long
def test_bots_by_name_bring_armies_of_their_own() -> None:
    """Those of the Warden are three, in any order of letters."""
    found = search.best_armies(
        FILE, top=1, bots=["cautious", "random"], against=[{"units": units(SPEARS)}], **SMALL
    )
    opponents = search.opponents_of(
        FILE, "a", [{"units": units(SPEARS)}], None, ["cautious", "random"]
    )
    (best,) = found.armies
    for opponent, share in zip(opponents, best.wins, strict=True):
        battles = (search.sample_battle(opponent, "a", best.army, number) for number in range(10))
        assert share == sum(engine.play(one).result.winner == "a" for one in battles) / 10
    brought = [
        search.sample_battle(opponents[0], "a", best.army, number).document["sides"][1]["army"]
        for number in range(10)
    ]
    assert len({str(allotment(army)) for army in brought}) == 3


def test_the_side_is_played_by_the_bot_that_is_named() -> None:
    """Fixed orders, and those of single rounds, go: they were given for another allotment."""
    ordered = siege_file(side(SPEARS, "aaadd"), side(EVEN, "ddddd"))
    opponents = search.opponents_of(ordered, "a", [], "random", ["cautious"])
    assert [one.battle.document["sides"] for one in opponents] == [
        [side(SPEARS, bot="random"), side(EVEN, bot="cautious")]
    ]


@pytest.mark.parametrize(
    ("file", "asked", "paths"),
    [
        (siege_file(side(EVEN), side(EVEN)), {}, ["played_by", "bots"]),
        (
            siege_file(side(EVEN, bot="random"), side(EVEN)),
            {"bots": ["random"], "against": [{"units": units(EVEN)}]},
            ["against"],
        ),
        (FILE, {"bots": ["random", "cautius"]}, ["bots[1]"]),
        (FILE, {"budget": 30}, ["budget"]),
    ],
)
def test_refusal_names_its_place(file: Any, asked: dict[str, Any], paths: list[str]) -> None:
    with pytest.raises(engine.InputError) as caught:
        search.best_armies(file, **asked)
    assert [problem.path for problem in caught.value.problems] == paths


def test_changes_are_all_allotments_that_have_one_point_elsewhere() -> None:
    """By trying every pair of units in every stat, and asking the rules."""
    army = {"units": units(SPEARS)}
    wanted = set()
    for stat in ("atk", "def", "hp"):
        for giver in "ABCDE":
            for taker in set("ABCDE") - {giver}:
                moved = json.loads(json.dumps(army))
                moved["units"][giver][stat] -= 1
                moved["units"][taker][stat] += 1
                try:
                    engine.read(engine.with_army(FILE, 0, moved))
                except engine.InputError:
                    continue
                wanted.add(str(allotment(moved)))
    changed = [one for kind in range(3) for one in RECRUITING.changes(army, kind, 0)]
    assert {str(allotment(one)) for one in changed} == wanted
    assert RECRUITING.kinds(army) == 3


def test_allotments_that_differ_in_letters_alone_are_alike() -> None:
    shuffled = " ".join(reversed(SPEARS.split()))
    one, other = ({"units": units(text)} for text in (SPEARS, shuffled))
    assert RECRUITING.alike(one) == RECRUITING.alike(other)
    assert RECRUITING.alike(one) != RECRUITING.alike({"units": units(EVEN)})
    for seed in range(20):
        drawn = RECRUITING.draw(0, Seeded(seed))
        assert drawn is not None
        engine.read(engine.with_army(FILE, 0, drawn))
        assert allotment(drawn) == allotment(army_of(random_allotment(Seeded(seed))))
