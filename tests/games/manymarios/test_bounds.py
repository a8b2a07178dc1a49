"""The bounds of this house (M34 to M38): the last value that fits and the first that does not."""

from typing import Any

import pytest

import engine
from tests.dsl import battle_file


def refused(file: dict[str, Any] | bytes) -> str:
    with pytest.raises(engine.InputError) as caught:
        engine.read(file)
    return str(caught.value)


def custom(**members: Any) -> dict[str, Any]:
    """A battle file whose first unit is custom, with these members changed."""
    file = battle_file("1/1 | goomba")
    file["sides"][0]["army"]["lineup"][0]["custom"] |= members
    return file


def test_m34_a_lineup_has_1_to_40_units() -> None:
    engine.read(battle_file("goomba*40 | goomba"))
    assert refused(battle_file("goomba*41 | goomba")) == (
        "sides[0].army.lineup: holds 41 units; it takes 1 to 40"
    )
    assert refused(battle_file(" | goomba")) == (
        "sides[0].army.lineup: holds 0 units; it takes 1 to 40"
    )


@pytest.mark.parametrize(
    ("key", "id_", "what"),
    [("equipment", "parawings", "equipment"), ("combat_items", "frog-suit", "combat items")],
)
def test_m35_a_unit_carries_at_most_99_of_a_kind(key: str, id_: str, what: str) -> None:
    file = battle_file("goomba | goomba")
    row = file["sides"][1]["army"]["lineup"][0]
    row[key] = [id_] * 99
    engine.read(file)
    row[key] = [id_] * 100
    assert refused(file) == f"sides[1].army.lineup[0].{key}: holds 100 {what}; it takes 0 to 99"


def test_m35_an_army_has_at_most_99_buildings() -> None:
    file = battle_file("goomba | goomba")
    file["sides"][0]["army"]["buildings"] = ["watchtower"] * 100
    assert refused(file) == "sides[0].army.buildings: holds 100 buildings; it takes 0 to 99"


def test_m36_no_unit_starts_with_more_than_99_ae_or_de() -> None:
    engine.read(battle_file("99/99 | goomba"))
    assert refused(battle_file("99/99+super-star | goomba")).splitlines() == [
        "sides[0].army.lineup[0]: 99/99 would start with 101 AE; at most 99",
        "sides[0].army.lineup[0]: 99/99 would start with 101 DE; at most 99",
    ]


@pytest.mark.parametrize(("key", "least"), [("energy", 0), ("damage", 0), ("ae", -99)])
def test_m37_numbers_of_custom_units_are_bounded(key: str, least: int) -> None:
    path = f"sides[0].army.lineup[0].custom.{key}"
    engine.read(custom(**{key: least}))
    assert refused(custom(**{key: least - 1})) == (
        f"{path}: is {least - 1}; it must be from {least} to 99"
    )
    assert refused(custom(**{key: 100})) == f"{path}: is 100; it must be from {least} to 99"


def test_m38_a_battle_file_has_at_most_a_million_bytes() -> None:
    fits = b'{"ruleset": "manymarios"}'.ljust(1_000_000)
    assert refused(fits) == "sides: is missing"
    assert refused(fits + b" ") == "is over 1,000,000 bytes long; no battle file needs that"


def test_m38_a_name_has_at_most_60_characters() -> None:
    engine.read(custom(name="ö" * 60))
    assert refused(custom(name="ö" * 61)) == (
        "sides[0].army.lineup[0].custom.name: is 61 characters long; at most 60 fit"
    )


@pytest.mark.parametrize("limit", [0, 100_001])
def test_m38_an_ap_limit_is_from_1_to_100000(limit: int) -> None:
    file = battle_file("goomba | goomba", ap_limit=limit)
    assert refused(file) == f"ap_limit: is {limit}; it must be from 1 to 100000"
