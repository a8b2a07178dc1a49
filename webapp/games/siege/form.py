"""The allotment's form: three numbers per unit, from pools of ten."""

from typing import Final

import msgspec

from engine.players.siege.bots import BOTS
from engine.rulesets.siege.catalog import POINTS, STAT_MOST, WORDS
from engine.rulesets.siege.events import LETTERS, Letter
from webapp.base.form import Field, Form, Kind, Option, Pool, Shape


class Unit(msgspec.Struct, forbid_unknown_fields=True):
    atk: int = 0
    def_: int = msgspec.field(default=0, name="def")
    hp: int = 0


class Army(Shape, kw_only=True):
    """Five units in order."""

    units: dict[Letter, Unit]

    def __post_init__(self) -> None:
        super().__post_init__()
        self.units = {letter: self.units.get(letter, Unit()) for letter in LETTERS}


# pool names by unit member
STATS: Final = {stat: WORDS[stat].name for stat in ("atk", "def", "hp")}
SAMPLES: Final = (100, 1_000)  # a siege has up to forty rounds: more would take too long for a page

FORM: Final = Form(
    list="units",
    list_name="Allotment",
    unit_word="unit",
    least=len(LETTERS),
    most=len(LETTERS),
    head=(Field("name", "Name of the army", "text", most=60),),
    rows=(
        Kind(
            *("unit", "unit", "Unit"),
            fields=tuple(
                Field(stat, name, "number", least=0, most=STAT_MOST) for stat, name in STATS.items()
            ),
        ),
    ),
    fixed=LETTERS,
    pools=tuple(Pool(name, (stat,), POINTS) for stat, name in STATS.items()),
    points_name="points",
    sides=(
        Field(
            *("bot", "Played by", "choice"),
            options=tuple(
                Option(bot.id, bot.name, bot.description, slow=bot.slow) for bot in BOTS.values()
            ),
            # Both storm: a castle falls after six rounds or so, while guards wait for forty.
            default="aggressive",
        ),
    ),
    roles={"a": "challenges", "b": "wins ties"},
    samples=SAMPLES,
)
