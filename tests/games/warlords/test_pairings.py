"""Pairings: acid, lightning, assassination, missiles, melee (W4 to W9)."""

import pytest

from engine.rulesets.warlords.odds import Front, success
from tests.stacks import Row, fight, hero, named, odds, opening, unit


def test_w05_acid_halves_strength() -> None:
    # 7 becomes 3 in the first pairing and 1 in the second; all its needs follow.
    acid = unit(9, 1, acid=10)
    log = fight([unit(7, 1)], [acid, acid], [3, 10, 1, 10])
    assert log.values("acid_hit", "amount", "strength") == [(4, 3), (2, 1)]
    assert [event.a.needed for event in log.all("melee_rolled")] == [3, 1]
    # Acid may miss.
    log = fight([unit(5, 1)], [unit(9, 1, acid=5)], [6, 20, 1])
    assert log.values("attempt_failed", "power", "attacker") == [("acid", "b1")]
    assert log.values("dice_rolled", "sides", "results", "needed") == [(10, [6], 5)]
    # The worked duel.
    assert abs(odds([unit(9, 3, acid=5)], [unit(5, 3)]).a - 0.918195) < 5e-7


def test_w05_acid_kills_a_strength_of_1_before_anything_else() -> None:
    log = fight([unit(1, 9, lightning=9, assassin=9)], [unit(9, 1, acid=5)], [5])
    assert log.types()[-4:-1] == ["dice_rolled", "acid_hit", "unit_defeated"]
    assert log.only("acid_hit").strength == 0


def test_w06_lightning_halves_hits() -> None:
    # Lightning leaves half the hits rounded down.
    log = fight([unit(5, 5)], [unit(9, 1, lightning=10)], [1, 20])
    assert log.values("lightning_hit", "amount", "hits") == [(3, 2)]
    # Lightning kills a unit with 1 hit.
    log = fight([unit(9, 1, missile=9)], [unit(1, 1, lightning=10)], [])
    assert log.result.winner == "b"
    assert log.only("lightning_hit").hits == 0
    # The worked duel.
    assert abs(odds([unit(9, 3, lightning=5)], [unit(1, 4)]).a - 0.997657) < 5e-7


def test_w07_an_assassin_kills_in_its_first_pairing() -> None:
    # It counts only in the first pairing.
    log = fight([unit(9, 1, assassin=10)], [unit(1, 1)] * 2, [1, 20])
    assert len(log.all("unit_assassinated")) == 1
    assert len(log.all("chance_weighed")) == 1
    # The worked case of the Gnolls: the first two cancel out; then the fresh one has 10 %.
    log = fight([named("gnolls")], [named("gnolls")] * 2, [*[1, 20] * 2, 1])
    assert log.values("chance_weighed", "attacker", "total", "offset", "percent") == [
        ("a1", 1, 1, 0),
        ("b2", 1, 0, 10),
    ]
    assert log.only("unit_assassinated").attacker == "b2"
    # Acid ends the first pairing; in the second the assassin has nothing left.
    log = fight([unit(9, 1, acid=10, assassin=10)], [unit(1, 1), unit(2, 1)], [1, 20])
    assert [event.power for event in log.all("chance_weighed")] == ["acid", "acid"]
    assert abs(odds([unit(5, 2, assassin=4)], [unit(8, 2)]).a - 0.555556) < 5e-7


def weighed(a: list[Row], b: list[Row], rolls: list[int]) -> list[tuple[str, str, int, int]]:
    names = ("power", "attacker", "percent", "warding")
    return fight(a, b, rolls).values("chance_weighed", *names)  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("targets", "percent"),
    [
        ([named("peasants")], 50),
        ([named("green-slime")], 30),
        ([named("knights")], 40),
        ([named("green-slime"), named("knights")], 20),
    ],
)
def test_w04_black_dragons_acid_on_the_worked_targets(targets: list[Row], percent: int) -> None:
    """5 against nothing; less 2 acid of the slime; less 1 warding; less both. Acid misses."""
    log = fight([named("black-dragons")], targets, [10, 1, 20, 1, 20] * len(targets))
    assert log.all("chance_weighed")[0].percent == percent


def test_w04_warding_and_spells_of_a_stack() -> None:
    # Group warding is summed up to 3 and serves all.
    stack = [unit(1, 1, warding=1), *[unit(1, 1, group_warding=1)] * 4]
    cards = opening(stack, [unit(1, 1)]).only("battle_started").a.stack
    assert [card.power("warding") for card in cards] == [4, 3, 3, 3, 3]
    # The first of b wards for 2 and falls to the acid (1 strength); the second is still warded.
    log = fight([unit(9, 1, acid=5)], [unit(1, 1, group_warding=2), unit(5, 1)], [3, 4, 1, 20])
    assert log.values("chance_weighed", "percent", "warding") == [(30, 2), (30, 2)]


def test_w04_totals_offset_and_pairings_follow() -> None:
    # Totals offset and none is left to the weaker.
    assert weighed([unit(5, 1, lightning=3)], [unit(5, 1, lightning=2)], [2, 1, 20]) == [
        ("lightning", "a1", 10, 0)
    ]
    assert weighed([unit(5, 1, lightning=2)], [unit(5, 1, lightning=2)], [1, 20]) == [
        ("lightning", "a1", 0, 0)
    ]
    # The next unit steps up and acid comes first again.
    log = fight([unit(9, 1, acid=5, lightning=5)], [unit(1, 1), unit(1, 1)], [5, 5])
    assert log.values("pairing_started", "pairing", "a", "b", "stepped_up") == [
        (1, "a1", "b1", ("a1", "b1")),
        (2, "a1", "b2", ("b2",)),
    ]
    assert [event.power for event in log.all("chance_weighed")] == ["acid", "acid"]
    # Side a can be hit as well as side b.
    log = fight([unit(4, 2)], [unit(9, 4, acid=10, lightning=10)], [20, 1])
    assert log.values("acid_hit", "attacker", "target", "strength") == [("b1", "a1", 2)]
    assert log.values("lightning_hit", "attacker", "target", "hits") == [("b1", "a1", 1)]


@pytest.mark.parametrize(
    ("shooter", "target", "kill"),
    [
        # 1 - (1 - 0.3 x 0.75)^4
        (unit(6, 1, missile=4), unit(5, 3), 0.639250),
        # two of the four shots are cancelled: 1 - (1 - 0.3 x 0.85)^2
        (unit(6, 1, missile=4), unit(3, 3, missile=2), 0.444975),
        # 9 against the flyer: 1 - (1 - 0.45 x 0.55)^4
        (unit(6, 1, missile=4), unit(9, 3, flying=True), 0.679354),
    ],
)
def test_w08_worked_kills_by_missiles(shooter: Row, target: Row, kill: float) -> None:
    """The chance to win is the kill by missiles, and else the same duel without any."""
    plain = {**shooter["custom"], "abilities": {}}
    bare = {**target["custom"], "abilities": {}}
    won = odds([shooter], [target]).a
    melee = odds([{"custom": plain}], [{"custom": bare}]).a
    assert won == pytest.approx(kill + (1 - kill) * melee, abs=1e-6)


def test_w08_pools_cancel_and_the_rest_is_fired() -> None:
    # 4 against 2: two shots are left; the first misses (20), the second kills (1 against 20).
    log = fight([unit(6, 1, missile=4)], [unit(3, 1, missile=2)], [20, 20, 1, 20])
    assert log.values("missiles_cancelled", "amount", "a_shots", "b_shots") == [(2, 2, 0)]
    assert log.values("shot_fired", "kills", "shots", "hits") == [(False, 1, 1), (True, 0, 0)]
    # Shots that are left go on to the next enemy.
    log = fight([unit(6, 1, missile=3)], [unit(3, 2)] * 2, [20, 20, 1, 20, 1, 20])
    assert log.values("shot_fired", "target", "shots") == [("b1", 2), ("b1", 1), ("b2", 0)]


@pytest.mark.parametrize(("aim", "cover"), [(1, 1), (20, 1), (20, 20)])
def test_w08_a_shot_needs_success_against_failure(aim: int, cover: int) -> None:
    log = fight([unit(6, 1, missile=1)], [unit(3, 1)], [aim, cover, 1, 20])
    assert log.only("shot_fired").kills is False


def test_w08_shots_are_of_current_strength_and_more_against_flyers() -> None:
    # 9 + 5 + 3 = 17 of 20; the dice have no medals in them.
    log = fight([unit(9, 1, missile=1, leadership=5, medals=4)], [unit(1, 1, flying=True)], [17, 2])
    shot = log.only("shot_fired")
    assert (shot.aim.needed, shot.cover.needed, shot.kills) == (17, 1, True)
    assert [die.sides for die in shot.aim.dice] == [20]
    assert [(part.source, part.amount) for part in shot.aim.parts] == [("now", 14), ("flyer", 3)]
    # 15 + 3 = 18 on a die of 18: only the target rolls.
    archer = unit(9, 1, missile=1, leadership=5, hero=True, items=["axe-of-slaying"])
    log = fight([archer], [unit(1, 1, flying=True)], [2], die=18)
    assert log.only("shot_fired").aim.dice == ()


@pytest.mark.parametrize(
    ("a", "b", "struck"), [(5, 4, None), (6, 5, None), (5, 5, "b1"), (6, 4, "a1")]
)
def test_w09_one_success_against_one_failure_is_a_hit(a: int, b: int, struck: str | None) -> None:
    """Strength 5 against 4: 5 succeeds for a and fails for b. A last round ends the battle."""
    rolls = [a, b] if struck else [a, b, 1, 20]
    log = fight([unit(5, 1)], [unit(4, 1)], rolls)
    assert log.all("melee_rolled")[0].struck == struck


@pytest.mark.parametrize(
    ("medals", "chance"), [(0, 0.4500), (1, 0.6150), (2, 0.6404), (3, 0.6750), (4, 0.7250)]
)
def test_w09_chances_of_strength_9_with_medals(medals: int, chance: float) -> None:
    front = Front(9, 1, medals, immune=False, shots=0, veteran=False)
    assert success(front, 20) == pytest.approx(chance, abs=5e-5)


@pytest.mark.parametrize(("medals", "sides"), [(1, 30), (2, 26), (3, 22), (4, 18)])
def test_w09_a_medal_die_is_rolled_too_and_the_lower_kept(medals: int, sides: int) -> None:
    log = fight([unit(5, 1, medals=medals)], [unit(5, 1)], [20, 5, 6])
    roll = log.only("melee_rolled").a
    assert [die.sides for die in roll.dice] == [20, sides]
    assert roll.succeeded


def test_w09_trample_takes_more_from_those_on_the_ground() -> None:
    golem, beast = named("iron-golem"), named("undead-beast")
    log = fight([golem], [beast], [1, 20], terrain=["open"])
    assert log.values("unit_struck", "amount", "trample", "hits") == [(4, 3, 0)]
    # Flight by item or stack saves from trample too.
    winged = unit(1, 2, hero=True, items=["ring-of-air"])
    assert fight([unit(9, 1, trample=5)], [winged], [1, 20] * 2).result.winner == "a"
    carried = [unit(1, 2), unit(1, 1, group_flight=True)]
    assert len(fight([unit(9, 1, trample=5)], carried, [1, 20] * 3).all("unit_struck")) == 3


def test_w09_a_slayer_kills_outright() -> None:
    # A slayer kills outright what still lives.
    log = fight([named("knight-lords")], [named("green-dragons")], [1, 20, 2])
    assert log.values("unit_slain", "attacker", "slayer", "hits") == [("a1", "dragonslayer", 0)]
    assert log.values("dice_rolled", "sides", "results", "needed") == [(10, [2], 2)]
    # The lord falls to three hits; the infantry behind still slays with 2 points.
    rolls = [*[20, 1] * 3, 1, 20, 2]
    log = fight([named("knight-lords"), unit(2, 1)], [named("green-dragons")], rolls)
    assert log.only("unit_slain").attacker == "a2"
    # Of several slayers the highest is rolled once.
    slayer = unit(9, 1, dragonslayer=2, deathslayer=4)
    log = fight([slayer], [named("undead-dragon")], [1, 20, 4])
    assert log.values("dice_rolled", "purpose", "needed") == [("deathslayer", 4)]
    # Heroes are slain by none.
    slayer = unit(9, 1, manslayer=10)
    log = fight([slayer], [unit(1, 2, hero=True, race=["human"])], [1, 20] * 2)
    assert log.all("unit_slain") == []
    assert fight([slayer], [hero("bard")], [1, 20] * 2).all("unit_slain") == []


@pytest.mark.parametrize(
    ("a", "b", "chance"),
    [
        (unit(6, 2), unit(5, 3), 0.411575),
        (unit(8, 3, medals=2), unit(9, 3), 0.736849),
        (unit(6, 3, trample=3), unit(8, 3), 0.774472),
        (unit(5, 3, dragonslayer=2), unit(9, 3, race=["dragon"]), 0.276663),
    ],
)
def test_w09_worked_duels(a: Row, b: Row, chance: float) -> None:
    assert odds([a], [b]).a == pytest.approx(chance, abs=5e-7)


def test_w09_the_published_stacks() -> None:
    # Six 4s against two 9s: 48.015 %.
    assert odds([unit(4, 2)] * 6, [unit(9, 2)] * 2).a == pytest.approx(0.48015, abs=5e-6)
    # The worked chances of each unit to survive.
    units = odds([unit(s, 2) for s in (2, 2, 2, 8)], [unit(3, 2)] * 3).units or {}
    assert units["a3"] == pytest.approx(0.21728, abs=5e-6)
    assert units["b2"] == pytest.approx(0.06570, abs=5e-6)
