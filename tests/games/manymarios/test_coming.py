"""Others in the place of units that have not fought yet, in the middle of a battle (M40)."""

from typing import Any

import pytest

import engine
from engine import search
from tests.battle_log import Log
from tests.dsl import battle_file


def rounds_of(file: dict[str, Any]) -> list[int]:
    return [e.seq for e in engine.play(file).events if type(e).__name__ == "RoundStarted"]


def branch(
    file: dict[str, Any], round_: int, army: dict[str, Any], side: str = "a"
) -> engine.Recording:
    """The battle with another army of a side before a round."""
    return search.branch(file, rounds_of(file)[round_ - 1], {"side": side, "army": army})


def with_row(file: dict[str, Any], row: int, unit: dict[str, Any], side: int = 0) -> Any:
    army = file["sides"][side]["army"]
    rows = [*army["lineup"]]
    rows[row] = unit
    return {**army, "lineup": rows}


def custom(ae: int, de: int, *abilities: str, **more: Any) -> dict[str, Any]:
    """A unit with so much AE and DE, which are its energy and what it has beside."""
    both = {"name": f"{ae}/{de}", "energy": 0, "ae": ae, "de": de, "abilities": [*abilities]}
    return {"custom": both | more}


def battle(armies: str, **more: Any) -> dict[str, Any]:
    return battle_file(armies, **more) | {"seed": 0}


def test_m40_who_comes_leads_when_it_is_its_turn() -> None:
    """9/1 falls in round 1; then 5/5 leads in the place of 9/8, with 5 AE and 5 DE."""
    file = battle("9/1 9/8 | 9/9")
    made = Log(branch(file, 1, with_row(file, 1, custom(5, 5))).events)
    replaced = made.only("units_replaced").replaced
    assert [(one.unit, one.by.id, one.by.ae, one.by.de) for one in replaced] == [("a2", "a3", 5, 5)]
    blow = next(e for e in made.all("unit_struck") if e.attacker == "a3")
    assert (blow.ae, blow.amount) == (4, 1)
    assert all(e.attacker != "a2" for e in made.all("unit_struck"))


def test_m40_who_has_dealt_or_taken_anything_stays() -> None:
    file = battle("9/9 9/8 | 9/9")
    assert branch(file, 1, with_row(file, 0, custom(5, 5))), "before the first round"
    with pytest.raises(engine.InputError) as refused:
        branch(file, 2, with_row(file, 0, custom(5, 5)))
    (problem,) = refused.value.problems
    assert problem.path == "army.lineup[0]"
    assert "has fought already" in problem.message


def test_m40_whoever_shot_from_behind_has_fought() -> None:
    """a begins on the offense, so b's ballistic unit behind its leader fires in round 1."""
    file = battle("9/9 | 9/9 4/4:ballistics 4/3", first="a")
    played = search.Played(file)
    moment = played.moment(rounds_of(file)[1])
    assert moment is not None
    assert moment.fresh is not None
    assert [unit.row for unit in moment.fresh["b"]] == [2]


def test_m40_who_comes_brings_its_shots() -> None:
    """Nobody could fire before; from round 3 on, when a is on the offense again, b3 does."""
    file = battle("9/9 | 9/9 4/4", first="a")
    made = Log(branch(file, 2, with_row(file, 1, custom(4, 4, "ballistics"), 1), "b").events)
    assert made.values("shot_fired", "attacker")[0] == ("b3",)
    assert not Log(engine.play(file).events).all("shot_fired")


def test_m40_a_pipe_that_comes_to_lead_leaves() -> None:
    file = battle("9/9 9/8 | 9/9")
    made = Log(branch(file, 1, with_row(file, 0, {"unit": "cannon-pipe"})).events)
    assert made.only("pipe_removed").unit == "a3"
    assert made.values("unit_struck", "attacker")[:2] in ([("a2",), ("b1",)], [("b1",), ("a2",)])


def test_m40_the_army_keeps_to_its_limit_and_to_its_buildings() -> None:
    file = battle("goomba goomba | goomba") | {"ap_limit": 20}
    with pytest.raises(engine.InputError, match=r"over the limit of 20"):
        branch(file, 1, with_row(file, 1, custom(60, 9)))
    building = next(iter(_buildings()))
    army = {**with_row(file, 1, {"unit": "toad"}), "buildings": [building]}
    with pytest.raises(engine.InputError) as refused:
        branch({k: v for k, v in file.items() if k != "ap_limit"}, 1, army)
    (problem,) = refused.value.problems
    assert problem.path == "army.buildings"
    assert "change units alone" in problem.message


def _buildings() -> list[str]:
    entries: Any = engine.rulesets()["manymarios"].catalog()["entries"]
    return [id_ for id_, row in entries.items() if row["kind"] == "combat_building"]


def test_m40_positions_from_before_it_are_no_stalemate() -> None:
    """As in M39: a thwomp for a thwomp, after two quiet rounds, takes two rounds more."""
    file = battle("thwomp*2 | thwomp*2")
    assert Log(engine.play(file).events).result.rounds == 4
    made = branch(file, 3, with_row(file, 0, {"unit": "thwomp", "equipment": ["fire-flower"]}))
    assert (made.result.reason, made.result.rounds > 4) == ("stalemate", True)
