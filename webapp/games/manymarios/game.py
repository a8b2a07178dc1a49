"""The record of Many Marios 0."""

from pathlib import Path
from typing import Final

from engine.rulesets.manymarios.ruleset import RULESET
from webapp.base.builder import Builder
from webapp.base.form import Field, Option
from webapp.base.game import ArmyCard, Game, Scene
from webapp.base.paths import scene_folder
from webapp.base.texts import N_, _
from webapp.games.manymarios.figures import emptied, figures
from webapp.games.manymarios.form import FILTERS, FORM, SHELF, normal
from webapp.games.manymarios.glossary import GLOSSARY
from webapp.games.manymarios.random_army import random_army
from webapp.games.manymarios.text import read, write
from webapp.games.manymarios.words import WORDS

BUILDER: Final = Builder(
    form=FORM,
    shelf=SHELF,
    filters=FILTERS,
    normal=normal,
    figures=figures,
    emptied=emptied,
    write=write,
    read=read,
    random=random_army,
)


GAME: Final = Game(
    ruleset=RULESET,
    builder=BUILDER,
    wording=WORDS,
    scene=Scene(
        scene_folder("manymarios"), "scene-manymarios.js", "scene-manymarios.css", built=True
    ),
    place=1,
    samples=Path(__file__).parent / "samples.json",
    card=lambda army: ArmyCard(army.army, _("{ap} AP", ap=army.ap), army.lineup),
    challenge_terms=(
        Field(
            *("options.first", N_("First turn"), "choice"),
            options=(Option("a", N_("the blue side")), Option("b", N_("the orange side"))),
            default=N_("random"),
        ),
    ),
    glossary=GLOSSARY,
)
