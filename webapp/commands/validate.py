"""`battlereel validate`: check a battle file."""

import sys
from functools import partial

import click

import engine
from engine import InputError, Problem, Text
from webapp.base.localized_click import argument, command, option
from webapp.base.texts import N_, _, translated
from webapp.commands.console import REFUSED, STDIN, lines, refusing


@command()
@argument("file")
@option(
    "--inventory",
    metavar="RULES",
    default="",
    show_default=False,
    help="what both armies may use, such as 'one of each; not: custom units'",
)
def validate(file: str, inventory: str) -> None:
    """Check a battle file: prints every error, or nothing."""
    check = partial(_check, rules=inventory)
    if file != STDIN:
        refusing(file, check)
        return
    refused = False
    for number, line in enumerate(lines(sys.stdin.buffer), start=1):
        try:
            check(line)
        except InputError as error:
            refused = True
            for problem in error.problems:
                click.echo(f"{_('line {number}', number=number)}: {translated(problem)}", err=True)
    if refused:
        sys.exit(REFUSED)


def _check(data: bytes, rules: str) -> None:
    """Raise InputError for a battle file that is invalid, or uses what these rules do not allow."""
    battle = engine.read(data)
    if not rules:
        return
    # Other files need no forms of games.
    from webapp.armies.builder import inventory
    from webapp.base import games

    game = games.game(battle.ruleset.id)
    if not inventory.is_offered(game):
        raise InputError.single("", Text(N_("this game has no inventory")))
    allowed = inventory.of_limits(game, {inventory.KEY: inventory.parse(game, rules, "inventory")})
    problems = [
        Problem(f"sides[{place}].army.{problem.path}", problem.message)
        for place, side in enumerate(battle.document["sides"])
        for problem in allowed.problems(side["army"])
    ]
    if problems:
        raise InputError(problems)
