"""The record of Warlords III."""

from pathlib import Path
from typing import Final

from engine.rulesets.warlords.ruleset import RULESET
from webapp.base.game import ArmyCard, Game, Scene, counted
from webapp.base.paths import scene_folder
from webapp.games.warlords.builder import BUILDER
from webapp.games.warlords.words import WORDS

GAME: Final = Game(
    ruleset=RULESET,
    builder=BUILDER,
    wording=WORDS,
    scene=Scene(scene_folder("warlords"), "scene-warlords.js", "scene-warlords.css", built=True),
    place=2,
    samples=Path(__file__).parent / "samples.json",
    card=lambda army: ArmyCard(army.army, counted(len(army.stack)), army.stack),
)
