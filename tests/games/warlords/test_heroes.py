"""Heroes, items, spells (W10 to W12)."""

import pytest

from engine.rulesets.warlords.catalog import CATALOG
from tests.stacks import Row, battle_file, hero, named, opening, problems, ready, unit


def card(row: Row, *others: Row) -> object:
    return opening([row, *others], [unit(1, 1)]).only("battle_started").a.stack[0]


def refused(row: Row) -> list[str]:
    return problems(battle_file([row], [unit(1, 1)]))


def test_w10_a_hero_has_the_points_of_levels_2_up_to_its_own() -> None:
    """A monk: 1, 2, 2, 2, 3, 3, 4, 5, 6."""
    monk = CATALOG.heroes["monk"]
    assert [monk.points(level) for level in (1, 2, 5, 10)] == [0, 1, 7, 28]


def test_w10_whoever_overspends_is_refused_with_the_points_named() -> None:
    """Leadership twice 4 + Wrath of Kali 4 = 8 points; a monk of level 5 has 7."""
    row = hero("monk", 5, buys={"leadership": 2}, spells=["wrath-of-kali"])
    assert refused(row) == [
        "sides[0].army.stack[0].buys: costs 8 ability points with its spells, and a Monk of level "
        "5 has 7: 1 too many; leave something out or raise the level"
    ]
    assert refused({**row, "level": 6}) == []


@pytest.mark.parametrize(("level", "points"), [(4, 1), (5, 2), (7, 2), (8, 3), (9, 3), (10, 4)])
def test_w10_a_slayer_is_worth_more_at_higher_levels(level: int, points: int) -> None:
    monk = card(hero("monk", level, buys={"manslayer": 1}))
    assert monk.abilities["manslayer"] == points  # type: ignore[attr-defined]


def test_w10_purchases_count_their_step() -> None:
    """Barbarian 6 + 3; hits 2 + 2; leadership 1 + 1."""
    row = ready([hero("barbarian", 7, buys={"strength": 1, "hits": 2})], [unit(1, 1, chaos=1)])[
        "a1"
    ]
    assert (row.strength, row.hits) == (9, 4)
    ranger = card(hero("ranger", 6, buys={"missile+3": 2}))
    assert ranger.power("missile") == 6  # type: ignore[attr-defined]


def test_w10_a_bought_flight_carries_the_whole_stack() -> None:
    shaman = hero("shaman", 5, buys={"flight": 1})
    stack = opening([named("trolls"), shaman], [unit(1, 1)]).only("battle_started").a.stack
    assert [unit_.flying for unit_ in stack] == [True, True]


def test_w10_what_has_no_step_is_bought_once() -> None:
    assert refused(hero("monk", 10, buys={"manslayer": 2})) == [
        "sides[0].army.stack[0].buys.manslayer: is 2; it must be from 1 to 1"
    ]


@pytest.mark.parametrize(
    "row", [unit(5, 1, items=["elven-ring"]), named("trolls", items=["elven-ring"])]
)
def test_w11_items_are_for_heroes_only(row: Row) -> None:
    (problem,) = refused(row)
    assert problem.startswith("sides[0].army.stack[0].items: are for heroes only")


def test_w11_an_item_is_carried_once() -> None:
    assert refused(hero("bard", items=["elven-ring", "elven-ring"])) == [
        "sides[0].army.stack[0].items[1]: Elven Ring is carried already; name it once"
    ]


def test_w11_powers_of_an_item_serve_the_wearer_and_stack_abilities_the_stack() -> None:
    """Bane's Crown: fear 3 for the stack, assassin 3 for the wearer."""
    started = opening([hero("bard", items=["banes-crown"]), unit(5, 1)], [unit(1, 1)])
    army = started.only("battle_started").a
    assert [u.power("assassin") for u in army.stack] == [3, 0]
    assert [p.amount for p in army.totals["fear"]] == [3]


def test_w11_flight_of_an_item_is_the_wearers() -> None:
    started = opening([hero("bard", items=["ring-of-air"]), unit(5, 1)], [unit(1, 1)])
    assert [u.flying for u in started.only("battle_started").a.stack] == [True, False]


@pytest.mark.parametrize(("level", "times"), [(5, 1), (6, 2), (8, 2), (9, 3), (10, 3)])
def test_w12_a_spell_counts_once_twice_or_three_times(level: int, times: int) -> None:
    assert CATALOG.spells["fortify"].at(level) == {"fortify": times}


@pytest.mark.parametrize(("level", "drain"), [(1, 1), (8, 1), (9, 2)])
def test_w12_life_drain_takes_1_and_from_level_9_on_2(level: int, drain: int) -> None:
    assert CATALOG.spells["life-drain"].at(level) == {"life-drain": drain}


def test_w12_berserker_gives_medals_to_all_and_4_are_the_most() -> None:
    shaman = hero("shaman", 6, spells=["berserker"])
    started = opening([shaman, unit(5, 1, medals=3)], [unit(1, 1)])
    assert [u.medals for u in started.only("battle_started").a.stack] == [2, 4]


def test_w12_the_casters_own_spells_serve_the_caster() -> None:
    """Body Control at level 2: strength 4 + 1, hits 2 + 1; the other keeps its own."""
    units = ready([hero("monk", 2, spells=["body-control"]), unit(5, 1)], [unit(1, 1, chaos=1)])
    assert [(u.strength, u.hits) for u in (units["a1"], units["a2"])] == [(5, 3), (5, 1)]


def test_w12_bless_blesses_the_stack_and_lifts_its_afflictions() -> None:
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


def test_w12_summoning_and_map_spells_change_nothing() -> None:
    caster = hero("summoner", 7, spells=["summon-imp", "teleport"])
    plain = hero("summoner", 7)
    assert ready([caster], [unit(1, 1)]) == ready([plain], [unit(1, 1)])


def test_w12_a_spell_of_another_class_is_refused() -> None:
    assert refused(hero("monk", 10, spells=["bless"])) == [
        "sides[0].army.stack[0].spells[0]: a Monk cannot learn Bless; its spells are mighty-blow, "
        "body-control, mind-control, critical-strike, wrath-of-kali"
    ]
