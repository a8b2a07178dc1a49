"""The record of the game: the rules, and all that the web adds to them."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from conquest import odds, rules
from conquest.builder import BUILDER
from conquest.events import BattleStarted, Force
from conquest.ruleset import RULESET
from webapp.base.game import ArmyCard, Game, Scene
from webapp.base.wording import Names, Sheet, Wording
from webapp.words import templates

FOLDER: Final = Path(__file__).parent


def show_force(force: Force) -> ArmyCard:
    """What a force shows of itself before a battle."""
    count = len(force.lineup)
    return ArmyCard(force.army, "1 army" if count == 1 else f"{count} armies", force.lineup)


def name_everybody(started: BattleStarted) -> Names:
    """Sides by their name or letter, armies by their place."""
    sides = {"a": (started.a.name, started.a.lineup), "b": (started.b.name, started.b.lineup)}
    return templates.name_everybody(sides, things={})


def lay_out(_catalog: Mapping[str, Any]) -> Iterator[Sheet]:
    """What a round may cost, by the dice of both sides."""
    columns = ("dice", "attackers lose", "defenders lose", "chance")
    rows = [
        (f"{a} against {b}", *map(str, lost), f"{100 * chance:.2f}%")
        for a in range(1, rules.ATTACK_MOST + 1)
        for b in range(1, rules.DEFENCE_MOST + 1)
        for lost, chance in odds.costs(a, b).items()
    ]
    yield Sheet("What a round costs", columns, rows, styles=dict.fromkeys(columns[1:], "number"))


GAME: Final = Game(
    ruleset=RULESET,
    builder=BUILDER,
    wording=Wording(
        names=name_everybody, exact=lambda _battle: "exact: all dice of all rounds", sheets=lay_out
    ),
    scene=Scene(FOLDER / "scene", module="view.js", style="style.css", icons="icons.svg"),
    samples=FOLDER / "samples.json",
    card=show_force,
)
