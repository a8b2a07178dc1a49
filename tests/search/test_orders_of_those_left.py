"""Branches in which the units left of a side go on in another order."""

from itertools import permutations

import pytest

import engine
from engine import search
from tests.battle_log import Log
from tests.present import require
from tests.search.test_branches import EQUALS, FOUR, SIEGE, by_key
from tests.sieges import EVEN, units


def after_first(played: search.Played) -> search.Moment:
    """The moment after the first unit fell."""
    moment = played.moment(Log(played.recording.events).all("unit_defeated")[0].seq + 1)
    assert moment
    return moment


def test_everybody_keeps_their_dice_in_the_new_order() -> None:
    before = search.Played(FOUR)
    moment = after_first(before)
    order = [*moment.left["b"].places][::-1]
    after = search.Played(before.branch(moment.at, {"side": "b", "order": order}))
    assert after.recording.events[: moment.at] == before.recording.events[: moment.at]
    was, now = by_key(before.draws), by_key(after.draws)
    both = was.keys() & now.keys()
    assert len(both) > 2
    for key in both:
        count = min(len(was[key]), len(now[key]))
        assert was[key][:count] == now[key][:count], key


def test_the_moment_is_that_of_the_order_itself_however_early_it_is_asked_for() -> None:
    """A blow and its hit are one step: between them nobody is put in order."""
    played = search.Played(FOUR)
    struck = Log(played.recording.events).all("unit_struck")[0].seq
    made = played.branch(struck, {"side": "a", "order": [0, 2, 3, 1]})
    (row,) = made.header.battle["changes"]
    assert row == {"at": struck + 1, "side": "a", "order": [0, 2, 3, 1]}
    assert Log(made.events).only("stack_reordered").seq == struck + 1


def test_branches_of_it_are_flat_and_go_back_before_it() -> None:
    played = search.Played(FOUR)
    moment = after_first(played)
    order = [*moment.left["b"].places][::-1]
    one = search.Played(played.branch(moment.at, {"side": "b", "order": order}))
    row = {"at": moment.at, "side": "b", "order": order}
    later = one.moment(moment.at + 1)
    assert later
    both = search.Played(one.branch(later.at, {"side": "a", "order": [*later.left["a"].places]}))
    assert [change["side"] for change in both.battle.document["changes"]] == ["b", "a"]
    roll = next(draw for draw in one.draws if draw.at > moment.at)
    two = search.Played(one.branch(roll.at, {"seed": 5}))
    assert two.battle.document["changes"] == [row, {"at": roll.at, "seed": 5}]
    again = two.branch(moment.at, {"side": "b", "order": order[::-1]})
    assert again.header.battle["changes"] == [{**row, "order": order[::-1]}]
    kept = [event for event in again.events if event.seq != moment.at]
    assert [type(event) for event in kept] == [type(event) for event in played.recording.events]
    home = search.branch(two.recording, 4, {"seed": 11})
    assert home.header.battle["changes"] == [{"at": 4, "seed": 11}]


def test_listed_rolls_go_on_through_an_order() -> None:
    """Changes of dice end where the next one of dice begins, not where an order is given."""
    blows = Log(engine.play(EQUALS).events).all("melee_rolled")
    rolls = {"at": blows[0].seq, "rolls": [19, 19, 19, 19, 4, 5]}
    order = {"at": blows[0].seq + 1, "side": "a", "order": [0]}
    made = Log(engine.play(EQUALS | {"changes": [rolls, order]}).events)
    assert made.values("melee_rolled", "struck") == [(None,), (None,), ("b1",)]
    with pytest.raises(engine.InputError, match=r"changes\[0\]\.rolls: lists 7 rolls"):
        engine.play(EQUALS | {"changes": [{**rolls, "rolls": [*rolls["rolls"], 3]}, order]})


def test_a_winning_order_of_those_left_is_one_that_wins() -> None:
    """Each order of them is played from a battle file of its own."""
    found = 0
    for seed in range(12):
        file = FOUR | {"seed": seed}
        played = search.Played(file)
        loser: engine.SideId = "b" if played.recording.result.winner == "a" else "a"
        moment = after_first(played)
        left = moment.left[loser]
        wins = set()
        for order in permutations(left.places):
            change = {"at": moment.at, "side": loser, "order": [*order]}
            if engine.play(file | {"changes": [change]}).result.winner == loser:
                wins.add(order)
        answer = played.winning_order(loser, at=moment.at)
        if answer.order is None:
            assert (wins, answer.tried) == (set(), answer.of)
        else:
            assert answer.order in wins
            found += 1
    assert found > 0


def test_the_siege_has_no_order_and_says_so() -> None:
    with pytest.raises(engine.InputError, match="order: is for games whose units fight in an"):
        search.branch(SIEGE, 5, {"side": "a", "order": [0]})
    with pytest.raises(engine.InputError, match=r"changes\[0\]\.order: cannot be changed during"):
        engine.play(SIEGE | {"changes": [{"at": 5, "side": "a", "order": [0]}]})


def test_units_come_in_the_middle_only_where_the_game_lets_them() -> None:
    require("siege")
    side = {"army": {"units": units(EVEN)}, "bot": "random"}
    file = {"ruleset": "siege", "seed": 1, "sides": [side] * 2}
    with pytest.raises(engine.InputError, match="is changed before the battle; give 0"):
        search.branch(file, 3, {"side": "a", "army": side["army"]})
    row = {"at": 3, "side": "a", "army": side["army"]}
    with pytest.raises(engine.InputError) as refused:
        engine.read({**file, "changes": [row]})
    (problem,) = refused.value.problems
    assert problem.path == "changes[0].army"
