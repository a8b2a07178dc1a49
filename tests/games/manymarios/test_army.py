"""Armies: what they start with, what they cost, and what is refused."""

import pytest

import engine
from engine.rulesets.manymarios.snapshot import ArmySnapshot, UnitSnapshot
from tests.dsl import battle_file


def army(text: str) -> ArmySnapshot:
    """The army card of side a."""
    return engine.read(battle_file(f"{text} | goomba")).setup.a  # type: ignore[no-any-return]


def unit(text: str) -> UnitSnapshot:
    return army(text).lineup[-1]


def refusal(armies: str, **more: object) -> list[str]:
    with pytest.raises(engine.InputError) as caught:
        engine.read(battle_file(armies, **more))
    return [str(problem) for problem in caught.value.problems]


def test_a_unit_starts_with_its_energy_as_ae_and_de() -> None:
    assert (unit("toad").ae, unit("toad").de) == (4, 4)


def test_own_modifiers_add_to_the_energy() -> None:
    """Cannon: energy 1, AE +4. Giant Piranha Plant: energy 6, DE +3."""
    assert (unit("cannon").ae, unit("cannon").de) == (5, 1)
    assert (unit("giant-piranha-plant").ae, unit("giant-piranha-plant").de) == (6, 9)


def test_modifiers_of_things_and_buildings_add_up_and_each_is_named() -> None:
    """AE 4 + 1 + 2 + 1 = 8, DE 4 + 3 + 2 = 9."""
    card = unit("[training-hall] toad+super-mushroom+super-star")
    assert (card.ae, card.de) == (8, 9)
    assert [(part.source, part.amount) for part in card.ae_parts] == [
        ("energy", 4),
        ("super-mushroom", 1),
        ("super-star", 2),
        ("training-hall", 1),
    ]
    assert [(part.source, part.amount) for part in card.de_parts] == [
        ("energy", 4),
        ("super-mushroom", 3),
        ("super-star", 2),
    ]


def test_the_same_building_twice_counts_twice() -> None:
    assert unit("[watchtower] [watchtower] toad").de == 6


def test_combat_buildings_pass_over_cannon_pipes() -> None:
    pipe = unit("[training-hall] [watchtower] toad cannon-pipe")
    assert (pipe.ae, pipe.de) == (0, 0)


def test_an_ability_is_there_once_however_often_it_is_given() -> None:
    assert unit("boo+parawings+frog-suit").abilities == ("agility", "flying")


def test_a_unit_knows_whose_numbers_it_has() -> None:
    origins = [card.origin for card in army("goomba spiny 1/1 airship").lineup]
    assert origins == ["source", "house", "custom", "source"]


def test_an_army_costs_what_its_units_things_and_buildings_cost() -> None:
    """Toad 8 + Fire Flower 4 + Frog Suit 1 = 13, Goomba 4, Watchtower 8: 25."""
    paid = army("[watchtower] toad+fire-flower+frog-suit goomba")
    assert [card.ap for card in paid.lineup] == [13, 4]
    assert paid.ap == 25


@pytest.mark.parametrize(
    ("text", "ap"),
    [
        ("3/4", 7),
        ("3/4/2", 15),  # 3 + 4 + 4 x 2
        ("1/1:agility,ballistics,flying,stun,air-strike,defender", 20),  # 2 + 1 + 3 + 3 + 3 + 8 + 0
        ("1/1:flying,flying", 5),  # 1 + 1 + 3: an ability is there once
        ("-5/1", 1),  # AE counts from 0
        ("0/1:defender", 1),
    ],
)
def test_a_custom_unit_costs_its_energies_damage_and_abilities(text: str, ap: int) -> None:
    assert unit(text).ap == ap


def test_a_custom_unit_costs_at_least_1() -> None:
    """AE 0 and DE 0 cost nothing; the Watchtower's 1 DE lets it enter all the same."""
    assert unit("[watchtower] 0/0").ap == 1


def test_an_army_at_the_ap_limit_is_let_through() -> None:
    engine.read(battle_file("toad goomba | goomba", ap_limit=12))


def test_an_army_over_the_ap_limit_is_refused_with_the_difference() -> None:
    assert refusal("toad goomba | goomba", ap_limit=11) == [
        "sides[0].army: costs 12 AP, 1 over the limit of 11: leave something out or raise the limit"
    ]


def test_a_unit_that_would_start_without_de_is_refused() -> None:
    assert refusal("goomba 3/0 | goomba") == [
        "sides[0].army.lineup[1]: 3/0 would start with 0 DE; give it at least 1"
    ]


def test_a_unit_that_things_lift_above_0_de_is_let_through() -> None:
    assert unit("3/-2+super-mushroom").de == 1


def test_a_cannon_pipe_needs_no_de() -> None:
    assert unit("toad cannon-pipe").de == 0


def test_a_building_unit_carries_no_equipment() -> None:
    assert refusal("cannon+fire-flower | goomba") == [
        "sides[0].army.lineup[0].equipment: Cannon is a building unit, which carries no equipment"
    ]


def test_a_building_unit_carries_combat_items() -> None:
    assert unit("cannon+super-star").ae == 7


def test_the_airship_carries_no_combat_items() -> None:
    assert refusal("airship+frog-suit | goomba") == [
        "sides[0].army.lineup[0].combat_items: Airship carries no combat items"
    ]


def test_a_custom_unit_cannot_have_launch() -> None:
    assert refusal("goomba 1/1:launch | goomba") == [
        "sides[0].army.lineup[1].custom.abilities[0]: "
        "a custom unit cannot have launch; it is the Cannon Pipe's"
    ]


def test_a_combat_item_is_no_equipment() -> None:
    file = battle_file("goomba | goomba")
    file["sides"][0]["army"]["lineup"][0]["equipment"] = ["frog-suit"]
    with pytest.raises(engine.InputError, match=r"equipment\[0\]: no equipment 'frog-suit'"):
        engine.read(file)


@pytest.mark.parametrize(
    "row", [{}, {"equipment": []}, {"unit": "toad", "custom": {"name": "x", "energy": 1}}]
)
def test_a_unit_is_either_from_the_catalog_or_custom(row: dict[str, object]) -> None:
    file = battle_file("goomba | goomba")
    file["sides"][0]["army"]["lineup"] = [row]
    with pytest.raises(engine.InputError) as caught:
        engine.read(file)
    assert [str(problem) for problem in caught.value.problems] == [
        "sides[0].army.lineup[0]: takes either 'unit' (a catalog id) or 'custom' "
        "(a unit of your own)"
    ]
