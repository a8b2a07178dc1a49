"""Armies: what they start with (M41), what they cost, what is refused, the bounds (M34 to M38)."""

from typing import Any

import pytest

import engine
from engine.rulesets.manymarios.events import ArmySnapshot, UnitSnapshot
from tests.dsl import battle_file

ROW = "sides[0].army.lineup[0]"


def army(text: str) -> ArmySnapshot:
    return engine.read(battle_file(f"{text} | goomba")).setup.a  # type: ignore[no-any-return]


def unit(text: str) -> UnitSnapshot:
    return army(text).lineup[-1]


def refused(file: dict[str, Any] | bytes) -> str:
    with pytest.raises(engine.InputError) as caught:
        engine.read(file)
    return str(caught.value)


def with_row(**members: Any) -> dict[str, Any]:
    file = battle_file("goomba | goomba")
    file["sides"][0]["army"]["lineup"][0] = members
    return file


def custom(**members: Any) -> dict[str, Any]:
    """A battle file whose first unit is custom, with these members changed."""
    return with_row(custom={"name": "1/1", "energy": 0, "ae": 1, "de": 1, **members})


@pytest.mark.parametrize(
    ("text", "ae", "de"),
    [
        ("toad", 4, 4),
        ("giant-piranha-plant", 6, 9),  # energy 6, DE + 3
        ("[watchtower] [watchtower] toad", 4, 6),
        ("[training-hall] [watchtower] toad cannon-pipe", 0, 0),  # buildings pass over Pipes
        ("cannon+super-star", 7, 3),  # a building unit carries combat items
    ],
)
def test_m41_a_unit_starts_with_all_its_energy_and_modifiers(text: str, ae: int, de: int) -> None:
    assert (unit(text).ae, unit(text).de) == (ae, de)
    # No file can say that less of it is left.
    assert refused(with_row(unit="toad", energy=1)).startswith(f"{ROW}.energy: no key 'energy'")


def test_units_know_their_parts_abilities_and_origins() -> None:
    # AE 4 + 1 + 2 + 1 = 8, DE 4 + 3 + 2 = 9.
    card = unit("[training-hall] toad+super-mushroom+super-star")
    assert (card.ae, card.de) == (8, 9)
    ae, de = ({p.source: p.amount for p in parts} for parts in (card.ae_parts, card.de_parts))
    assert ae == {"energy": 4, "super-mushroom": 1, "super-star": 2, "training-hall": 1}
    assert de == {"energy": 4, "super-mushroom": 3, "super-star": 2}
    # An ability is there once however often it is given.
    assert unit("boo+parawings+frog-suit").abilities == ("agility", "flying")
    origins = [card.origin for card in army("goomba spiny 1/1 airship").lineup]
    assert origins == ["source", "house", "custom", "source"]


def test_an_army_costs_what_it_brings_up_to_its_limit() -> None:
    # Toad 8 + Fire Flower 4 + Frog Suit 1 = 13, Goomba 4, Watchtower 8: 25.
    paid = army("[watchtower] toad+fire-flower+frog-suit goomba")
    assert [card.ap for card in paid.lineup] == [13, 4]
    assert paid.ap == 25
    engine.read(battle_file("toad goomba | goomba", ap_limit=12))
    assert refused(battle_file("toad goomba | goomba", ap_limit=11)) == (
        "sides[0].army: costs 12 AP, 1 over the limit of 11: leave something out or raise the limit"
    )


@pytest.mark.parametrize(
    ("text", "ap"),
    [
        ("3/4", 7),
        ("3/4/2", 15),  # 3 + 4 + 4 x 2
        ("1/1:agility,ballistics,flying,stun,air-strike,defender", 20),  # 2 + 1 + 3 + 3 + 3 + 8 + 0
        ("-5/1", 1),  # AE counts from 0
        ("[watchtower] 0/0", 1),  # at least; the Watchtower's 1 DE lets it enter
    ],
)
def test_a_custom_unit_costs_its_energies_damage_and_abilities(text: str, ap: int) -> None:
    assert unit(text).ap == ap


@pytest.mark.parametrize(
    ("armies", "problem"),
    [
        ("goomba 3/0 | goomba", "[1]: 3/0 would start with 0 DE; give it at least 1"),
        (
            "cannon+fire-flower | goomba",
            "[0].equipment: Cannon is a building unit, which carries no equipment",
        ),
        (
            "goomba 1/1:launch | goomba",
            "[1].custom.abilities[0]: a custom unit cannot have launch; only the Cannon Pipe has "
            "it",
        ),
    ],
)
def test_a_unit_that_cannot_be_is_refused(armies: str, problem: str) -> None:
    assert refused(battle_file(armies)) == f"sides[0].army.lineup{problem}"


def test_a_custom_unit_chooses_its_figure_and_tint() -> None:
    for look, icon in (({"figure": "cat", "tint": "red"}, "-cat-red"), ({"tint": "gold"}, "-gold")):
        card = engine.read(custom(**look)).setup.a.lineup[0]
        assert card.icon == f"manymarios-unit-custom{icon}"


@pytest.mark.parametrize(
    "row", [{}, {"equipment": []}, {"unit": "toad", "custom": {"name": "x", "energy": 1}}]
)
def test_a_unit_is_either_from_the_catalog_or_custom(row: dict[str, object]) -> None:
    assert refused(with_row(**row)) == (
        f"{ROW}: takes either 'unit' (a catalog id) or 'custom' (a unit of your own)"
    )


def test_m34_a_lineup_has_1_to_40_units() -> None:
    engine.read(battle_file("goomba*40 | goomba"))
    for text, count in (("goomba*41", 41), ("", 0)):
        assert refused(battle_file(f"{text} | goomba")) == (
            f"sides[0].army.lineup: has {count} units; it must have 1 to 40"
        )


@pytest.mark.parametrize(
    ("key", "id_", "what"),
    [("equipment", "parawings", "equipment"), ("combat_items", "frog-suit", "combat items")],
)
def test_m35_a_unit_and_an_army_have_at_most_99_of_a_kind(key: str, id_: str, what: str) -> None:
    engine.read(with_row(unit="goomba", **{key: [id_] * 99}))
    file = with_row(unit="goomba", **{key: [id_] * 100})
    assert refused(file) == f"{ROW}.{key}: has 100 {what}; it must have 0 to 99"
    file = battle_file("goomba | goomba")
    file["sides"][0]["army"]["buildings"] = ["watchtower"] * 100
    assert refused(file) == "sides[0].army.buildings: has 100 buildings; it must have 0 to 99"


def test_m36_no_unit_starts_with_more_than_99_ae_or_de() -> None:
    engine.read(battle_file("99/99 | goomba"))
    assert refused(battle_file("99/99+super-star | goomba")).splitlines() == [
        f"{ROW}: 99/99 would start with 101 AE; at most 99",
        f"{ROW}: 99/99 would start with 101 DE; at most 99",
    ]


@pytest.mark.parametrize(("key", "least"), [("energy", 0), ("damage", 0), ("ae", -99)])
def test_m37_numbers_of_custom_units_are_bounded(key: str, least: int) -> None:
    engine.read(custom(**{key: least}))
    for value in (least - 1, 100):
        problem = f"is {value}; it must be from {least} to 99"
        assert refused(custom(**{key: value})) == f"{ROW}.custom.{key}: {problem}"


def test_m38_a_file_and_a_name_have_bounds() -> None:
    fits = b'{"ruleset": "manymarios"}'.ljust(1_000_000)
    assert refused(fits) == "sides: is missing"
    assert refused(fits + b" ") == "is longer than 1,000,000 bytes, the limit for a battle file"
    engine.read(custom(name="ö" * 60))
    assert refused(custom(name="ö" * 61)) == (
        f"{ROW}.custom.name: is 61 characters long; use at most 60"
    )


@pytest.mark.parametrize("limit", [0, 100_001])
def test_m38_an_ap_limit_is_from_1_to_100000(limit: int) -> None:
    file = battle_file("goomba | goomba", ap_limit=limit)
    assert refused(file) == f"ap_limit: is {limit}; it must be from 1 to 100000"
