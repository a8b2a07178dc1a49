"""The record of Many Marios 0."""

from pathlib import Path
from typing import Final

from engine.rulesets.manymarios.ruleset import RULESET
from webapp.base.builder import Builder
from webapp.base.figures import faces
from webapp.base.form import Field, Option
from webapp.base.game import ArmyCard, Game, Scene
from webapp.base.paths import scene_folder
from webapp.base.texts import N_, _
from webapp.games.manymarios.form import FILTERS, FORM, SHELF, Army, emptied, figures
from webapp.games.manymarios.random_army import random_army
from webapp.games.manymarios.text import read, write
from webapp.games.manymarios.words import WORDS

GLOSSARY: Final = {  # by label word
    N_("AP"): N_(
        "Army Points: what a unit or an item costs. An army costs the sum of its units and items."
    ),
    N_("AP limit"): N_("The most Army Points (AP) that an army may cost in this battle."),
    N_("AE"): N_(
        "Attack energy: each point of damage that a unit deals costs it 1 AE. At 0 it is "
        "exhausted: it only deals 1 a round, and pays for that with its own DE."
    ),
    N_("DE"): N_(
        "Defense energy: each point of damage that a unit takes costs it 1 DE. At 0 it is defeated."
    ),
    N_("Energy"): N_("How much AE, and how much DE, a unit starts with."),
    N_("Damage"): N_(
        "Damage of a leader's blow while it has AE: 1, plus what the unit and its items add."
    ),
    N_("First turn"): N_(
        "Which side is on the offense in the first round. The sides take turns from then on."
    ),
    N_("Equipment"): N_("Items that a unit wears for the whole battle; building units carry none."),
    N_("Combat items"): N_("Items that a unit takes along; building units can carry them, too."),
    N_("Combat buildings"): N_("They do not fight: each strengthens all units of the lineup."),
    N_("Building units"): N_("They stand in the lineup like other units, and carry no equipment."),
}

BUILDER: Final = Builder(
    form=FORM,
    shelf=SHELF,
    filters=FILTERS,
    normal=Army.normal,
    figures=figures,
    emptied=emptied,
    write=write,
    read=read,
    random=random_army,
    inventory={
        "unit": N_("Units"),
        "equipment": N_("Equipment"),
        "combat_items": N_("Combat items"),
        "buildings": N_("Combat buildings"),
    },
)


GAME: Final = Game(
    ruleset=RULESET,
    builder=BUILDER,
    wording=WORDS,
    scene=Scene(
        scene_folder("manymarios"), "scene-manymarios.js", "scene-manymarios.css", built=True
    ),
    place=1,
    summary=N_("Two queues of units trade blows. Energy decides, and chance only says who begins."),
    samples=Path(__file__).parent / "samples.json",
    card=lambda army: ArmyCard(
        army.army, _("{ap} AP", ap=army.ap), faces("manymarios", army.lineup), army.ap
    ),
    challenge_terms=(
        Field(
            *("options.first", N_("First turn"), "choice"),
            options=(Option("a", N_("the blue side")), Option("b", N_("the orange side"))),
            default=N_("random"),
        ),
    ),
    glossary=GLOSSARY,
)
