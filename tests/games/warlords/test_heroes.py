"""Heroes, items, spells (W10 to W12)."""

import pytest

from engine.rulesets.warlords.catalog import CATALOG
from tests.stacks import Row, battle_file, hero, named, opening, problems, ready, unit


def card(row: Row, *others: Row) -> object:
    return opening([row, *others], [unit(1, 1)]).only("battle_started").a.stack[0]


def refused(row: Row) -> list[str]:
    return problems(battle_file([row], [unit(1, 1)]))


def test_w10_points_and_purchases() -> None:
    # A monk: 1, 2, 2, 2, 3, 3, 4, 5, 6.
    monk = CATALOG.heroes["monk"]
    assert [monk.points(level) for level in (1, 2, 5, 10)] == [0, 1, 7, 28]
    # Barbarian 6 + 3; hits 2 + 2; leadership 1 + 1.
    row = ready([hero("barbarian", 7, buys={"strength": 1, "hits": 2})], [unit(1, 1, chaos=1)])[
        "a1"
    ]
    assert (row.strength, row.hits) == (9, 4)
    ranger = card(hero("ranger", 6, buys={"missile+3": 2}))
    assert ranger.power("missile") == 6  # type: ignore[attr-defined]
    # A bought flight carries the whole stack.
    shaman = hero("shaman", 5, buys={"flight": 1})
    stack = opening([named("trolls"), shaman], [unit(1, 1)]).only("battle_started").a.stack
    assert [unit_.flying for unit_ in stack] == [True, True]


def test_w10_whoever_overspends_is_refused() -> None:
    # Leadership twice 4 + Wrath of Kali 4 = 8 points; a monk of level 5 has 7.
    row = hero("monk", 5, buys={"leadership": 2}, spells=["wrath-of-kali"])
    assert refused(row) == [
        "sides[0].army.stack[0].buys: costs 8 ability points with its spells, and a Monk of level "
        "5 has 7: 1 too many; leave something out or raise the level"
    ]
    assert refused({**row, "level": 6}) == []
    # What has no step is bought once.
    assert refused(hero("monk", 10, buys={"manslayer": 2})) == [
        "sides[0].army.stack[0].buys.manslayer: is 2; it must be from 1 to 1"
    ]


@pytest.mark.parametrize(("level", "points"), [(4, 1), (5, 2), (7, 2), (8, 3), (9, 3), (10, 4)])
def test_w10_a_slayer_is_worth_more_at_higher_levels(level: int, points: int) -> None:
    monk = card(hero("monk", level, buys={"manslayer": 1}))
    assert monk.abilities["manslayer"] == points  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "row", [unit(5, 1, items=["elven-ring"]), named("trolls", items=["elven-ring"])]
)
def test_w11_items_are_for_heroes_only(row: Row) -> None:
    (problem,) = refused(row)
    assert problem.startswith("sides[0].army.stack[0].items: are for heroes only")


def test_w11_an_item_is_carried_once_and_serves_wearer_or_stack() -> None:
    # An item is carried once.
    assert refused(hero("bard", items=["elven-ring", "elven-ring"])) == [
        "sides[0].army.stack[0].items[1]: Elven Ring is carried already; name it once"
    ]
    # Bane's Crown: fear 3 for the stack, assassin 3 for the wearer.
    started = opening([hero("bard", items=["banes-crown"]), unit(5, 1)], [unit(1, 1)])
    army = started.only("battle_started").a
    assert [u.power("assassin") for u in army.stack] == [3, 0]
    assert [p.amount for p in army.totals["fear"]] == [3]
    # Flight of an item is the wearers.
    started = opening([hero("bard", items=["ring-of-air"]), unit(5, 1)], [unit(1, 1)])
    assert [u.flying for u in started.only("battle_started").a.stack] == [True, False]


def test_w12_a_spell_counts_more_at_higher_levels() -> None:
    fortify, drain = (CATALOG.spells[id_] for id_ in ("fortify", "life-drain"))
    assert [fortify.at(n)["fortify"] for n in (5, 6, 8, 9, 10)] == [1, 2, 2, 3, 3]
    assert [drain.at(n)["life-drain"] for n in (1, 8, 9)] == [1, 1, 2]


def test_w12_spells_serve_the_caster_or_the_stack() -> None:
    # Berserker gives medals to all and 4 are the most.
    shaman = hero("shaman", 6, spells=["berserker"])
    started = opening([shaman, unit(5, 1, medals=3)], [unit(1, 1)])
    assert [u.medals for u in started.only("battle_started").a.stack] == [2, 4]
    # Body Control at level 2: strength 4 + 1, hits 2 + 1; the other keeps its own.
    units = ready([hero("monk", 2, spells=["body-control"]), unit(5, 1)], [unit(1, 1, chaos=1)])
    assert [(u.strength, u.hits) for u in (units["a1"], units["a2"])] == [(5, 3), (5, 1)]
    # Bless blesses the stack and lifts its afflictions.
    priest = hero("priest", 3, spells=["bless"])
    sick = unit(5, 2, poisoned=True, diseased=True, paralysed=True)
    started = opening([priest, sick], [unit(1, 1, chaos=1)]).only("battle_started").a.stack[1]
    assert (started.blessed, started.poisoned, started.diseased, started.paralysed) == (
        True,
        False,
        False,
        False,
    )
    assert (started.strength, started.hits) == (6, 2)
    # Summoning and map spells change nothing.
    caster = hero("summoner", 7, spells=["summon-imp", "teleport"])
    plain = hero("summoner", 7)
    assert ready([caster], [unit(1, 1)]) == ready([plain], [unit(1, 1)])
    # A spell of another class is refused.
    assert refused(hero("monk", 10, spells=["bless"])) == [
        "sides[0].army.stack[0].spells[0]: a Monk cannot learn Bless; its spells are mighty-blow, "
        "body-control, mind-control, critical-strike, wrath-of-kali"
    ]
