"""The record of the castle siege."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from engine.players.siege.bots import BOTS, Bot
from engine.players.siege.ruleset import RULESET
from engine.rulesets.siege.match import Match
from engine.rulesets.siege.rules import ROUNDS
from engine.rulesets.siege.snapshot import LETTERS
from webapp.base.form import Field, Option
from webapp.base.game import Game, Opponent, Scene
from webapp.base.match import MatchRules
from webapp.base.paths import scene_folder
from webapp.games.siege.builder import BUILDER
from webapp.games.siege.figures import card, revealed
from webapp.games.siege.words import WORDS

CLOCKS: Final = ("30 seconds", "1 minute", "3 minutes", "10 minutes", "1 hour", "1 day")
"""Times for a round that are suggested; any other will do."""


class BotOpponent:
    """A bot of the siege as one that can be challenged."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.id = bot.id
        self.name = bot.name
        self.description = bot.description
        self.slow = bot.slow

    def army(self, rng: Any) -> dict[str, Any]:
        """The allotment that it chooses for itself."""
        units = {
            letter: {"atk": atk, "def": def_, "hp": hp}
            for letter, (atk, def_, hp, _) in zip(LETTERS, self.bot.allot(rng), strict=True)
        }
        return {"name": f"{self.name}'s own", "units": units}


OPPONENTS: Final[Mapping[str, Opponent]] = {id_: BotOpponent(bot) for id_, bot in BOTS.items()}

GAME: Final = Game(
    ruleset=RULESET,
    builder=BUILDER,
    wording=WORDS,
    scene=Scene(scene_folder("siege"), "scene-siege.js", "scene-siege.css", built=True),
    place=3,
    samples=Path(__file__).parent / "samples.json",
    card=card,
    undecided={"orders": []},
    challenge_limits=(
        Field(
            *("clock_s", "Time for a round", "span", "10 seconds to 1 day; blank: 3 minutes"),
            options=tuple(Option(text, text) for text in CLOCKS),
            least=10,
            most=86_400,
            default=180,
        ),
    ),
    opponents=OPPONENTS,
    match=MatchRules(Match, ROUNDS),
    revealed=revealed,
    routs=("castle",),
)
