"""The record of Many Marios 0."""

from pathlib import Path
from typing import Final

from engine.rulesets.manymarios.ruleset import RULESET
from webapp.base.form import Field, Option
from webapp.base.game import ArmyCard, Game, Scene
from webapp.base.paths import scene_folder
from webapp.games.manymarios.builder import BUILDER
from webapp.games.manymarios.words import WORDS

GAME: Final = Game(
    ruleset=RULESET,
    builder=BUILDER,
    wording=WORDS,
    scene=Scene(
        scene_folder("manymarios"), "scene-manymarios.js", "scene-manymarios.css", built=True
    ),
    place=1,
    samples=Path(__file__).parent / "samples.json",
    card=lambda army: ArmyCard(army.army, f"{army.ap} AP", army.lineup),
    challenge_terms=(
        Field(
            *("options.first", "Who begins", "choice"),
            options=(Option("a", "the blue side"), Option("b", "the orange side")),
            default="is drawn",
        ),
    ),
)
