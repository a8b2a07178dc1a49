"""What survivors keep for their next battle, and how far they get (W17)."""

from typing import Any

import pytest

import engine
from tests.stacks import Row, battle_file, hero, named, odds, strengths, unit

DRAGONS = named("black-dragons")  # of natural strength 9
FOE = unit(1, 1)


def left(stack: list[Row], enemy: list[Row], seed: int = 0) -> list[dict[str, Any]]:
    """The rows of side a's survivors."""
    army = engine.survivors(engine.play(battle_file(stack, enemy), seed), "a")
    assert army is not None
    return [*army["stack"]]


def reach(stack: list[Row], *enemies: list[Row]) -> list[float]:
    return engine.reach([engine.read(battle_file(stack, enemy)) for enemy in enemies])


@pytest.mark.parametrize(("natural", "strength"), [(9, 8), (8, 8), (5, 5), (10, 9)])
def test_w17_a_natural_9_that_lost_its_blessing_fights_at_8(natural: int, strength: int) -> None:
    # A natural 10 is limited to 9 as ever. Poison takes 2, also from a natural 10.
    assert strengths([unit(natural, 2, cursed=True)], [FOE]) == [strength]
    ill = natural - 2 - (natural == 9)
    assert strengths([unit(natural, 2, cursed=True, poisoned=True)], [FOE]) == [ill]


def test_w17_a_blessing_lifts_the_lost_one() -> None:
    priest = hero("priest", 10, spells=["bless"])  # blesses the stack, and leads it
    cursed, plain = ([unit(9, 2, cursed=flag), priest] for flag in (True, False))
    assert strengths(cursed, [FOE]) == strengths(plain, [FOE])


def test_w17_only_survivors_keep_afflictions_and_medals_and_their_wounds_heal() -> None:
    own = [named("ogres", poisoned=True, medals=2), named("archers", diseased=True, paralysed=True)]
    assert left(own, [FOE]) == own
    assert engine.survivors(engine.play(battle_file(own, [FOE]), 0), "b") is None


def test_w17_curse_takes_blessing_and_medals_for_good() -> None:
    # 20 + 5 points of 4 %: certain. The Peasants had neither blessing nor medals.
    foe = [unit(1, 1, curse=20), unit(1, 1, curse=5)]
    own = [{**DRAGONS, "blessed": True, "medals": 1}, named("peasants"), named("ogres", medals=3)]
    assert left(own, foe) == [{**DRAGONS, "cursed": True}, named("peasants"), named("ogres")]


def test_w17_who_was_poisoned_once_is_not_poisoned_again() -> None:
    (row,) = left([DRAGONS], [unit(1, 1, poison=20), unit(1, 1, poison=5)])
    assert row == {**DRAGONS, "poisoned": True}
    recording = engine.play(battle_file([row], [unit(1, 1, poison=20)]), 0)
    assert [e.reason for e in recording.events if type(e).__name__ == "UnitSpared"] == ["already"]


def test_w17_a_blessing_between_battles_heals() -> None:
    rules = engine.rulesets()["warlords"]
    sick = {**DRAGONS, "poisoned": True, "diseased": True, "paralysed": True, "medals": 1}
    army = {"stack": [sick, {**DRAGONS, "cursed": True}]}
    healed = engine.blessed(army, [0, 1], rules)["stack"]
    assert healed == [{**DRAGONS, "medals": 1, "blessed": True}, {**DRAGONS, "blessed": True}]
    assert engine.kept_by(army, rules)[1] == ("lost its blessing: fights at 8 instead of 9",)


def test_the_first_chance_is_the_battles_own() -> None:
    own, foe = [unit(6, 2), unit(5, 3)], [unit(6, 3, poison=3, curse=4), unit(4, 2)]
    assert reach(own, foe)[0] == pytest.approx(odds(own, foe).a, abs=1e-12)


def test_w17_the_chance_of_two_battles_counts_what_the_first_one_leaves() -> None:
    # Poison comes with 5 x 4 = 20 %, in each battle; who has it keeps it.
    own, foe, plain = unit(6, 3), unit(4, 2, poison=5), unit(4, 2)
    well, ill = odds([own], [plain]).a, odds([{**own, "poisoned": True}], [plain]).a
    first = 0.8 * well + 0.2 * ill
    second = 0.8 * well * first + 0.2 * ill * ill
    assert reach([own], [foe], [foe]) == pytest.approx([first, second], abs=1e-12)


def test_w17_survivors_fight_without_what_the_fallen_gave() -> None:
    # Two units: both, or the one behind alone, which has lost the other's leadership.
    leader, last, foe = unit(5, 1, leadership=2), unit(5, 2), [unit(6, 2)]
    first = odds([leader, last], foe)
    assert first.survivors is not None
    _, alone, both = first.survivors["a"]
    second = alone * odds([last], foe).a + both * first.a
    assert reach([leader, last], foe, foe)[1] == pytest.approx(second, abs=1e-12)
