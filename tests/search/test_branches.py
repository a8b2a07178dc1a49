"""Branches: a battle once more, with one change; everything else is as it was."""

from collections import defaultdict
from collections.abc import Iterable
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

import engine
from engine import search
from engine.core.rng import Seeded
from tests.battle_log import Log
from tests.dsl import battle_file as lineups
from tests.golden.files import battle_files
from tests.sieges import EVEN, siege_file, units
from tests.sieges import side as siege_side
from tests.stacks import Row, battle_file, hero, unit

EQUALS = battle_file([unit(5, 1)], [unit(5, 1)]) | {"seed": 3}  # 5 or less of 20 is a success (W9)
FOUR = battle_file(
    [unit(6, 2), unit(4, 3), unit(7, 1), hero("monk", 2, name="Wu")],
    [unit(5, 2), unit(6, 3, acid=2), unit(3, 4)],
) | {"seed": 11}
FEWER = FOUR["sides"][0]["army"]["stack"][:2]
WRONG = "army.stack[3].unit: no unit 'nobody'"
SIEGE = siege_file(
    siege_side(EVEN, "aaddr", "addrr", "aaaan"), siege_side(EVEN, "ddaar", "aadnn", "ddaaa")
) | {"seed": 1}


def all_of(recording: engine.Recording, type_: str) -> list[Any]:
    return Log(recording.events).all(type_)


def by_key(draws: Iterable[search.Roll]) -> dict[tuple[str, str], list[int]]:
    """What each one has rolled for each thing, in order."""
    rolled: dict[tuple[str, str], list[int]] = defaultdict(list)
    for draw in draws:
        rolled[draw.what_for, draw.who].append(draw.result)
    return rolled


def after_first(played: search.PlayedBattle) -> search.Moment:
    """The moment after the first unit fell."""
    moment = played.moment(all_of(played.recording, "unit_defeated")[0].seq + 1)
    assert moment
    return moment


def refusal(file: Any, at: int, change: Any) -> str:
    with pytest.raises(engine.InputError) as caught:
        search.branch(file, at, change)
    return str(caught.value)


@pytest.mark.parametrize("path", battle_files(), ids=lambda p: f"{p.parent.parent.name}-{p.stem}")
def test_every_battle_is_itself_up_to_the_moment(path: Path) -> None:
    """Without a change it is the same battle; with new dice all before them is the same."""
    whole = engine.play(path.read_bytes())
    assert search.branch(path.read_bytes()).lines() == whole.lines()
    played = search.PlayedBattle(whole)
    for draw in played.draws[:: max(1, len(played.draws) // 3)]:
        other = played.branch(draw.at, {"seed": 99})
        assert other.events[: draw.at] == whole.events[: draw.at]
        assert engine.load_recording(other.lines()) == other
        assert engine.play(other.header.battle).events == other.events


def test_another_roll_is_another_blow() -> None:
    """a rolls 5 and hits, b rolls 6 and misses: b's one hit is gone; and the other way round."""
    at = all_of(engine.play(EQUALS), "melee_rolled")[0].seq
    assert search.branch(EQUALS, at, {"rolls": [4, 5]}).result.winner == "a"
    assert search.branch(EQUALS, at, {"rolls": [5, 4]}).result.winner == "b"


def test_a_roll_that_is_left_out_stays_as_it_was() -> None:
    """Of both dice of a blow only b's is changed, and the next blow's dice are what they were."""
    whole = engine.play(EQUALS)
    rolled = all_of(whole, "melee_rolled")
    blow = rolled[0]
    (own,) = blow.a.dice
    # Both hit or both miss, so that the battle goes on.
    as_a = 0 if own.result <= 5 else 19
    other = search.branch(EQUALS, blow.seq, {"rolls": [None, as_a]})
    again = all_of(other, "melee_rolled")
    assert again[0].a == blow.a
    assert again[0].b.dice[0].result == as_a + 1
    draws = search.PlayedBattle(whole).draws
    later = [draw.result + 1 for draw in draws if draw.who.startswith("b/")]
    plain = Seeded(3)
    second = [plain.below(20, "melee", "b/5/1/1") + 1 for _ in range(2)][1]
    assert again[1].b.dice[0].result == second
    assert len(rolled) < 2 or later[1] == second


def test_new_dice_are_those_of_the_other_seed_from_its_beginning() -> None:
    played = search.PlayedBattle(FOUR)
    at = played.draws[len(played.draws) // 2].at
    other = search.PlayedBattle(played.branch(at, {"seed": 99}))
    later = [draw for draw in other.draws if draw.at >= at]
    assert len(later) > 4
    plain = Seeded(99)
    assert [plain.below(d.sides, d.what_for, d.who) for d in later] == [d.result for d in later]


@pytest.mark.parametrize("order", [[0, 2, 3], [3, 1], [2, 0, 3, 1], None])
def test_dice_stay_the_same_in_another_order_and_without_others(order: list[int] | None) -> None:
    """In the end also in another order of those who are left after the first fall."""
    before = search.PlayedBattle(FOUR)
    at, change = 0, {"side": "a", "order": order}
    if order is None:
        moment = after_first(before)
        at, change = moment.at, {"side": "b", "order": [*moment.left["b"].places][::-1]}
    after = search.PlayedBattle(before.branch(at, change))
    assert after.recording.events[:at] == before.recording.events[:at]
    assert after.recording.events != before.recording.events
    was, now = by_key(before.draws), by_key(after.draws)
    both = was.keys() & now.keys()
    assert len(both) > 2
    for key in both:
        count = min(len(was[key]), len(now[key]))
        assert was[key][:count] == now[key][:count], key


def test_branches_of_branches_are_stored_flat_and_go_back() -> None:
    """What was changed later than the new moment is forgotten, what came before it stays."""
    played = search.PlayedBattle(FOUR)
    early, late = (played.draws[k] for k in (2, len(played.draws) // 2))
    assert early.at < late.at
    one = search.branch(FOUR, early.at, {"seed": 5})
    draws = search.PlayedBattle(one).draws
    then = draws[-3].at
    two = search.branch(one, then, {"seed": 6})
    changes = [{"at": early.at, "seed": 5}, {"at": then, "seed": 6}]
    assert two.header.battle["changes"] == changes
    between = next(draw for draw in draws if early.at < draw.at < then)
    back = search.branch(two, between.at, {"seed": 7})
    assert back.header.battle["changes"] == [changes[0], {"at": between.at, "seed": 7}]
    home = search.branch(two, 0, {"side": "a", "order": [0, 1, 2, 3]})
    assert "changes" not in home.header.battle
    assert home.events == played.recording.events


def test_a_roll_that_is_changed_back_gives_the_battle_back() -> None:
    whole = search.PlayedBattle(FOUR)
    draw = whole.draws[4]
    rolls = [roll for roll in whole.draws if roll.at == draw.at]
    other = [(roll.result + 1) % roll.sides for roll in rolls]
    changed = search.branch(FOUR, draw.at, {"rolls": other})
    assert changed.events != whole.recording.events
    back = search.branch(changed, draw.at, {"rolls": [roll.result for roll in rolls]})
    assert back.events == whole.recording.events


def test_dice_that_a_file_lists_hold_up_to_the_moment() -> None:
    """a and b miss, as the file says; then new dice, and not the third and fourth of the list."""
    file = EQUALS | {"rolls": [19, 19, 19, 19, 4, 5]}
    listed = engine.play(file)
    blows = [event.seq for event in all_of(listed, "melee_rolled")]
    assert len(blows) == 3
    made = search.branch(file, blows[1], {"seed": 8})
    assert made.header.battle["rolls"] == [19, 19]
    assert made.events[: blows[1]] == listed.events[: blows[1]]
    assert made.events[blows[1]] != listed.events[blows[1]]


def test_other_orders_for_one_round_of_a_siege() -> None:
    whole = engine.play(SIEGE)
    second = next(event for event in all_of(whole, "orders_given")[2:] if event.side == "a")
    made = search.branch(whole, second.seq, {"side": "a", "orders": {"A": "defend"}})
    assert made.events[: second.seq] == whole.events[: second.seq]
    again: Any = made.events[second.seq]
    assert again.orders == {"aA": "defend", **{f"a{letter}": "none" for letter in "BCDE"}}
    rounds = [row.get("A") for row in made.header.battle["sides"][0]["orders"]]
    assert rounds == ["attack", "defend", "attack"]


@pytest.mark.parametrize(
    ("file", "at", "change", "message"),
    [
        (EQUALS, 999, {"seed": 1}, "at: is 999; the battle ends with event"),
        (EQUALS, 0, {"seeds": 1}, "seeds: no key 'seeds'; did you mean 'seed'?"),
        (EQUALS, 0, {"seed": 1, "rolls": [1]}, "takes one change: 'seed', 'rolls'"),
        (EQUALS, 0, {"seed": -1}, "seed: is -1; it must be from 0 to 2**64 - 1"),
        (EQUALS, 0, {"rolls": []}, "rolls: has 0 rolls"),
        (EQUALS, 0, {"rolls": [20]}, "rolls[0]: is 20; this roll, for 'melee', is from 0 to 19"),
        (EQUALS, 0, {"rolls": [4, 5, 1]}, "rolls: lists 3 rolls, but only 2 are used"),
        (EQUALS, 0, {"order": [0]}, "side: is missing; give a or b"),
        (EQUALS, 0, {"side": "c", "order": [0]}, "side: no side 'c'; there are a, b"),
        (EQUALS, 0, {"side": "a", "seed": 1}, "side: is not needed: dice belong to both"),
        (FOUR, 0, {"side": "a", "order": [0, 4]}, "order[1]: is 4; it must be from 0 to 3"),
        (FOUR, 0, {"side": "a", "order": [0, 0]}, "order: names a place twice"),
        (FOUR, 0, {"side": "a", "order": []}, "order: has 0 places"),
        (
            FOUR,
            3,
            {"side": "a", "order": [0]},
            "order: must list the units that are left, each once",
        ),
        (
            FOUR,
            5,
            {"side": "a", "order": [1, 0, 2, 3]},
            "order: must begin with 0: fighting units",
        ),
        (FOUR, 5, {"side": "a", "army": {}}, "army.stack: is missing"),
        (
            FOUR,
            47,
            {"side": "a", "order": [3]},
            "order: no units can be reordered from event 47 on",
        ),
        (FOUR, 0, {"side": "a", "army": {"stack": []}}, "sides[0].army.stack: has 0"),
        (FOUR, 3, {"side": "a", "army": {"stack": FEWER}}, "army.stack: has 2 units instead of 4"),
        (FOUR, 3, {"side": "a", "army": {"stack": FEWER[:1] * 3 + [{"unit": "nobody"}]}}, WRONG),
        (FOUR, 3, {"side": "a", "army": "archers"}, "army: must be an object like"),
        (FOUR, 0, {"side": "a", "orders": {}}, "orders: are for games in which sides give"),
        (SIEGE, 0, {"side": "a", "order": [0]}, "order: is for games whose units fight in an"),
        (SIEGE, 0, {"side": "a", "orders": {"A": "fly"}}, "orders.A: no order 'fly'"),
        (SIEGE, 3, {"side": "a", "army": {"units": units(EVEN)}}, "army: is changed before the"),
        (SIEGE, 0, {"seed": 3}, "seed: nothing is rolled from event 0 on"),
        (lineups("1/1 | 1/1") | {"seed": 1}, 0, {"seed": 3}, "seed: nothing is rolled"),
        (battle_file([unit(5, 1)], [unit(5, 1)]), 0, {}, "seed: is missing"),
    ],
)
def test_refusals_name_place_and_remedy(file: Row, at: int, change: Any, message: str) -> None:
    assert refusal(file, at, change).startswith(message)


def test_nothing_is_ordered_after_the_last_round() -> None:
    last = len(engine.play(SIEGE).events) - 1
    orders = {"side": "a", "orders": {"A": "attack"}}
    assert refusal(SIEGE, last, orders).startswith("orders: are no longer given from event")


def test_a_bot_is_ordered_about_in_one_round_and_decides_again_after_it() -> None:
    """In round 2 it follows the order; it draws its dice as before and keeps its army."""
    file = siege_file(siege_side(EVEN, bot="cautious"), siege_side(EVEN, bot="aggressive"))
    whole = search.PlayedBattle(file | {"seed": 1})
    given = all_of(whole.recording, "orders_given")
    second = [event for event in given if event.side == "a"][1]
    orders = {"A": "attack", "B": "attack", "C": "none", "D": "none", "E": "none"}
    made = search.PlayedBattle(whole.branch(second.seq, {"side": "a", "orders": orders}))
    assert made.recording.events[: second.seq] == whole.recording.events[: second.seq]
    again: Any = made.recording.events[second.seq]
    assert again.orders == {f"a{letter}": order for letter, order in orders.items()}
    assert made.battle.document["sides"][0]["instead"] == {"2": orders}
    assert by_key(made.draws)["bot", "b"][:2] == by_key(whole.draws)["bot", "b"][:2]
    (asked, _other) = made.asked(second.seq + 1)
    assert (asked.round, asked.bot) == (2, True)
    back = made.branch(0, {"side": "a", "orders": {"A": "defend"}})
    assert back.header.battle["sides"][0]["instead"] == {"1": {"A": "defend"}}


def test_a_recording_of_other_rules_is_refused() -> None:
    whole = engine.play(EQUALS)
    odd = engine.Recording(whole.header, whole.events[:-1])
    assert refusal(odd, 0, {"seed": 1}).startswith("was played by older rules")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ([{"at": 5, "seed": 1}, {"at": 2, "seed": 1}], "changes[1]: comes before the change above"),
        ([{"at": 5}], "changes[0]: takes exactly one of 'rolls', 'seed', 'order' and 'army'"),
        ([{"seed": 4}], "changes[0].at: is missing"),
        ({}, "changes: must be a list of changes"),
        ([{"at": 4, "order": [0]}], "changes[0]: takes 'side' with 'order' or 'army'"),
        ([{"at": 4, "side": "a", "order": [0, 1]}], "changes[0].order: must list the units that"),
        ([{"at": 4, "side": "a", "order": [0, 0]}], "changes[0].order: names a place twice"),
        ([{"at": 900, "side": "a", "order": [0]}], "changes[0].at: no units can be reordered from"),
        ([{"at": 900, "seed": 1}], "changes[0].at: nothing is rolled from event 900 on"),
    ],
)
def test_changes_in_a_battle_file_are_checked(changes: Any, message: str) -> None:
    with pytest.raises(engine.InputError) as caught:
        engine.play(EQUALS | {"changes": changes})
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize("change", [{"order": [0]}, {"army": {"units": units(EVEN)}}])
def test_a_siege_takes_no_order_and_no_army_in_the_middle(change: Row) -> None:
    (what,) = change
    with pytest.raises(engine.InputError, match=rf"changes\[0\]\.{what}: cannot be changed during"):
        engine.play(SIEGE | {"changes": [{"at": 3, "side": "a", **change}]})


def test_odds_and_bulk_know_changes() -> None:
    changed = EQUALS | {"changes": [{"at": 2, "seed": 1}]}
    assert engine.odds(changed) == engine.odds(EQUALS)
    assert engine.read(changed).without_dice().document.keys() == {"ruleset", "sides"}
    with pytest.raises(engine.InputError, match="rolls: are for `play`"):
        engine.outcomes([engine.read(lineups("1/1 | 1/1") | {"changes": [{"at": 0, "seed": 1}]})])


def test_a_change_of_a_side_goes_on_with_new_dice_if_they_are_asked_for() -> None:
    """As if new dice had been asked for after the change; of those left, from where they stand."""
    army = {"stack": [FOUR["sides"][1]["army"]["stack"][0]]}
    asked: list[tuple[Row, int, Any]] = [
        (FOUR, 0, {"side": "b", "order": [2, 0]}),
        (FOUR, 3, {"side": "b", "order": [2, 0, 1]}),
        (FOUR, 0, {"side": "b", "army": army}),
    ]
    for file, at, change in asked:
        same = search.branch(file, at, change)
        made = search.branch(file, at, {**change, "seed": 99})
        assert made.header.battle["changes"][-1] == {"at": at, "seed": 99}
        whole = same.header.battle
        changes = [*whole.get("changes", ()), {"at": at, "seed": 99}]
        assert made == engine.play({**whole, "changes": changes})
        assert made.events[: at + 1] == same.events[: at + 1]
    with pytest.raises(engine.InputError, match="nothing is rolled from event 0 on"):
        search.branch(SIEGE, 0, {"side": "a", "orders": {"B": "recover"}, "seed": 99})
    with pytest.raises(engine.InputError, match="seed: "):
        search.branch(FOUR, 0, {"side": "b", "order": [2, 0], "seed": -1})


def test_the_moment_is_that_of_the_order_itself_however_early_it_is_asked_for() -> None:
    """A blow and its hit are one step: no order fits between them."""
    played = search.PlayedBattle(FOUR)
    struck = all_of(played.recording, "unit_struck")[0].seq
    made = played.branch(struck, {"side": "a", "order": [0, 2, 3, 1]})
    (row,) = made.header.battle["changes"]
    assert row == {"at": struck + 1, "side": "a", "order": [0, 2, 3, 1]}
    assert [event.seq for event in all_of(made, "stack_reordered")] == [struck + 1]


def test_branches_of_it_are_flat_and_go_back_before_it() -> None:
    played = search.PlayedBattle(FOUR)
    moment = after_first(played)
    order = [*moment.left["b"].places][::-1]
    one = search.PlayedBattle(played.branch(moment.at, {"side": "b", "order": order}))
    row = {"at": moment.at, "side": "b", "order": order}
    later = one.moment(moment.at + 1)
    same = [*later.left["a"].places]
    both = search.PlayedBattle(one.branch(later.at, {"side": "a", "order": same}))
    assert [change["side"] for change in both.battle.document["changes"]] == ["b", "a"]
    roll = next(draw for draw in one.draws if draw.at > moment.at)
    two = search.PlayedBattle(one.branch(roll.at, {"seed": 5}))
    assert two.battle.document["changes"] == [row, {"at": roll.at, "seed": 5}]
    again = two.branch(moment.at, {"side": "b", "order": order[::-1]})
    assert again.header.battle["changes"] == [{**row, "order": order[::-1]}]
    kept = [event for event in again.events if event.seq != moment.at]
    assert [type(event) for event in kept] == [type(event) for event in played.recording.events]


def test_listed_rolls_go_on_through_an_order() -> None:
    """Changes of dice end where the next one of dice begins, not where an order is given."""
    blows = all_of(engine.play(EQUALS), "melee_rolled")
    rolls = {"at": blows[0].seq, "rolls": [19, 19, 19, 19, 4, 5]}
    order = {"at": blows[0].seq + 1, "side": "a", "order": [0]}
    made = Log(engine.play(EQUALS | {"changes": [rolls, order]}).events)
    assert made.values("melee_rolled", "struck") == [(None,), (None,), ("b1",)]
    with pytest.raises(engine.InputError, match=r"changes\[0\]\.rolls: lists 7 rolls"):
        engine.play(EQUALS | {"changes": [{**rolls, "rolls": [*rolls["rolls"], 3]}, order]})


@pytest.mark.parametrize("is_begun", [False, True])
def test_a_winning_order_is_one_that_wins_and_the_nearest(*, is_begun: bool) -> None:
    """Every order of those left, at the beginning or after the first fall, is played."""
    found = 0
    for seed in range(12):
        played = search.PlayedBattle(FOUR | {"seed": seed})
        loser: engine.SideId = "b" if played.recording.result.winner == "a" else "a"
        at = after_first(played).at if is_begun else 0
        moment = played.moment(at)
        assert moment
        rows = [
            {"side": loser, "order": [*order]} for order in permutations(moment.left[loser].places)
        ]
        wins = [row["order"] for row in rows if played.branch(at, row).result.winner == loser]
        answer = played.winning_order(loser, at=at)
        assert is_begun or answer.of == (23 if loser == "a" else 5)
        if answer.order is None:
            assert (wins, answer.tried) == ([], answer.of)
        else:
            assert [*answer.order] in wins
            one = played.winning_order(loser, most=1, at=at)
            assert (one.order is not None) == (answer.tried == 1)
            found += 1
    assert found > 0


def test_a_winning_order_that_is_sought_says_how_far_it_is_and_can_be_stopped() -> None:
    """An army without a chance has 3! - 1 orders to try."""
    played = search.PlayedBattle(
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
