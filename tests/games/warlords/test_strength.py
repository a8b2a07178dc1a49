"""Stacks before their first pairing: afflictions, hits, strength (W1 to W3)."""

from typing import Any

import pytest

from engine.rulesets.warlords.events import Condition, Part, total
from engine.rulesets.warlords.stack import own_strength_parts
from tests.stacks import Row, fight, hero, named, opening, ready, strengths, unit


def bonuses(a: list[Row], b: list[Row], **field: Any) -> list[int]:
    return [event.bonus for event in opening(a, b, **field).all("stack_readied")]


def test_w03_the_side_bonus_has_three_brackets_and_limits() -> None:
    # (3 - 2) + (1 - 3 -> -1) + (1 - 1) = 0; (2 - 1) + (2 - 5 -> -1) + (1 - 0) = +1.
    a = unit(5, 1, leadership=3, morale=1, fortify=1, chaos=1, fear=5)
    b = unit(5, 1, leadership=2, morale=2, fortify=1, chaos=2, fear=3, siege=1)
    assert bonuses([a], [b]) == [0, 1]
    # Iceguard 1 + town 2 = 3; against siege 2: +1. The attacker gets nothing of the city.
    assert bonuses([named("catapults")], [named("iceguard")], city="town") == [0, 1]


@pytest.mark.parametrize(
    ("units", "total_"),
    [
        ([hero("paladin", 5, buys={"morale": 1}), named("archons")], 3),
        ([hero("paladin", items=["orb-of-balance"]), named("archons")], 4),
        ([hero("paladin", 5, spells=["bravery"], items=["orb-of-balance"]), named("archons")], 5),
    ],
)
def test_w03_total_is_best_unit_spell_and_item(units: list[Row], total_: int) -> None:
    """Morale: of a hero 1 and an Archon 3 the Archon's counts; items 1 and 3 count 3."""
    first, _ = opening(units, [unit(1, 1)]).all("stack_readied")
    assert first.brackets[1].own_total == total_


def test_w03_ground_and_banding() -> None:
    # Minotaurs are +2 against a city, Knights +2 in the open; Knights fight with fortify 0.
    pair = [named("minotaurs"), named("knights")]
    assert strengths(pair, [unit(1, 1, leadership=2, fortify=2)], city="village") == [7, 5]
    assert strengths(pair, [unit(1, 1)], terrain=["open"]) == [5, 7]
    assert strengths(pair, [unit(1, 1)]) == [5, 7]
    # A 2 with hills 1 and city 2 becomes 5.
    climber = unit(2, 1, terrain={"hills": 1, "city": 2})
    assert strengths([climber], [unit(1, 1)], terrain=["hills"], city="town") == [5]
    # Six rats band for +5, the lone peasant for 0.
    rats = [named("giant-rats")] * 6
    assert strengths([*rats, named("peasants")], [unit(1, 1)], city="village") == [6] * 6 + [1]
    # Banding counts custom units by name and is limited.
    one, two = unit(3, 1, banding=1, name="Wolf"), unit(4, 1, banding=9, name="Wolf")
    assert strengths([one, two, unit(3, 1, banding=9)], [unit(1, 1)]) == [4, 5, 3]


def test_w03_limits_come_in_order_and_parts_sum_up() -> None:
    # 9 + 3 ground -> 9; + 5 -> 14; + 2 of an axe -> 15, each cut a part of its own.
    champion = unit(9, 1, hero=True, leadership=5, terrain={"open": 3}, items=["axe-of-slaying"])
    parts = ready([champion], [unit(1, 1)])["a1"].strength_parts
    assert [(p.source, p.amount) for p in parts] == [
        ("base", 9),
        ("open", 3),
        ("cap", -3),
        ("side-bonus", 5),
        ("axe-of-slaying", 2),
        ("cap", -1),
    ]
    # Strength is at least 1 after the side bonus.
    fear = unit(1, 1, chaos=5, fear=5, siege=5)
    parts = ready([unit(2, 1)], [fear])["a1"].strength_parts
    assert [(p.source, p.amount) for p in parts] == [("base", 2), ("side-bonus", -3), ("cap", 2)]
    # The leader falls first; the 5 behind it still fights with 5 + 3.
    log = fight([unit(1, 1, leadership=3), unit(5, 1)], [unit(5, 1)], [20, 1, 8, 20])
    assert log.result.survivors["a"] == [{"id": "a2", "name": "5/1", "strength": 8, "hits": 1}]


@pytest.mark.parametrize(
    ("base", "condition", "strength"),
    [
        (9, Condition(blessed=True), 9),
        (9, Condition(blessed=True, cursed=True), 8),
        (5, Condition(blessed=True, cursed=True), 5),
        (3, Condition(blessed=True, cursed=True, poisoned=True), 1),
        (1, Condition(blessed=False, poisoned=True), 1),
    ],
)
def test_w03_blessing_and_affliction_first(base: int, condition: Condition, strength: int) -> None:
    assert total(own_strength_parts([Part("base", base)], condition)) == strength


def test_w02_hits_and_medals_add_up() -> None:
    # Song of Life gives 1 at level 5 and 2 at level 6: bards 2 + 1 + 2 = 5, the unit 3 + 1 + 2.
    singers = [hero("bard", level, spells=["song-of-life"]) for level in (5, 6)]
    units = ready([*singers, unit(5, 3)], [unit(1, 1)])
    assert [units[id_].hits for id_ in ("a1", "a2", "a3")] == [5, 5, 6]
    assert [(p.source, p.amount) for p in units["a3"].hits_parts] == [
        ("base", 3),
        ("song-of-life", 1),
        ("song-of-life", 2),
    ]
    # Berserker gives 1 at level 5 and 2 at level 6: 1 + 2 = 3, with one medal of its own 4, with
    # two of its own 5, of which 4 count.
    shamans = [hero("shaman", level, spells=["berserker"]) for level in (5, 6)]
    others = [unit(5, 1, medals=medals) for medals in (0, 1, 2)]
    stack = opening([*shamans, *others], [unit(1, 1)]).only("battle_started").a.stack
    assert [one.medals for one in stack] == [3, 3, 3, 4, 4]
    # Life Drain takes 1 up to level 8 and 2 from 9 on: 4 - 1 - 2 = 1; 1 stays 1.
    vampire = hero("vampire", 9, spells=["life-drain"])
    units = ready([unit(5, 4, diseased=True), unit(5, 1)], [vampire])
    assert (units["a1"].hits, units["a2"].hits) == (1, 1)
    assert ready([unit(5, 4)], [hero("vampire", 8, spells=["life-drain"])])["a1"].hits == 3


def test_w02_4_hits_on_the_ground_are_immune_to_missiles() -> None:
    units = ready([unit(5, 4), unit(5, 3), unit(5, 4, flying=True)], [unit(1, 1)])
    assert [units[id_].immune for id_ in ("a1", "a2", "a3")] == [True, False, False]
    # Disease can cost the immunity.
    assert not ready([named("dwarf-runners", diseased=True)], [unit(1, 1)])["a1"].immune
    # A mighty feast can give it.
    priest = hero("priest", 5, spells=["mighty-feast"])
    assert ready([priest, named("undead-beast")], [unit(1, 1)])["a2"].immune
    # The runner loses 3 of its 4 hits to the infantry, wins, and still shrugs off 4 shots.
    a = [unit(9, 1), unit(1, 1, missile=4)]
    log = fight(a, [named("dwarf-runners")], [*[1, 20] * 3, 20, 1, 20, 1], terrain=["forest"])
    shrugged = log.only("missiles_shrugged")
    assert (shrugged.amount, shrugged.shots) == (4, 0)
    assert [event.hits for event in log.all("unit_struck")] == [3, 2, 1, 0, 0]


FINISH = [1, 20, 1, 20, 1, 20, 1, 20]


def sweep(a: list[Row], b: list[Row], rolls: list[int]) -> dict[str, tuple[str, ...]]:
    """What each affliction did, by `unit affliction`: the reason it was spared, or its values."""
    log = fight(a, b, rolls)
    hit = {
        f"{e.unit} {e.affliction}": (e.strength, e.hits, e.medals)
        for e in log.all("unit_afflicted")
    }
    return hit | {f"{e.unit} {e.affliction}": e.reason for e in log.all("unit_spared")}


def test_w01_the_chance_is_4_percent_a_point() -> None:
    # 9 points of 4 %: a roll of 9 on the die of 25 poisons, a roll of 10 does not.
    mummies = [named("mummies")] * 3
    log = opening([unit(1, 1, warding=1)], mummies)
    assert log.only("affliction_spread").percent == 36
    rolls = [9, 10, *[20, 1] * 2]
    found = sweep([unit(5, 1), unit(5, 1)], mummies, rolls)
    assert found == {"a1 poison": (3, 1, 0), "a2 poison": "roll"}


@pytest.mark.parametrize(
    ("target", "power", "reason"),
    [
        (unit(5, 1, poison=1), "poison", "own"),
        (unit(5, 1, blessed=True), "poison", "blessed"),
        (unit(5, 1, poisoned=True), "poison", "already"),
        (unit(5, 1), "curse", "nothing"),
        (unit(5, 1, curse=1, blessed=True), "curse", "own"),
    ],
)
def test_w01_nothing_is_rolled_for_the_immune(target: Row, power: str, reason: str) -> None:
    """The only rolls are those of the melee, which b wins at once."""
    found = sweep([target], [unit(9, 1, poisoned=True, **{power: 12})], [20, 1])
    assert found[f"a1 {power}"] == reason


def test_w01_a_curse_takes_blessing_and_medals() -> None:
    # Blessed 5 is 6; cursed 5; poisoned 3; diseased from 3 hits to 2. All are certain.
    enemy = [unit(9, 2, curse=13, poison=13, disease=13, paralysis=13)] * 2
    log = fight([unit(5, 3, blessed=True, medals=2)], enemy, [20, 1, 20, 1])
    assert log.values("unit_afflicted", "affliction", "strength", "hits", "medals") == [
        ("curse", 5, 3, 0),
        ("poison", 3, 3, 0),
        ("disease", 3, 2, 0),
        ("paralysis", 3, 2, 0),
    ]
    # A cursed natural 9 drops to 8.
    found = sweep([named("gold-dragons", blessed=True)], [unit(1, 1, curse=20)] * 2, FINISH[:4])
    assert found == {"a1 curse": (8, 3, 0)}


def test_w01_poison_disease_and_paralysis_follow() -> None:
    # Poison and disease leave at least 1.
    enemy = [unit(9, 1, poison=20, disease=20)] * 2
    log = fight([unit(2, 1)], enemy, [20, 1])
    assert log.values("unit_afflicted", "strength", "hits") == [(1, 1), (1, 1)]
    # Poison took 1, disease nothing: a unit of strength 1 or 1 hit is immune in effect.
    assert log.values("unit_afflicted", "affliction", "lost") == [("poison", 1), ("disease", 0)]
    # Curse of both sides comes before poison of either.
    powers = {"curse": 1, "poison": 1, "disease": 1, "paralysis": 1}
    log = opening([unit(9, 1, **powers)], [unit(1, 1, **powers)])
    assert log.values("affliction_spread", "affliction", "side") == [
        (word, side) for word in powers for side in ("a", "b")
    ]
    # Paralysis does nothing but is in the result.
    log = fight([unit(9, 1)], [unit(1, 1, paralysis=20)] * 2, FINISH[:4])
    assert log.result.survivors["a"] == [
        {"id": "a1", "name": "9/1", "strength": 9, "hits": 1, "paralysed": 1}
    ]
