"""`battlereel battle`: play one battle."""

import secrets
from typing import Any

import click

import engine
from engine import SEED_MOST
from webapp.base import games
from webapp.base.localized_click import argument, command, option
from webapp.commands.console import STDIN, answer_lines, json_option, refusing, write


@command()
@argument("file")
@option(
    "--seed",
    type=click.IntRange(0, SEED_MOST),
    help="Seed of the dice, overriding the file's; drawn and printed if both are missing.",
)
@json_option
def battle(file: str, seed: int | None, *, as_json: bool) -> None:
    """Play one battle: a log in words, or JSON Lines with --json.

    With - each line is answered by its battle_ended event, or by {"error": …} if it was refused.
    """
    if file == STDIN:
        answer_lines(lambda line: _play(line, seed).result)
        return
    recording = refusing(file, lambda data: _play(data, seed))
    if as_json:
        write(recording.lines())
    else:
        from webapp.words.terminal import print_battle

        print_battle(games.game(recording.header.ruleset), recording)


def _play(source: Any, seed: int | None) -> engine.Recording:
    read = engine.read(source)
    if seed is None and read.seed is None:
        seed = secrets.randbelow(SEED_MOST + 1)
    return engine.play(read, seed)
