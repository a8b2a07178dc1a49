"""The record of the castle siege."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from engine.players.siege.ruleset import BOTS, RULESET, Bot
from engine.rulesets.siege.army import army_of
from engine.rulesets.siege.catalog import WORDS as STATS
from webapp.base.builder import Builder
from webapp.base.game import BOT_ARMY, Game, Opponent, Scene
from webapp.base.paths import scene_folder
from webapp.base.texts import N_
from webapp.games.siege.form import FORM, Army, card, figures, points, unfinished
from webapp.games.siege.match import MATCH
from webapp.games.siege.random_army import random_army
from webapp.games.siege.text import read, write
from webapp.games.siege.words import ORDERS, WORDS

GLOSSARY: Final = {  # by label word; stats as in the catalog
    **{word.name: word.text for word in STATS.values() if word.kind == "stat"},
    N_("AU"): N_("The unit that a row of the tables judges."),
    N_("EU"): N_("The unit that it faces."),
    N_("Played by"): N_("Which bot gives the orders of this side, round after round."),
    N_("Battle table"): N_(
        "What fighting does to an attacker that meets another: the first row that applies."
    ),
    N_("Siege table"): N_("What storming a castle does to both sides: the first row that applies."),
}

BUILDER: Final = Builder(
    form=FORM,
    normal=Army.normal,
    figures=figures,
    unfinished=unfinished,
    points=points,
    write=write,
    read=read,
    random=random_army,
)


def _opponent(bot: Bot) -> Opponent:
    def army(rng: Any) -> dict[str, Any]:
        return {"name": BOT_ARMY.format(bot=bot.name), **army_of(bot.allot(rng))}

    return Opponent(bot.id, bot.name, bot.description, bot.slow, army)


OPPONENTS: Final[Mapping[str, Opponent]] = {id_: _opponent(bot) for id_, bot in BOTS.items()}

GAME: Final = Game(
    ruleset=RULESET,
    builder=BUILDER,
    wording=WORDS,
    scene=Scene(
        scene_folder("siege"),
        *("scene-siege.js", "scene-siege.css"),
        built=True,
        match="match-siege.js",
        match_style="match-siege.css",
    ),
    place=2,
    summary=N_("Five secret units, secret orders: take the enemy castle within 40 rounds."),
    samples=Path(__file__).parent / "samples.json",
    card=card,
    undecided={"orders": []},
    opponents=OPPONENTS,
    match=MATCH,
    glossary=GLOSSARY,
    orders=ORDERS,
)
