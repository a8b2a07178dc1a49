"""Another order of those left (M39), others in place of those that have not fought (M40)."""

from typing import Any

import pytest

import engine
from engine import search
from tests.battle_log import Log
from tests.dsl import battle_file


def battle(armies: str, **more: Any) -> dict[str, Any]:
    return battle_file(armies, **more) | {"seed": 0}


def start_of(file: dict[str, Any], round_: int) -> int:
    starts = [e.seq for e in engine.play(file).events if type(e).__name__ == "RoundStarted"]
    return starts[round_ - 1]


def reordered(armies: str, round_: int, order: list[int]) -> Log:
    """The battle with a's units left in this order before a round."""
    file = battle(armies)
    change = {"side": "a", "order": order}
    return Log(search.branch(file, start_of(file, round_), change).events)


def test_m39_who_is_put_in_front_leads_the_next_round() -> None:
    log = reordered("9/9 9/8 9/7 | 9/9", 2, [2, 0, 1])
    assert log.values("unit_struck", "attacker")[:4] == [("a1",), ("b1",), ("b1",), ("a3",)]
    assert log.only("lineup_reordered").lineup == ("a3", "a1", "a2")
    assert log.round(1).types()[-1] == "lineup_reordered"
    # In the middle of a round the order waits for its end.
    file = battle("9/9 9/8 | 9/9")
    blow = next(e.seq for e in engine.play(file).events if type(e).__name__ == "UnitStruck")
    made = search.branch(file, blow, {"side": "a", "order": [1, 0]})
    (row,) = made.header.battle["changes"]
    assert Log(made.events).types()[blow : row["at"] + 1] == [
        *("unit_struck", "unit_struck", "round_ended", "lineup_reordered")
    ]
    # A pipe that is put in front leaves.
    log = reordered("9/9 cannon-pipe 9/8 | 9/9", 2, [1, 2, 0])
    assert log.round(1).types()[-2:] == ["lineup_reordered", "pipe_removed"]
    assert log.round(2).values("unit_struck", "target") == [("a3",), ("b1",)]


def test_m39_positions_from_before_it_are_no_stalemate() -> None:
    """Quiet rounds 1 and 2 rotate both sides, then a's order is turned back: a1 and b2 stand in
    front, a new position, which returns after four rotations (round 1's would before round 5)."""
    assert Log(engine.play(battle("thwomp*2 | thwomp*2")).events).result.rounds == 4
    log = reordered("thwomp*2 | thwomp*2", 3, [0, 1])
    assert (log.result.reason, log.result.rounds) == ("stalemate", 6)


def test_m39_the_very_order_gives_the_battle_with_one_more_event() -> None:
    """Nothing is rolled or dealt otherwise, whenever it is given."""
    file = battle("2/3 4/2:ballistics 3/3 | 3/4 2/2:stun 4/4")
    whole = Log(engine.play(file).events)
    played = search.PlayedBattle(file)
    for moment in played.orders.moments:
        order = [*moment.left["b"].places]
        log = Log(played.branch(moment.at, {"side": "b", "order": order}).events)
        assert log.types().pop(moment.at) == "lineup_reordered"
        kept = [event for event in log.story() if not event.startswith("lineup_reordered")]
        assert kept == whole.story()


def custom(ae: int, de: int) -> dict[str, Any]:
    return {"custom": {"name": f"{ae}/{de}", "energy": 0, "ae": ae, "de": de}}


def replaced(file: dict[str, Any], round_: int, row: int, unit: dict[str, Any]) -> Log:
    """The battle with another unit in a row of a's army before a round."""
    army = file["sides"][0]["army"]
    rows = [unit if place == row else old for place, old in enumerate(army["lineup"])]
    change = {"side": "a", "army": {**army, "lineup": rows}}
    return Log(search.branch(file, start_of(file, round_), change).events)


def test_m40_who_comes_leads_shoots_and_leaves_as_any() -> None:
    # 9/1 falls in round 1; then 5/5 leads in the place of 9/8, with 5 AE and 5 DE.
    log = replaced(battle("9/1 9/8 | 9/9"), 1, 1, custom(5, 5))
    (one,) = log.only("units_replaced").replaced
    assert (one.unit, one.by.id, one.by.ae, one.by.de) == ("a2", "a3", 5, 5)
    blows = log.values("unit_struck", "attacker", "ae", "amount")
    assert ("a3", 4, 1) in blows
    assert "a2" not in {attacker for attacker, *_ in blows}
    # A pipe that comes to lead leaves.
    log = replaced(battle("9/9 9/8 | 9/9"), 1, 0, {"unit": "cannon-pipe"})
    assert log.only("pipe_removed").unit == "a3"
    assert {attacker for (attacker,) in log.values("unit_struck", "attacker")[:2]} == {"a2", "b1"}


def test_m40_who_has_fought_stays() -> None:
    file = battle("9/9 9/8 | 9/9")
    assert replaced(file, 1, 0, custom(5, 5)), "before the first round"
    with pytest.raises(engine.InputError, match=r"army.lineup\[0\]: has fought already"):
        replaced(file, 2, 0, custom(5, 5))


def test_m40_the_army_keeps_to_its_limit_and_to_its_buildings() -> None:
    file = battle("goomba goomba | goomba")
    with pytest.raises(engine.InputError, match=r"over the limit of 20"):
        replaced(file | {"ap_limit": 20}, 1, 1, custom(60, 9))
    army = {**file["sides"][0]["army"], "buildings": ["watchtower"]}
    with pytest.raises(engine.InputError, match=r"army\.buildings: .*change only units"):
        search.branch(file, start_of(file, 1), {"side": "a", "army": army})


def test_m40_positions_from_before_it_are_no_stalemate() -> None:
    """As in M39: a thwomp for a thwomp, after two quiet rounds, takes two rounds more."""
    file = battle("thwomp*2 | thwomp*2")
    log = replaced(file, 3, 0, {"unit": "thwomp", "equipment": ["fire-flower"]})
    assert (log.result.reason, log.result.rounds > 4) == ("stalemate", True)
