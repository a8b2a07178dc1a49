"""`battlereel verify`: checks the proof of a challenge that was downloaded from its page."""

import sys
from pathlib import Path
from typing import Final

import click

from engine import InputError, Text
from webapp.base.commands import argument, command, option
from webapp.base.texts import _, said
from webapp.challenges import verifying

REFUSED: Final = 2


@command()
@argument("file", type=click.Path())
@option(
    "--noted",
    multiple=True,
    metavar="HASH",
    help="A hash that you wrote down before the battle: it has to be in the proof.",
)
def verify(file: str, noted: tuple[str, ...]) -> None:
    """Check the proof of a challenge: armies as sealed, dice that nobody chose.

    FILE is downloaded from the challenge's page; - reads standard input. Prints a line for all that
    was checked. Exit status 2 if something does not hold.
    """
    try:
        proof = verifying.read(_content(file))
        found = list(verifying.findings(proof, noted))
    except InputError as error:
        for problem in map(said, error.problems):
            click.echo(f"{file}: {problem.message}", err=True)
        sys.exit(REFUSED)
    words = {True: _("holds"), False: _("FAILS"), None: _("not checked")}
    width = max(map(len, words.values()))
    for finding in found:
        click.echo(f"{words[finding.holds]:{width}}  {_(finding.text)}")
    if any(finding.holds is False for finding in found):
        click.echo(_("Do not trust this battle."), err=True)
        sys.exit(REFUSED)


def _content(file: str) -> bytes:
    most = verifying.BYTES_MOST + 1
    if file == "-":
        return sys.stdin.buffer.read(most)
    try:
        with Path(file).open("rb") as stream:
            return stream.read(most)
    except OSError as error:
        raise InputError.single("", Text(error.strerror or "cannot be read")) from None
