"""A battle of stacks in words: numbers to reach, dice, names of many, what stacks bring."""

import pytest

import engine
from engine import Event
from engine.rulesets.warlords import events
from engine.rulesets.warlords import events as w
from webapp.base import games
from webapp.base.game import load_words
from webapp.base.wording import MINUS, Names
from webapp.words import templates
from webapp.words.log import entries

GAME = games.game("warlords")
SENTENCES = load_words(GAME.scene.folder)


def told_by(event: Event) -> str:
    """Return a Warlords event in words, with short unit names."""
    things = SENTENCES.things | {"leadership": "Leadership", "chaos": "Chaos"}
    names = Names(sides={"a": "Ann", "b": "Bo"}, units={"a1": "X", "b1": "Y"}, things=things)
    return templates.write(SENTENCES, event, names, GAME.wording.kinds)


def test_griffons_hit_where_infantry_hits() -> None:
    """A plural name of the catalog takes the verb of many; a custom name does not."""
    rats = {"custom": {"name": "Rats", "strength": 1, "hits": 1}}
    stacks = {
        "Ann": [{"unit": "griffons"}, rats, {"unit": "pikemen"}],
        "Bo": [{"unit": "light-infantry"}],
    }
    sides = [{"name": name, "army": {"stack": stack}} for name, stack in stacks.items()]
    battle = {"ruleset": "warlords", "sides": sides, "seed": 1}
    names = GAME.wording.names(engine.play(battle).events[0])
    assert names.plurals == {"a1", "a3"}
    for attacker, target, told in (
        ("a1", "b1", "Griffons (Ann) hit Light Infantry (Bo) for 1"),
        ("b1", "a1", "Light Infantry (Bo) hits Griffons (Ann) for 1"),
        ("a2", "b1", "Rats (Ann) hits Light Infantry (Bo) for 1"),
    ):
        struck = w.UnitStruck(attacker, target, amount=1, trample=0, hits=1)
        assert (
            templates.write(SENTENCES, struck, names, {}) == f"{told} \N{MIDDLE DOT} hits left: 1"
        )


def rolled(unit: str, needed: int, *dice: events.Die) -> events.Roll:
    return events.Roll(unit, needed, dice, succeeded=min(die.result for die in dice) <= needed)


def test_dice_stand_beside_the_number_to_reach() -> None:
    # Dice stand beside the number to reach with the medal die after them.
    a = rolled("a1", 8, events.Die(20, 12), events.Die(22, 7))
    b = rolled("b1", 9, events.Die(20, 15))
    told = told_by(w.MeleeRolled(round=4, a=a, b=b, struck="b1"))
    assert told == "Round 4: X rolls 12 and 7 (needs 8 or lower), Y 15 (needs 9 or lower)"
    # Strength 9 + 3 against a flyer, under a die of 12: no roll can fail.
    made = (events.Part("now", 9), events.Part("flyer", 3))
    aim = events.Roll("a1", 12, (), succeeded=True, parts=made)
    cover = rolled("b1", 5, events.Die(12, 6))
    shot = w.ShotFired("a1", "b1", aim, cover, kills=True, shots=0, hits=0)
    assert told_by(shot) == (
        "X shoots Y dead: no die rolled (needs 12 or lower: 9 strength + 3 against a flyer), "
        "6 for cover (needs 5 or lower)"
    )


@pytest.mark.parametrize(
    ("affliction", "lost", "told"),
    [
        ("poison", 0, "poisoned, without effect: strength 1 is the minimum"),
        ("disease", 0, "diseased, without effect: 1 hit is the minimum"),
        ("disease", None, "diseased \N{MIDDLE DOT} hits left: 1"),
    ],
)
def test_affliction_without_effect_says_why(affliction: str, lost: int | None, told: str) -> None:
    """Recordings of before do not tell it."""
    left = {"blessed": False, "medals": 0, "strength": 1, "hits": 1}
    event = w.UnitAfflicted("a1", affliction, **left, lost=lost)
    assert told_by(event) == f"X is {told}"


def test_a_side_bonus_says_what_it_is_the_difference_of() -> None:
    """Leadership 3 less chaos 1; a bracket of nothing against nothing goes without saying."""
    brackets = (
        events.Bracket("leadership", 3, "chaos", 1, 2),
        events.Bracket("morale", 0, "fear", 0, 0),
    )
    told = told_by(w.StackReadied("a", 2, brackets, ()))
    assert told == (
        f"All units of Ann get +2 strength (from {MINUS}3 to 5 are possible): "
        f"Leadership 3 {MINUS} Chaos 1 = +2"
    )
    told = told_by(w.StackReadied("b", 0, brackets[1:], ()))
    assert told == "The units of Bo get no extra strength: nothing on either side"


@pytest.mark.parametrize(
    ("rounds", "told"),
    [
        (0, "Ann wins before it comes to blows: 0 rounds of melee"),
        (1, "Ann wins after 1 round of melee"),
    ],
)
def test_a_battle_of_stacks_counts_its_rounds_of_melee(rounds: int, told: str) -> None:
    assert told_by(engine.BattleEnded("a", "defeat", rounds, {"a": [], "b": []})) == told


def test_stacks_are_listed_with_all_that_they_bring() -> None:
    """The ground, then each stack under its side: Trolls have strength 5, the blessing adds 1."""
    beast = {"custom": {"name": "Beast", "strength": 12, "hits": 3}}
    document = {
        "ruleset": "warlords",
        "field": {"terrain": ["hills"], "city": "town", "die": 22},
        "sides": [
            {"name": "Ann", "army": {"stack": [{"unit": "trolls", "blessed": True, "medals": 2}]}},
            {"name": "Bo", "army": {"stack": [{"hero": "bard", "level": 1, "name": "Wu"}, beast]}},
        ],
    }
    first, *_ = entries(GAME, engine.play(document, seed=1))
    assert first.sentence == "Ann attacks Bo"
    ground, ann, trolls, bo, wu, twelve = first.details
    assert ground == "Hills, Town (also called Castle); the die has 22 sides"
    assert (ann, bo) == ("Ann", "Bo")
    assert trolls == "  a1 Trolls: strength 6, hits 2, blessed, medals 2, Fear 2"
    assert wu == "  b1 Wu: strength 3, hits 2, level 1, Leadership 1"
    assert twelve == "  b2 Beast: strength 12, hits 3, fights at 9 before bonuses"
