"""The record of Warlords III."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from engine import Problem, Text
from engine.rulesets.warlords.army import STACK_MOST
from engine.rulesets.warlords.events import ArmySnapshot
from engine.rulesets.warlords.ruleset import RULESET
from webapp.base.builder import Builder
from webapp.base.figures import faces
from webapp.base.game import ArmyCard, Game, Puzzles, Scene, counted
from webapp.base.paths import scene_folder
from webapp.base.texts import N_
from webapp.games.warlords.form import FILTERS, FORM, SHELF, Army, emptied, figures, hero_points
from webapp.games.warlords.random_army import random_army
from webapp.games.warlords.text import read, write
from webapp.games.warlords.words import WORDS

NAMES: Final = {"units": Text("units"), "heroes": Text("heroes")}
PUZZLE_TERMS: Final[tuple[Mapping[str, Any], ...]] = (
    {},
    *({"field": {"terrain": [word]}} for word in ("hills", "forest", "marsh", "desert", "ice")),
    *({"field": {"city": city}} for city in ("village", "town")),
)


def over_limits(army: ArmySnapshot, limits: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield a stack's problems under limits of `units` and `heroes`."""
    counts = {"units": len(army.stack), "heroes": sum(card.hero for card in army.stack)}
    for key, count in counts.items():
        most = limits.get(key)
        if most is not None and count > most:
            text = N_("has {count} {what}; these terms allow {most}")
            yield Problem("stack", Text(text, count=count, what=NAMES[key], most=most))


GLOSSARY: Final = {  # by label word
    N_("Strength"): N_(
        "What a unit hits with: a roll of the combat die up to its strength succeeds."
    ),
    N_("Hits"): N_("How many hits a unit can take. Without any left it falls."),
    N_("Medals"): N_("With medals a second die is rolled in melee, and the lower result counts."),
    N_("Banding"): N_(
        "A unit gains 1 strength for each other unit of its kind in the stack, at most this many."
    ),
    N_("Side bonus"): N_(
        "Strength for each unit of a side, from -3 to 5: its leadership, morale and fortify, less "
        "the enemy's chaos, fear and siege."
    ),
    N_("Blessed"): N_(
        "Strength +1, as long as it is below 9, and safe from all afflictions but curse."
    ),
    N_("Poisoned"): N_("Strength -2, but not below 1."),
    N_("Diseased"): N_("Hits -1, but not below 1."),
    N_("Paralysed"): N_("It fights as usual, and cannot move after the battle."),
    N_("Level"): N_(
        "A hero's experience, from 1 to 10: each level brings points for purchases and spells."
    ),
    N_("Purchases"): N_("What a hero has bought with the ability points of its levels."),
    N_("ability points"): N_("What a hero's levels bring it, to pay for purchases and spells."),
    N_("Spells"): N_(
        "Cast before the battle by a hero that has bought them; from level 6 most count more."
    ),
    N_("Items"): N_(
        "What a hero carries. Strength, hits, flight and powers serve it alone, the rest the stack."
    ),
    N_("Ground"): N_("Where the battle is fought. Units are stronger on their own ground."),
    N_("City"): N_("A city adds to the defender's fortify, and lets up to 32 units defend."),
    N_("Sides of the combat die"): N_(
        "How many sides the die of melee and missiles has. The more sides, the less strength "
        "counts."
    ),
    N_("Races"): N_("Decides which slayers of the other side can kill the unit outright."),
    N_("Race"): N_("Decides which slayers of the other side can kill the unit outright."),
    N_("Strength on its ground"): N_("Strength that the unit gains on this ground."),
    N_("Mana"): N_("What a spell costs in the original game; it plays no part in battle."),
    N_("Flying"): N_("A flyer is not trampled, and missiles hit it with 3 more strength."),
    N_("Life Drain"): N_("Takes hits from each unit of the enemy, but not below 1."),
    N_("Hero"): N_("May carry items, gains levels and is immune to slayers."),
}

BUILDER: Final = Builder(
    form=FORM,
    shelf=SHELF,
    filters=FILTERS,
    normal=Army.normal,
    figures=figures,
    emptied=emptied,
    points=hero_points,
    write=write,
    read=read,
    random=random_army,
    over_limits=over_limits,
    attackers_most=STACK_MOST,
    garrison={"field": {"city": "village"}},
    garrison_rule="it may only defend a city",
    inventory={"unit": N_("Units"), "hero": N_("Heroes"), "items": N_("Items")},
)


def stage(file: Mapping[str, Any]) -> str:
    """Return the city of a battle file, or else its first terrain."""
    field = file.get("field", {})
    return str(field.get("city") or next(iter(field.get("terrain", ())), "open"))


GAME: Final = Game(
    ruleset=RULESET,
    builder=BUILDER,
    wording=WORDS,
    scene=Scene(scene_folder("warlords"), "scene-warlords.js", "scene-warlords.css", built=True),
    place=3,
    summary=N_("Dragons, heroes and dice: two stacks fight duel after duel to the last unit."),
    samples=Path(__file__).parent / "samples.json",
    card=lambda army: ArmyCard(army.army, counted(len(army.stack)), faces("warlords", army.stack)),
    glossary=GLOSSARY,
    ground=("field",),
    stage=stage,
    puzzles=Puzzles(
        file=Path(__file__).parent / "puzzles.jsonl",
        size={"a": 6, "b": 8},
        limits={"a": {"units": 6, "heroes": 1}, "b": {"units": 8, "heroes": 2}},
        terms=PUZZLE_TERMS,
    ),
)
