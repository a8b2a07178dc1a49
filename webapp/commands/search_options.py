"""Options and input shared by commands for searches."""

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, Final, cast

import click

import engine
from engine import InputError, Problem, search
from webapp.base import file_kinds, games
from webapp.base.localized_click import option
from webapp.base.texts import N_, _
from webapp.commands.console import STDIN, Refused, lines, refusing

NUMBERED: Final = re.compile(r"\[(\d+)\]\.?(.*)", re.DOTALL)

workers = option(
    "--workers",
    type=click.IntRange(1, 1_024),
    default=os.cpu_count() or 1,
    show_default=False,
    help="Number of processes; results do not depend on it.  [default: one per core]",
)
scheduler = option(
    "--scheduler",
    metavar="ADDRESS",
    help="A Dask cluster that works in their place, by its scheduler's address, such as "
    "tcp://10.0.0.1:8786.",
)
side = option(
    "--side", type=click.Choice(engine.SIDES), default="a", help="The side whose units are meant."
)
against = option(
    "--against",
    multiple=True,
    metavar="FILE",
    help="One more opponent: an army, or a battle file's side a. Then the mean counts.",
)
samples = option(
    "--samples",
    type=click.IntRange(1, engine.SAMPLES_MOST),
    default=search.SAMPLES,
    help="Battles to play for each number that cannot be exact.",
)


@contextmanager
def clustered() -> Iterator[None]:
    """End the command with a message if its cluster cannot be used."""
    try:
        yield
    except search.ClusterError as error:
        raise Refused(error.address, InputError([error.problem])) from None


def compiled(battle: engine.Battle) -> None:
    """Compile the kernels of a search over such battles, with a message."""
    if search.needs_compiler(battle):
        game = games.game(battle.ruleset.id).ruleset.name
        text = N_(
            "{game}: the search is being compiled for its first use; that takes up to a minute."
        )
        click.echo(_(text, game=_(game)), err=True)
        engine.warm(battle.ruleset.id)


def sources_in(files: tuple[str, ...], needed: str) -> Iterator[tuple[str, bytes]]:
    """Yield name and content of each file of the needed kind, or of each line of stdin."""
    for file in files:
        if file == STDIN:
            for number, line in enumerate(lines(sys.stdin.buffer), start=1):
                yield _("line {number}", number=number), line
        else:
            yield file, refusing(file, lambda data: data, needed)


def labelled(error: InputError, labels: list[str]) -> InputError:
    """Return the error with files in place of their numbers."""
    problems = []
    for path, message in error.problems:
        if numbered := NUMBERED.fullmatch(path):
            path = ": ".join(filter(None, (labels[int(numbered[1])], numbered[2])))
        problems.append(Problem(path, message))
    return InputError(problems)


def opponents_in(files: tuple[str, ...]) -> list[dict[str, Any]]:
    """Return the opponent in each file: an army, or side a of a battle file."""
    return [refusing(file, partial(_army_in, file), file_kinds.BATTLE_OR_ARMY) for file in files]


def _army_in(file: str, data: bytes) -> dict[str, Any]:
    try:
        (entrant,) = search.read_entrants([data])
    except InputError as error:
        raise labelled(error, [file]) from None
    return cast("dict[str, Any]", entrant.battle.document["sides"][0]["army"])
