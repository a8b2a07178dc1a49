"""Hits before the first pairing, and immunity to missiles (W2)."""

from tests.stacks import fight, hero, named, odds, opening, ready, unit


def test_w02_hits_of_unit_and_stack_add_up() -> None:
    """Bard 2 + Song of Life 1 + Ring of Life 1 + Horn of Stone 2 of the other bard = 6; 2 + 3."""
    singer = hero("bard", 5, spells=["song-of-life"], items=["ring-of-life"])
    blower = hero("bard", 1, items=["horn-of-stone"])
    units = ready([singer, blower], [unit(1, 1)])
    assert (units["a1"].hits, units["a2"].hits) == (6, 5)
    assert [(p.source, p.amount) for p in units["a1"].hits_parts] == [
        ("base", 2),
        ("ring-of-life", 1),
        ("song-of-life", 1),
        ("horn-of-stone", 2),
    ]


def test_w02_two_heroes_who_cast_the_same_spell_both_count() -> None:
    """Song of Life gives 1 at level 5 and 2 at level 6: bards 2 + 1 + 2 = 5, the unit 3 + 1 + 2."""
    singers = [hero("bard", level, spells=["song-of-life"]) for level in (5, 6)]
    units = ready([*singers, unit(5, 3)], [unit(1, 1)])
    assert [units[id_].hits for id_ in ("a1", "a2", "a3")] == [5, 5, 6]
    assert [(p.source, p.amount) for p in units["a3"].hits_parts] == [
        ("base", 3),
        ("song-of-life", 1),
        ("song-of-life", 2),
    ]


def test_w02_two_heroes_who_carry_the_same_item_both_count() -> None:
    """A Horn of Stone gives the stack 2: bards 2 + 2 + 2 = 6, the unit 1 + 2 + 2 = 5."""
    blowers = [hero("bard", items=["horn-of-stone"])] * 2
    units = ready([*blowers, unit(5, 1)], [unit(1, 1)])
    assert [units[id_].hits for id_ in ("a1", "a2", "a3")] == [6, 6, 5]


def test_w02_medals_that_two_heroes_give_to_the_stack_add_up_to_4_at_the_most() -> None:
    """Berserker gives 1 at level 5 and 2 at level 6: 1 + 2 = 3, with one medal of its own 4, with
    two of its own 5, of which 4 count."""
    shamans = [hero("shaman", level, spells=["berserker"]) for level in (5, 6)]
    others = [unit(5, 1, medals=medals) for medals in (0, 1, 2)]
    stack = opening([*shamans, *others], [unit(1, 1)]).only("battle_started").a.stack
    assert [one.medals for one in stack] == [3, 3, 3, 4, 4]


def test_w02_disease_then_life_drain_each_leave_at_least_1() -> None:
    """Life Drain takes 1 up to level 8 and 2 from 9 on: 4 - 1 - 2 = 1; 1 stays 1."""
    vampire = hero("vampire", 9, spells=["life-drain"])
    units = ready([unit(5, 4, diseased=True), unit(5, 1)], [vampire])
    assert (units["a1"].hits, units["a2"].hits) == (1, 1)
    assert ready([unit(5, 4)], [hero("vampire", 8, spells=["life-drain"])])["a1"].hits == 3


def test_w02_4_hits_on_the_ground_are_immune_to_missiles() -> None:
    units = ready([unit(5, 4), unit(5, 3), unit(5, 4, flying=True)], [unit(1, 1)])
    assert [units[id_].immune for id_ in ("a1", "a2", "a3")] == [True, False, False]


def test_w02_disease_can_cost_the_immunity() -> None:
    assert not ready([named("dwarf-runners", diseased=True)], [unit(1, 1)])["a1"].immune


def test_w02_a_mighty_feast_can_give_it() -> None:
    priest = hero("priest", 5, spells=["mighty-feast"])
    assert ready([priest, named("undead-beast")], [unit(1, 1)])["a2"].immune


def test_w02_immunity_lasts_whatever_is_lost_later() -> None:
    """The runner loses 3 of its 4 hits to the infantry, wins, and still shrugs off 4 shots."""
    a = [unit(9, 1), unit(1, 1, missile=4)]
    log = fight(a, [named("dwarf-runners")], [*[1, 20] * 3, 20, 1, 20, 1], terrain=["forest"])
    shrugged = log.only("missiles_shrugged")
    assert (shrugged.amount, shrugged.shots) == (4, 0)
    assert [event.hits for event in log.all("unit_struck")] == [3, 2, 1, 0, 0]


def test_w02_shots_at_the_immune_are_gone() -> None:
    moonguard, runner = named("moonguard"), named("dwarf-runners")
    assert odds([moonguard], [runner]) == odds([unit(6, 2)], [runner])
