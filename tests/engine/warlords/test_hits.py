"""Hits before the first pairing, and immunity to missiles (W2)."""

from tests.stacks import fight, hero, named, odds, ready, unit


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
