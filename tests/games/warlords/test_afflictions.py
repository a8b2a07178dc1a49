"""Curse, poison, disease and paralysis before the first pairing (W1)."""

import pytest

from tests.stacks import Row, fight, named, opening, unit

FINISH = [1, 20, 1, 20, 1, 20, 1, 20]


def sweep(a: list[Row], b: list[Row], rolls: list[int]) -> dict[str, tuple[str, ...]]:
    """What each affliction did, by `unit affliction`: the reason it was spared, or its values."""
    log = fight(a, b, rolls)
    hit = {
        f"{e.unit} {e.affliction}": (e.strength, e.hits, e.medals)
        for e in log.all("unit_afflicted")
    }
    return hit | {f"{e.unit} {e.affliction}": e.reason for e in log.all("unit_spared")}


def test_w01_three_mummies_poison_at_36_percent() -> None:
    """9 points of 4 %: a roll of 9 on the die of 25 poisons, a roll of 10 does not."""
    mummies = [named("mummies")] * 3
    log = opening([unit(1, 1, warding=1)], mummies)
    assert log.only("affliction_spread").percent == 36
    rolls = [9, 10, *[20, 1] * 2]
    found = sweep([unit(5, 1), unit(5, 1)], mummies, rolls)
    assert found == {"a1 poison": (3, 1, 0), "a2 poison": "roll"}


def test_w01_no_chance_is_above_100_percent_and_a_certain_one_takes_no_die() -> None:
    found = sweep([unit(5, 1)], [unit(9, 1, poison=20), unit(9, 1, poison=20)], [20, 1])
    assert found == {"a1 poison": (3, 1, 0)}


@pytest.mark.parametrize(
    ("target", "power", "reason"),
    [
        (unit(5, 1, poison=1), "poison", "own"),
        (unit(5, 1, blessed=True), "poison", "blessed"),
        (unit(5, 1, blessed=True), "disease", "blessed"),
        (unit(5, 1, blessed=True), "paralysis", "blessed"),
        (unit(5, 1, poisoned=True), "poison", "already"),
        (unit(5, 1, diseased=True), "disease", "already"),
        (unit(5, 1, paralysed=True), "paralysis", "already"),
        (unit(5, 1), "curse", "nothing"),
        (unit(5, 1, curse=1, blessed=True), "curse", "own"),
    ],
)
def test_w01_nothing_is_rolled_for_the_immune(target: Row, power: str, reason: str) -> None:
    """The only rolls are those of the melee, which b wins at once."""
    found = sweep([target], [unit(9, 1, poisoned=True, **{power: 12})], [20, 1])
    assert found[f"a1 {power}"] == reason


def test_w01_a_curse_takes_blessing_and_medals_and_opens_the_way_for_the_rest() -> None:
    """Blessed 5 is 6; cursed 5; poisoned 3; diseased from 3 hits to 2. All are certain."""
    enemy = [unit(9, 2, curse=13, poison=13, disease=13, paralysis=13)] * 2
    log = fight([unit(5, 3, blessed=True, medals=2)], enemy, [20, 1, 20, 1])
    assert log.values("unit_afflicted", "affliction", "strength", "hits", "medals") == [
        ("curse", 5, 3, 0),
        ("poison", 3, 3, 0),
        ("disease", 3, 2, 0),
        ("paralysis", 3, 2, 0),
    ]


def test_w01_a_cursed_natural_9_drops_to_8() -> None:
    found = sweep([named("gold-dragons", blessed=True)], [unit(1, 1, curse=20)] * 2, FINISH[:4])
    assert found == {"a1 curse": (8, 3, 0)}


def test_w01_medals_alone_can_be_cursed_and_cost_no_strength() -> None:
    found = sweep([unit(5, 1, medals=4)], [unit(9, 1, curse=20), unit(9, 1, curse=20)], [20, 1])
    assert found == {"a1 curse": (5, 1, 0)}


def test_w01_poison_and_disease_leave_at_least_1() -> None:
    enemy = [unit(9, 1, poison=20, disease=20)] * 2
    found = sweep([unit(2, 1)], enemy, [20, 1])
    assert found == {"a1 poison": (1, 1, 0), "a1 disease": (1, 1, 0)}


def test_w01_curse_of_both_sides_comes_before_poison_of_either() -> None:
    powers = {"curse": 1, "poison": 1, "disease": 1, "paralysis": 1}
    log = opening([unit(9, 1, **powers)], [unit(1, 1, **powers)])
    assert log.values("affliction_spread", "affliction", "side") == [
        (word, side) for word in powers for side in ("a", "b")
    ]


def test_w01_paralysis_does_nothing_but_is_in_the_result() -> None:
    log = fight([unit(9, 1)], [unit(1, 1, paralysis=20)] * 2, FINISH[:4])
    assert log.result.survivors["a"] == [
        {"id": "a1", "name": "9/1", "strength": 9, "hits": 1, "paralysed": 1}
    ]


def test_w01_a_spells_power_does_not_make_its_caster_immune() -> None:
    """Evil Eye at level 6 counts twice: 10 points of each, 40 %."""
    shaman = {"hero": "shaman", "level": 6, "spells": ["evil-eye"]}
    log = fight([shaman], [unit(1, 1, poison=10)], [11, 11, 11, 1, 20])
    assert log.values("affliction_spread", "affliction", "side", "percent") == [
        ("curse", "a", 40),
        ("poison", "a", 40),
        ("poison", "b", 40),
        ("disease", "a", 40),
        ("paralysis", "a", 40),
    ]
    assert ("a1", "roll") in log.values("unit_spared", "unit", "reason")
