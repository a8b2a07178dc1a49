"""How an allotment is filled in: three numbers for each of five units, from pools of ten."""

from typing import Final

from engine.players.siege.bots import BOTS
from engine.rulesets.siege.catalog import POINTS, STAT_MOST, WORDS
from engine.rulesets.siege.snapshot import LETTERS
from webapp.base.form import Field, Form, Kind, Option, Pool

STATS: Final = {stat: WORDS[stat].name for stat in ("atk", "def", "hp")}
"""What the pools are called, by the members of a unit that spend them."""
SAMPLES: Final = (100, 1_000)
"""A siege has up to forty rounds: a thousand of them take as long as a reader waits."""

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
            *("bot", "is played by", "choice"),
            options=tuple(
                Option(bot.id, bot.name, bot.description, slow=bot.slow) for bot in BOTS.values()
            ),
            default="cautious",
            rival="aggressive",
        ),
    ),
    roles={"a": "challenges", "b": "wins ties"},
    samples=SAMPLES,
)
