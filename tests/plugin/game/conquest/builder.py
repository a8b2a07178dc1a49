"""How an army is put together: its name and how many armies it has."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from conquest.rules import ARMIES_MOST
from engine import Rng
from webapp.armies.builder import grammar
from webapp.armies.builder.drawing import between, one_of
from webapp.armies.builder.names import NameIndex
from webapp.base.builder import ArmyContext, ArmyFigures, Builder, Meter, ParsedArmy
from webapp.base.form import Field, Form, Json

NAMES: Final = ("Border guard", "Northern host", "Island fleet", "Desert riders", "Home watch")
WORDS: Final = NameIndex({"army": "armies"})

FORM: Final = Form(
    list_name="Army",
    head=(
        Field("name", "Name of the army", "text", most=60),
        Field(
            *("armies", "Armies", "number", f"1 to {ARMIES_MOST}"),
            least=1,
            most=ARMIES_MOST,
            default=1,
        ),
    ),
    roles={"a": "attacks", "b": "defends"},
)


class Army(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """An army as people write it; what it may hold is the engine's to judge."""

    name: str = ""
    armies: int = 1


def normal(document: Any) -> Json:
    """The army with its name trimmed, defaults omitted. Raises msgspec.ValidationError."""
    army = msgspec.convert(document, Army)
    army.name = army.name.strip()
    written: Json = msgspec.to_builtins(army)
    return written


def figures(context: ArmyContext) -> ArmyFigures:
    """How many armies of those that there may be."""
    meter = Meter("armies", len(context.army.lineup), ARMIES_MOST)
    return ArmyFigures(cost=None, limit=None, meters=(meter,), units=())


def write(army: Json) -> str:
    """The army in compact text."""
    count = army.get("armies", 1)
    return grammar.lines(army.get("name", ""), (), ["1 army" if count == 1 else f"{count} armies"])


def read(text: str) -> ParsedArmy:
    """The army that a text describes. Raises InputError with every problem, by line."""
    sheet = grammar.parse(text, ARMIES_MOST)
    for line in sheet.units:
        sheet.resolve(line.number, "sort of army", line.whole_name, WORDS)
    sheet.finish()
    army: Json = {"name": sheet.name} if sheet.name else {}
    army["armies"] = sum(line.count for line in sheet.units)
    return ParsedArmy(army, tuple(sheet.notes))


def random(_terms: Mapping[str, Any], _limits: Mapping[str, Any], rng: Rng) -> Json:
    """An army of any size."""
    return {"name": one_of(NAMES, rng), "armies": between(1, ARMIES_MOST, rng)}


BUILDER: Final = Builder(
    form=FORM, normal=normal, figures=figures, write=write, read=read, random=random
)
