"""The record of the game: the rules, and all that the web adds to them."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from conquest import odds, rules
from conquest.builder import BUILDER
from conquest.events import ArmySnapshot, BattleStarted
from conquest.ruleset import RULESET
from webapp.base.game import ArmyCard, Game, Scene
from webapp.base.wording import Cast, Sheet, Wording

FOLDER: Final = Path(__file__).parent


class Face(NamedTuple):
    """An army as lists show it."""

    id: str
    name: str = "Army"
    icon: str | None = "conquest-army"


def show_army(army: ArmySnapshot) -> ArmyCard:
    """What an army shows of itself before a battle."""
    size = "1 army" if army.armies == 1 else f"{army.armies} armies"
    return ArmyCard(army.army, size, [Face(str(n)) for n in range(1, army.armies + 1)])


def name_everybody(started: BattleStarted) -> Cast:
    """Sides by their name, or by what they do."""
    sides = {"a": started.a.name or "attackers", "b": started.b.name or "defenders"}
    return Cast(sides, units={}, things={})


def lay_out(_catalog: Mapping[str, Any]) -> Iterator[Sheet]:
    """What a round may cost, by the dice of both sides."""
    columns = ("attackers", "defenders", "attackers lose", "defenders lose", "chance")
    rows = [
        (*map(str, (a, b, who.count("a"), who.count("b"))), f"{100 * chance:.2f} %")
        for a in range(1, rules.DICE_MOST["a"] + 1)
        for b in range(1, rules.DICE_MOST["b"] + 1)
        for who, chance in odds.losses(a, b)
    ]
    yield Sheet("Dice, and what a round costs", columns, rows)


GAME: Final = Game(
    ruleset=RULESET,
    builder=BUILDER,
    wording=Wording(
        cast=name_everybody,
        details={},
        exact=lambda _battle: "exact: all dice of all rounds",
        sheets=lay_out,
    ),
    scene=Scene(FOLDER / "scene", module="view.js", style="style.css", icons="icons.svg"),
    samples=FOLDER / "samples.json",
    card=show_army,
)
