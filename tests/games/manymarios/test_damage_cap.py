"""What damage costs, and what gives way when AE runs short (M4 to M7, M19)."""

from tests.dsl import battle


def test_m04_damage_beyond_the_last_de_costs_ae_and_reaches_nobody_else() -> None:
    """a1 hits for 1 + 2: b1 has 1 DE, a1 pays 3 AE, b2 has its 9 DE until round 2."""
    log = battle("9/9/2 | 9/1 9/9")
    assert log.values("unit_struck", "attacker", "target", "amount", "ae", "de")[:4] == [
        ("a1", "b1", 3, 6, 0),
        ("b1", "a1", 1, 8, 8),
        ("b2", "a1", 1, 8, 7),
        ("a1", "b2", 3, 3, 6),
    ]


def test_m05_effects_give_way_from_combat_items_down_to_flying() -> None:
    """AE 0 + 2 = 2; damage 1 + own 1 + Flying 1 + Fire Flower 1 + Mega Mushroom 2 = 6.

    6 - 2 = 4, 4 - 1 = 3, 3 - 1 = 2: that fits.
    """
    log = battle("0/9/1:flying+mega-mushroom+fire-flower | 9/9").round(1)
    assert log.values("effect_ignored", "unit", "source", "amount") == [
        ("a1", "mega-mushroom", 2),
        ("a1", "fire-flower", 1),
        ("a1", "flying", 1),
    ]
    blow = log.all("unit_struck")[0]
    assert (blow.amount, blow.ae) == (2, 0)
    assert [(part.source, part.amount) for part in blow.parts] == [("base", 1), ("own", 1)]


def test_m05_the_units_own_bonus_gives_way_last() -> None:
    """AE -1 + 2 = 1: after Mega Mushroom, Fire Flower and Flying 1 + 1 are left, one too many."""
    log = battle("-1/9/1:flying+mega-mushroom+fire-flower | 9/9").round(1)
    sources = [source for (source,) in log.values("effect_ignored", "source")]
    assert sources == ["mega-mushroom", "fire-flower", "flying", "own"]
    assert log.all("unit_struck")[0].amount == 1


def test_m05_of_two_combat_items_the_last_one_gives_way_first() -> None:
    """AE 0 + 2 + 2 = 4; damage 1 + 2 + 2 = 5: without one Mega Mushroom it is 3, and fits."""
    log = battle("0/9+mega-mushroom+mega-mushroom | 9/9").round(1)
    assert log.only("effect_ignored").amount == 2
    blow = log.all("unit_struck")[0]
    assert (blow.amount, blow.ae) == (3, 1)


def test_m05_nothing_gives_way_while_ae_suffices() -> None:
    """AE 4 + 2 = 6 pays for all of 1 + 1 + 1 + 1 + 2 = 6."""
    log = battle("4/9/1:flying+mega-mushroom+fire-flower | 9/9").round(1)
    assert log.all("effect_ignored") == []
    assert (log.all("unit_struck")[0].amount, log.all("unit_struck")[0].ae) == (6, 0)


def test_m06_an_effect_is_ignored_whole() -> None:
    """AE 2, damage 1 + 2 = 3: the Mega Mushroom goes, and 1 is dealt although 2 could be paid."""
    log = battle("0/9+mega-mushroom | 9/9").round(1)
    assert log.only("effect_ignored").amount == 2
    assert (log.all("unit_struck")[0].amount, log.all("unit_struck")[0].ae) == (1, 1)


def test_m06_ignoring_stops_as_soon_as_the_rest_fits() -> None:
    """AE 3, damage 1 + 1 + 2 = 4: without the Mega Mushroom it is 2; the Fire Flower stays."""
    log = battle("1/9+fire-flower+mega-mushroom | 9/9").round(1)
    assert log.values("effect_ignored", "source") == [("mega-mushroom",)]
    assert log.all("unit_struck")[0].amount == 2


def test_m07_a_shooter_with_3_ae_fires_and_is_launched() -> None:
    log = battle("9/9 cannon-pipe 3/9:ballistics | 9/9", first="b").round(1)
    assert (log.only("shot_fired").attacker, log.only("shot_fired").ae) == ("a3", 2)
    assert (log.only("unit_launched").attacker, log.only("unit_launched").ae) == ("a3", 0)


def test_m07_a_shooter_with_2_ae_fires_and_the_launch_gives_way() -> None:
    log = battle("9/9 cannon-pipe 2/9:ballistics | 9/9", first="b").round(1)
    assert log.only("shot_fired").ae == 1
    ignored = log.only("effect_ignored")
    assert (ignored.unit, ignored.amount, ignored.source) == ("a3", 2, "launch")
    assert log.all("unit_launched") == []


def test_m07_the_launch_gives_way_even_when_the_shot_takes_the_last_ae() -> None:
    log = battle("9/9 cannon-pipe 1/9:ballistics | 9/9", first="b").round(1)
    assert log.only("shot_fired").ae == 0
    assert log.only("effect_ignored").source == "launch"


def test_m07_a_shooter_whose_turn_it_is_not_keeps_its_ae_for_the_launch() -> None:
    """a2 fires first; a4, with 2 AE, does not have to, and is launched."""
    log = battle("9/9 9/9:ballistics cannon-pipe 2/9:ballistics | 9/9", first="b").round(1)
    assert log.only("shot_fired").attacker == "a2"
    assert log.only("unit_launched").attacker == "a4"


def test_m19_a_flat_bonus_counts_in_both_roles_and_flying_on_the_offense_only() -> None:
    """With 1 + 1 and Flying a1 hits for 3 on the offense (round 1), for 2 on the defense."""
    log = battle("9/9/1:flying | 9/9")
    amounts = [
        amount
        for attacker, amount in log.values("unit_struck", "attacker", "amount")
        if attacker == "a1"
    ]
    assert amounts[:2] == [3, 2]


def test_m19_flying_adds_nothing_against_a_flyer() -> None:
    log = battle("9/9:flying | 9/9+parawings").round(1)
    assert log.values("unit_struck", "attacker", "amount") == [("a1", 1), ("b1", 1)]
