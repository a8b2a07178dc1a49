"""Branches in which a side's units fight in another order, and the search for one that wins."""

from itertools import permutations

import pytest

import engine
from engine import search
from tests.battle_log import Log
from tests.present import require
from tests.search.test_branches import EQUALS, FOUR, SIEGE, by_key
from tests.sieges import EVEN, units
from tests.stacks import battle_file, unit


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


def test_a_siege_takes_no_order_and_no_army_in_the_middle() -> None:
    require("siege")
    with pytest.raises(engine.InputError, match="order: is for games whose units fight in an"):
        search.branch(SIEGE, 5, {"side": "a", "order": [0]})
    with pytest.raises(engine.InputError, match=r"changes\[0\]\.order: cannot be changed during"):
        engine.play(SIEGE | {"changes": [{"at": 5, "side": "a", "order": [0]}]})
    row = {"side": "a", "army": {"units": units(EVEN)}}
    with pytest.raises(engine.InputError, match="is changed before the battle; give 0"):
        search.branch(SIEGE, 3, row)
    with pytest.raises(engine.InputError, match=r"changes\[0\]\.army: "):
        engine.read(SIEGE | {"changes": [{**row, "at": 3}]})


def test_a_winning_order_is_the_nearest_there_is() -> None:
    """Every order is played from a battle file of its own, without branches."""
    for seed in range(12):
        file = FOUR | {"seed": seed}
        whole = engine.play(file)
        loser: engine.SideId = "b" if whole.result.winner == "a" else "a"
        place = engine.SIDES.index(loser)
        army = file["sides"][place]["army"]
        wins = set()
        for order in permutations(range(len(army["stack"]))):
            stack = [army["stack"][k] for k in order]
            played = engine.play(engine.with_army(file, place, {**army, "stack": stack}))
            if played.result.winner == loser:
                wins.add(order)
        found = search.Played(file).winning_order(loser)
        assert found.of == (23 if loser == "a" else 5)
        if found.order is None:
            assert (wins, found.tried) == (set(), found.of)
        else:
            assert found.order in wins
            one = search.Played(file).winning_order(loser, most=1)
            assert (one.order is not None) == (found.tried == 1)


def test_a_winning_order_that_is_sought_says_how_far_it_is_and_can_be_stopped() -> None:
    """Whoever has no chance has 3! orders to try, but for their own."""
    played = search.Played(
        battle_file([unit(1, 1), unit(1, 2), unit(1, 3)], [unit(9, 9)]) | {"seed": 1}
    )
    told: list[tuple[int, int]] = []
    found = played.winning_order("a", progress=lambda *step: told.append(step))
    assert (found.order, found.tried, found.of) == (None, 5, 5)
    assert told == [(done, 5) for done in range(5)]
    told.clear()
    with pytest.raises(engine.StoppedError):
        played.winning_order(
            "a", 4, progress=lambda *step: told.append(step), stop=lambda: len(told) == 2
        )
    assert told == [(0, 4), (1, 4)]
