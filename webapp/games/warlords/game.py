"""The record of Warlords III."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from engine import Problem, Text
from engine.rulesets.warlords.army import STACK_MOST
from engine.rulesets.warlords.ruleset import RULESET
from engine.rulesets.warlords.snapshot import ArmySnapshot
from webapp.base.builder import Builder
from webapp.base.game import ArmyCard, Game, Puzzles, Scene, counted
from webapp.base.paths import scene_folder
from webapp.games.warlords.figures import emptied, figures, hero_points
from webapp.games.warlords.form import FORM, normal
from webapp.games.warlords.glossary import GLOSSARY
from webapp.games.warlords.random_army import random_army
from webapp.games.warlords.shelf import FILTERS, SHELF
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
            message = Text(
                "holds {count} {what}; these terms allow {most}",
                count=count,
                what=NAMES[key],
                most=most,
            )
            yield Problem("stack", message)


BUILDER: Final = Builder(
    form=FORM,
    shelf=SHELF,
    filters=FILTERS,
    normal=normal,
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
)


GAME: Final = Game(
    ruleset=RULESET,
    builder=BUILDER,
    wording=WORDS,
    scene=Scene(scene_folder("warlords"), "scene-warlords.js", "scene-warlords.css", built=True),
    place=3,
    samples=Path(__file__).parent / "samples.json",
    card=lambda army: ArmyCard(army.army, counted(len(army.stack)), army.stack),
    glossary=GLOSSARY,
    ground=("field",),
    puzzles=Puzzles(
        file=Path(__file__).parent / "puzzles.jsonl",
        size={"a": 6, "b": 8},
        limits={"a": {"units": 6, "heroes": 1}, "b": {"units": 8, "heroes": 2}},
        terms=PUZZLE_TERMS,
    ),
)
