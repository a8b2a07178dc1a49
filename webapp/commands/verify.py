"""`battlereel verify`: check the proof of a challenge or a tournament."""

import sys
from pathlib import Path
from typing import Final

import click

from engine import InputError
from webapp.base import file_kinds
from webapp.base.localized_click import argument, command, option
from webapp.base.texts import _, translated
from webapp.challenges import proof_check
from webapp.challenges.limits import PROOF_BYTES_MOST

FAILED: Final = 1
UNREADABLE: Final = 2
UNCHECKED: Final = 3


@command()
@argument("file", type=click.Path())
@option(
    "--noted",
    multiple=True,
    metavar="HASH",
    help="A hash that you wrote down before the battle: it has to be in the proof.",
)
@option(
    "--workers",
    type=click.IntRange(1, 1_024),
    expose_value=False,
    help="Accepted as by every search, but not needed: a proof is checked immediately.",
)
@option(
    "--scheduler",
    metavar="ADDRESS",
    expose_value=False,
    help="Accepted as by every search, but not needed: a proof is checked immediately.",
)
def verify(file: str, noted: tuple[str, ...]) -> None:
    """Check the proof of a challenge: armies as sealed, fair dice.

    FILE is downloaded from the challenge's page, or from that of a tournament that people joined; -
    reads standard input. Prints a line for each check. Exit status 1 if something does not hold, 2
    if FILE cannot be read, 3 if nothing fails but not everything could be checked.
    """
    try:
        found = list(proof_check.findings(proof_check.read(_content(file)), noted))
    except InputError as error:
        for problem in map(translated, error.problems):
            click.echo(f"{file}: {problem.message}", err=True)
        sys.exit(UNREADABLE)
    words = {True: _("holds"), False: _("FAILS"), None: _("not checked")}
    width = max(map(len, words.values()))
    for finding in found:
        click.echo(f"{words[finding.holds]:{width}}  {_(finding.text)}")
    if any(finding.holds is False for finding in found):
        click.echo(_("Do not trust this battle."), err=True)
        sys.exit(FAILED)
    if any(finding.holds is None for finding in found):
        click.echo(_("Not everything was checked."), err=True)
        sys.exit(UNCHECKED)


def _content(file: str) -> bytes:
    most = PROOF_BYTES_MOST + 1
    if file == "-":
        return sys.stdin.buffer.read(most)
    try:
        with Path(file).open("rb") as stream:
            data = stream.read(most)
    except OSError as error:
        raise InputError.single("", error.strerror or "cannot be read") from None
    file_kinds.check(data, file_kinds.CHALLENGE_PROOF)
    return data
