"""Another order of those left, between two rounds of a battle that goes on (M39)."""

from typing import Any

import engine
from engine import search
from tests.battle_log import Log
from tests.dsl import battle_file


def branch(armies: str, round_: int, side: str, order: list[int], **more: Any) -> Log:
    """The battle with a side's units left in this order before a round."""
    file = battle_file(armies, **more) | {"seed": 0}
    starts = [e.seq for e in engine.play(file).events if type(e).__name__ == "RoundStarted"]
    change = {"side": side, "order": order}
    return Log(search.branch(file, starts[round_ - 1], change).events)


def test_m39_who_is_put_in_front_leads_the_next_round() -> None:
    log = branch("9/9 9/8 9/7 | 9/9", 2, "a", [2, 0, 1])
    assert log.values("unit_struck", "attacker")[:4] == [("a1",), ("b1",), ("b1",), ("a3",)]
    assert log.only("lineup_reordered").lineup == ("a3", "a1", "a2")
    assert log.round(1).types()[-1] == "lineup_reordered"


def test_m39_in_the_middle_of_a_round_the_order_waits_for_its_end() -> None:
    file = battle_file("9/9 9/8 | 9/9") | {"seed": 0}
    blow = next(e.seq for e in engine.play(file).events if type(e).__name__ == "UnitStruck")
    made = search.branch(file, blow, {"side": "a", "order": [1, 0]})
    assert [type(made.events[k]).__name__ for k in (blow, blow + 1)] == ["UnitStruck"] * 2
    (row,) = made.header.battle["changes"]
    assert type(made.events[row["at"]]).__name__ == "LineupReordered"
    assert type(made.events[row["at"] - 1]).__name__ == "RoundEnded"


def test_m39_a_pipe_that_is_put_in_front_leaves() -> None:
    log = branch("9/9 cannon-pipe 9/8 | 9/9", 2, "a", [1, 2, 0])
    assert log.round(1).types()[-2:] == ["lineup_reordered", "pipe_removed"]
    assert log.round(2).values("unit_struck", "target") == [("a3",), ("b1",)]


def test_m39_positions_from_before_it_are_no_stalemate() -> None:
    """Two thwomps a side: quiet rounds 1 and 2 rotate both, and a's order is turned back then.

    Before round 3 stand a1 and b2, which the rounds before have not had. Four rotations later that
    returns; without a change the position of round 1 would have returned before round 5.
    """
    assert Log(engine.play(battle_file("thwomp*2 | thwomp*2"), seed=0).events).result.rounds == 4
    log = branch("thwomp*2 | thwomp*2", 3, "a", [0, 1])
    assert (log.result.reason, log.result.rounds) == ("stalemate", 6)


def test_m39_the_very_order_gives_the_battle_with_one_more_event() -> None:
    """Nothing is rolled or dealt otherwise, whenever it is given."""
    file = battle_file("2/3 4/2:ballistics 3/3 | 3/4 2/2:stun 4/4") | {"seed": 0}
    whole = Log(engine.play(file).events)
    played = search.Played(file)
    for moment in played.orders.moments:
        order = [*moment.left["b"].places]
        log = Log(played.branch(moment.at, {"side": "b", "order": order}).events)
        assert log.types().pop(moment.at) == "lineup_reordered"
        kept = [event for event in log.story() if not event.startswith("lineup_reordered")]
        assert kept == whole.story()
