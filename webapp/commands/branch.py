"""`battlereel branch`: a variant of a battle from an event on."""

import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final

import click

import engine
from engine import SEED_MOST, InputError, Problem, search
from webapp.base import file_kinds
from webapp.base.localized_click import argument, command, option
from webapp.base.texts import N_, _
from webapp.commands import console, search_options

TOGETHER: Final = 16  # battles sent to a machine at a time

GAP: Final = "-"  # an unchanged roll


def _numbers(
    _ctx: click.Context, param: click.Parameter, value: str | None
) -> list[int | None] | None:
    """Parse comma-separated whole numbers; rolls can have gaps."""
    if value is None:
        return None
    words = [word.strip() for word in value.split(",")]
    try:
        return [None if (param.name, word) == ("rolls", GAP) else int(word) for word in words]
    except ValueError:
        message = _("'{value}' is not a list of whole numbers, such as 2,0,1", value=value)
        raise click.BadParameter(message) from None


@command()
@argument("file")
@option(
    "--at",
    type=click.IntRange(min=0),
    default=0,
    metavar="SEQ",
    help="Number of the first event that may differ; 0 is before the battle.",
)
@option(
    "--seed",
    type=click.IntRange(0, SEED_MOST),
    help="New dice from there on, also together with --order, --army and --orders.",
)
@option(
    "--rolls",
    callback=_numbers,
    metavar="N,N,…",
    help="Results of the next rolls, counted from 0 and separated by commas; - leaves one as it "
    "is.",
)
@option("--side", type=click.Choice(engine.SIDES), help="The side whose army or orders change.")
@option(
    "--order",
    callback=_numbers,
    metavar="N,N,…",
    help="The side's units by their places from 0, separated by commas. With --at 0, units that "
    "are not listed stay out; later, the list orders the units left.",
)
@option(
    "--army",
    metavar="FILE",
    help="Another army for the side, JSON as in a battle file. Later in a battle, its current "
    "army, with other units in place of those that have not fought.",
)
@option(
    "--orders", metavar="JSON", help="""The side's orders for the next round: '{"A": "attack"}'."""
)
@option(
    "--winning-order",
    is_flag=True,
    help="Find the order that wins with the same dice and is nearest to the side's own, or to "
    "that of its units left; printed on standard error.",
)
@option(
    "--workers",
    type=click.IntRange(1, 1_024),
    default=1,
    help="Number of processes for the lines of standard input; answers keep their order.",
)
@search_options.scheduler
def branch(
    file: str, at: int, *, winning_order: bool, workers: int, scheduler: str | None, **options: Any
) -> None:
    """Play a battle again, changed from an event on, and print the recording as JSON Lines.

    FILE is a battle file with a seed, or a recording; with - one battle file per line is read, and
    each is answered by the lines of its recording. Without a change it is the same battle.
    """
    change = {name: value for name, value in options.items() if value is not None}
    for name in ("army", "orders"):
        if name in change:
            change[name] = _document(name, change[name])
    if winning_order and set(change) - {"side"}:
        raise click.UsageError(_("--winning-order looks for a change itself: give only --side"))
    made = partial(_winning if winning_order else _changed, at, change)
    if file != console.STDIN:
        console.write(console.refusing(file, made, file_kinds.BATTLE_OR_RECORDING))
    elif workers == 1 and scheduler is None:
        console.answer_lines(made)
    else:
        listed = [*console.lines(sys.stdin.buffer)]
        with search_options.clustered(), search.Workers(workers, None, scheduler) as crew:
            found = crew.each(partial(_answered, made), listed, by_kernel=False, together=TOGETHER)
            console.answer_lines(lambda _line: _next(found), listed)


def _changed(at: int, change: dict[str, Any], data: bytes) -> bytes:
    return search.branch(console.recorded(data), at, change).lines()


def _winning(at: int, change: dict[str, Any], data: bytes) -> bytes:
    """Return the battle in a winning order. Raise InputError if none was found."""
    played, side = search.PlayedBattle(console.recorded(data)), change.get("side", "a")
    found = played.winning_order(side, at=at)
    if found.order is None:
        text = N_(
            "'{side}' wins in none of the {tried:,} orders that were tried, of {of:,}, with the "
            "same dice"
        )
        raise InputError.single("side", text, side=side, tried=found.tried, of=found.of)
    click.echo(_("order: {places}", places=",".join(map(str, found.order))), err=True)
    return played.branch(at, {"side": side, "order": list(found.order)}).lines()


def _answered(made: Callable[[bytes], bytes], line: bytes) -> bytes | tuple[Problem, ...]:
    try:
        return made(line)
    except InputError as error:
        return tuple(error.problems)


def _next(found: Iterator[bytes | tuple[Problem, ...]]) -> bytes:
    answer = next(found)
    if isinstance(answer, bytes):
        return answer
    raise InputError(answer)


def _document(name: str, given: str) -> Any:
    """Return the army in a file, or the orders in an argument."""
    try:
        return engine.decode(console.content(given, file_kinds.ARMY) if name == "army" else given)
    except InputError as error:
        place = f"--army {given}" if name == "army" else f"--{name}"
        problems = [Problem(place, words) for _path, words in error.problems]
        raise console.Refused(given, InputError(problems)) from None
