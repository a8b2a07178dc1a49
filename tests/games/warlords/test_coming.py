"""Others in the place of units that have not fought yet, in the middle of a battle (W16)."""

from typing import Any

import pytest

import engine
from engine import search
from engine.rulesets.warlords.catalog import CATALOG
from engine.rulesets.warlords.odds import chances
from engine.rulesets.warlords.outlook import outlook
from tests.battle_log import Log
from tests.games.warlords.test_reordering import curve, race, states
from tests.stacks import Row, battle_file, hero, named, unit

THREE = [unit(4, 1), unit(9, 1), unit(2, 1)]
FOES = [unit(5, 1), unit(8, 1), unit(6, 1)]
WEAK = [(4, 0), (9, 0), (2, 0)]
SWORD = next(id_ for id_, row in CATALOG.items.items() if row.effects.get("self-strength"))
ENEMIES = [(5, 1), (8, 1), (6, 1)]


def with_stack(stack: list[Row], side: str = "a") -> Row:
    return {"side": side, "army": {"stack": stack}}


def moment_of(recording: engine.Recording, name: str = "UnitsReplaced") -> int:
    return next(e.seq for e in recording.events if type(e).__name__ == name)


def comer_of(recording: engine.Recording) -> Any:
    event: Any = recording.events[moment_of(recording)]
    return event.replaced[0]


def first_pairing(battle: Row) -> int:
    return moment_of(engine.play(battle), "PairingStarted")


def test_w16_a_race_of_one_hit_each_has_the_chance_of_the_one_who_came() -> None:
    """Strength s hits t first with s(20 - t) : t(20 - s) (W9): 7 comes in the place of 2."""
    file = battle_file(THREE, FOES) | {"seed": 1}
    at = first_pairing(file)
    made = search.branch(file, at + 1, with_stack([*THREE[:2], unit(7, 1)]))
    now = moment_of(made)
    assert curve(made)[now - 1] == pytest.approx(race(WEAK, ENEMIES))
    assert curve(made)[now] == pytest.approx(race([*WEAK[:2], (7, 0)], ENEMIES))
    assert comer_of(made).by.id == "a4"
    assert [e.seq for e in made.events[:now]] == [*range(now)]
    assert made.events[:now] == engine.play(file).events[:now]


def test_w16_who_has_stepped_up_stays() -> None:
    file = battle_file(THREE, FOES) | {"seed": 1}
    at = first_pairing(file) + 1
    with pytest.raises(engine.InputError) as refused:
        search.branch(file, at, with_stack([unit(7, 1), *THREE[1:]]))
    (problem,) = refused.value.problems
    assert problem.path == "army.stack[0]"
    assert "has fought already, or is fighting" in problem.message
    assert search.branch(file, at - 1, with_stack([unit(7, 1), *THREE[1:]]))


def test_w16_side_bonuses_stay_whoever_leaves_or_comes() -> None:
    """Leadership 3 was settled: 5 + 3; a newcomer with leadership adds nothing to 5."""
    led = battle_file([unit(5, 1), unit(5, 1), unit(5, 1, leadership=3)], FOES) | {"seed": 1}
    made = search.branch(led, first_pairing(led) + 1, with_stack([*[unit(5, 1)] * 3]))
    assert comer_of(made).ready.strength == 8
    plain = battle_file([*[unit(5, 1)] * 3], FOES) | {"seed": 1}
    leader = [unit(5, 1), unit(5, 1), unit(5, 1, leadership=3)]
    made = search.branch(plain, first_pairing(plain) + 1, with_stack(leader))
    assert comer_of(made).ready.strength == 5


def test_w16_before_the_bonuses_are_worked_out_it_is_readied_with_all_others() -> None:
    led = battle_file([unit(5, 1), unit(5, 1, leadership=3)], FOES) | {"seed": 1}
    made = search.branch(led, 1, with_stack([unit(6, 2), unit(5, 1, leadership=3)]))
    assert comer_of(made).ready.strength == 6
    readied = Log(made.events).all("stack_readied")[0]
    assert [(one.id, one.strength) for one in readied.units] == [("a3", 9), ("a2", 8)]


@pytest.mark.parametrize(
    ("comer", "got", "strength"),
    [
        (unit(7, 1), ("poison",), 5),
        (unit(7, 1, poison=1), (), 7),
        (unit(7, 1) | {"blessed": True}, (), 8),
        (unit(7, 1) | {"poisoned": True}, (), 5),
    ],
)
def test_w16_who_comes_has_the_afflictions_of_the_other_unless_immune(
    comer: Row, got: tuple[str, ...], strength: int
) -> None:
    """Poison of 25 points gets everybody and takes 2 strength; a blessing adds 1 (W1, W3)."""
    foes = [unit(5, 1, poison=20), unit(5, 1, poison=5)]
    file = battle_file([unit(4, 1), unit(4, 1)], foes) | {"seed": 1}
    made = search.branch(file, first_pairing(file) + 1, with_stack([unit(4, 1), comer]))
    one = comer_of(made)
    assert (one.afflictions, one.ready.strength) == (got, strength)


def test_w16_who_was_spared_spares_who_comes() -> None:
    """Blessed, the first one could not be poisoned; nobody poisons who comes later."""
    foes = [unit(5, 1, poison=20), unit(5, 1, poison=5)]
    file = battle_file([unit(4, 1), unit(4, 1) | {"blessed": True}], foes) | {"seed": 1}
    made = search.branch(file, first_pairing(file) + 1, with_stack([unit(4, 1), unit(7, 1)]))
    assert comer_of(made).ready.strength == 7


def test_w16_another_item_leaves_all_dice_as_they_are() -> None:
    """A sword in the hand of who never fights changes no event but its own."""
    army = [unit(9, 9, trample=3), hero("monk", 3)]
    file = battle_file(army, [unit(1, 1)]) | {"seed": 3}
    armed = [army[0], {**army[1], "items": [SWORD]}]
    made = search.branch(file, first_pairing(file) + 1, with_stack(armed))
    now = moment_of(made)
    whole = [type(e).__name__ for e in engine.play(file).events]
    assert [type(e).__name__ for e in made.events] == [*whole[:now], "UnitsReplaced", *whole[now:]]
    one = comer_of(made)
    assert one.by.item_parts
    assert one.ready.strength > 0


def test_w16_three_ways_of_weighing_agree_after_it() -> None:
    own = [unit(8, 3, assassin=3), unit(6, 2, missile=2), unit(9, 1, flying=True), unit(4, 4)]
    foes = [unit(7, 3), unit(6, 3, acid=2, poison=3), named("archers"), hero("monk", 3)]
    file = battle_file(own, foes) | {"seed": 2}
    other = [*own[:2], named("archers"), unit(5, 5, warding=2)]
    made = search.branch(file, first_pairing(file) + 3, with_stack(other))
    by_kernel = curve(made)
    backwards = outlook(lambda winner, _left: winner == "a")
    for number, state in enumerate(states(made)):
        exact = chances(state).a
        assert by_kernel[number] == pytest.approx(exact, abs=1e-9)
        if (told := backwards(state)) is not None:
            assert told == pytest.approx(exact, abs=1e-9), number


def test_w16_battles_end_as_the_chances_after_it_say() -> None:
    """600 battles go on from there with new dice; the chance is within 4 standard errors."""
    file = battle_file(THREE, FOES) | {"seed": 1}
    at = first_pairing(file) + 1
    change = with_stack([THREE[0], unit(6, 2, missile=1), unit(7, 1)])
    chance = curve(search.branch(file, at, change))[at]
    ends = [search.branch(file, at, change | {"seed": n}).result.winner for n in range(600)]
    error = (chance * (1 - chance) / 600) ** 0.5
    assert ends.count("a") / 600 == pytest.approx(chance, abs=4 * error)


def test_w16_who_came_is_put_in_order_and_exchanged_again() -> None:
    """The newcomer has place 3, behind all others, and stands in row 2 of the army."""
    file = battle_file(THREE, FOES) | {"seed": 1}
    at = first_pairing(file) + 1
    first = search.branch(file, at, with_stack([*THREE[:2], unit(7, 1)]))
    played = search.Played(first)
    moment = played.moment(at + 1)
    assert moment is not None
    assert moment.left["a"].places == (0, 1, 3)
    assert moment.fresh is not None
    assert moment.fresh["a"] == ((1, 1), (3, 2))
    turned = played.branch(at + 1, {"side": "a", "order": [0, 3, 1]})
    assert Log(turned.events).only("stack_reordered").stack == ("a1", "a4", "a2")
    again = played.branch(at + 1, with_stack([*THREE[:2], unit(3, 3)]))
    assert [row.by.id for e in Log(again.events).all("units_replaced") for row in e.replaced] == [
        "a4",
        "a5",
    ]
    assert engine.play(again.header.battle).events == again.events


def test_w16_an_army_that_is_written_otherwise_is_the_same() -> None:
    file = battle_file(THREE, FOES) | {"seed": 1}
    written = [{**row, "medals": 0} for row in THREE]
    with pytest.raises(engine.InputError, match="is the army as it stands"):
        search.branch(file, 3, with_stack(written))


@pytest.mark.parametrize(
    ("army", "path", "said"),
    [
        ({"stack": THREE[:2]}, "army.stack", "has 2 units in place of 3"),
        ({"stack": [*THREE[:2], {"unit": "nobody"}]}, "army.stack[2].unit", "no unit 'nobody'"),
        ({"stack": [*THREE[:2], unit(99, 1)]}, "army.stack[2].custom.strength", "from 1 to 15"),
        ("archers", "army", "must be an army"),
    ],
)
def test_what_is_wrong_with_the_army_is_told_where_it_is(army: Any, path: str, said: str) -> None:
    file = battle_file(THREE, FOES) | {"seed": 1}
    with pytest.raises(engine.InputError) as refused:
        search.branch(file, 3, {"side": "a", "army": army})
    (problem,) = refused.value.problems
    assert problem.path == path
    assert said in problem.message
