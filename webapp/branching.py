"""`battlereel branch`: a battle once more, otherwise from a moment on."""

from typing import Any, Final

import click

import engine
from engine import SEED_MOST, InputError, Problem, search
from webapp.base.commands import argument, command, option
from webapp.base.texts import _
from webapp.console import STDIN, Refused, answer_lines, content, recorded, refusing, write

GAP: Final = "-"
"""Stands for a roll that stays as it is."""


def _numbers(
    _ctx: click.Context, param: click.Parameter, value: str | None
) -> list[int | None] | None:
    """Whole numbers with commas between them; in rolls there may be gaps."""
    if value is None:
        return None
    words = [word.strip() for word in value.split(",")]
    try:
        return [None if (param.name, word) == ("rolls", GAP) else int(word) for word in words]
    except ValueError:
        message = _("'{value}' is no list of whole numbers, such as 2,0,1", value=value)
        raise click.BadParameter(message) from None


@command()
@argument("file")
@option(
    "--at",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    metavar="SEQ",
    help="Number of the first event that may differ; 0 for another army.",
)
@option("--seed", type=click.IntRange(0, SEED_MOST), help="New dice from there on.")
@option(
    "--rolls",
    callback=_numbers,
    metavar="N,N,…",
    help="Results of the next rolls, from 0, with commas; - leaves one as it is.",
)
@option("--side", type=click.Choice(engine.SIDES), help="Whose army or orders.")
@option(
    "--order",
    callback=_numbers,
    metavar="N,N,…",
    help="Its units by their places from 0, with commas. At 0 who is not listed stays out; "
    "later it is the order of those left.",
)
@option("--army", metavar="FILE", help="Another army for it, JSON as in a battle file.")
@option(
    "--orders",
    metavar="JSON",
    help="""Its orders for the next round: '{"A": "attack"}'.""",
)
def branch(file: str, at: int, **options: Any) -> None:
    """Play a battle once more, otherwise from an event on: the recording as JSON Lines.

    FILE is a battle file with a seed, or a recording; with - one battle file a line is read, and
    each gets the lines of its recording. Without a change it is the same battle.
    """
    change = {name: value for name, value in options.items() if value is not None}
    for name in ("army", "orders"):
        if name in change:
            change[name] = _document(name, change[name])
    if file == STDIN:
        answer_lines(lambda line: search.branch(line, at, change).lines())
        return
    write(refusing(file, lambda data: search.branch(recorded(data), at, change)).lines())


def _document(name: str, given: str) -> Any:
    """The army in a file, or the orders in an argument."""
    try:
        return engine.decode(content(given) if name == "army" else given)
    except InputError as error:
        problems = [Problem(f"--{name}", words) for _path, words in error.problems]
        raise Refused(given, InputError(problems)) from None
