"""`battlereel validate`: check a battle file."""

import sys

import click

import engine
from engine import InputError
from webapp.base.localized_click import argument, command
from webapp.base.texts import _, translated
from webapp.commands.console import (
    REFUSED,
    STDIN,
    lines,
    refusing,
)


@command()
@argument("file")
def validate(file: str) -> None:
    """Check a battle file: prints every error, or nothing."""
    if file != STDIN:
        refusing(file, engine.read)
        return
    refused = False
    for number, line in enumerate(lines(sys.stdin.buffer), start=1):
        try:
            engine.read(line)
        except InputError as error:
            refused = True
            for problem in error.problems:
                click.echo(f"{_('line {number}', number=number)}: {translated(problem)}", err=True)
    if refused:
        sys.exit(REFUSED)
