"""`battlereel gauntlet`: one army against several opponents in a row."""

import secrets
from collections.abc import Sequence
from functools import partial
from typing import Any

import click
import msgspec

import engine
from engine import SEED_MOST, Army, InputError
from webapp.base.localized_click import argument, command, option
from webapp.base.texts import _, chance_text, ngettext, placed
from webapp.commands.console import json_option, refusing, write
from webapp.guard.limits import OPERATIONS_MOST


@command()
@argument("files", nargs=-1, required=True, metavar="FILE…")
@option(
    "--seed",
    type=click.IntRange(0, SEED_MOST),
    help="Seed of the first battle; each later one has the next number. Drawn if left out.",
)
@json_option
def gauntlet(files: tuple[str, ...], seed: int | None, *, as_json: bool) -> None:
    """Send an army through several battles in a row, until it falls.

    Side a of the first FILE meets side b of each FILE, with its survivors from the second one on.
    Where odds are exact, the chance to win each battle is printed too.
    """
    first = refusing(files[0], partial(_read, files[0]))
    army: Army = first.document["sides"][0]["army"]
    battles = [refusing(file, partial(_against, first, file)) for file in files]
    try:
        with engine.Budget(OPERATIONS_MOST):
            chances: Sequence[float] | None = engine.reach(battles)
    except InputError:
        chances = None
    fought = _fought(battles, army, secrets.randbelow(SEED_MOST) if seed is None else seed)
    won = sum(one["winner"] == "a" for one in fought)
    if as_json:
        write(msgspec.json.encode({"won": won, "chances": chances, "battles": fought}) + b"\n")
        return
    click.echo(_(engine.rule_of(first.ruleset)))
    for number, battle in enumerate(battles, start=1):
        side = battle.document["sides"][1]
        name = side.get("name") or side["army"].get("name") or files[number - 1]
        line = _("Station {number}: {name}", number=number, name=name)
        if chances is not None:
            line += f" ({chance_text(chances[number - 1])})"
        if number <= len(fought):
            line += ": " + (_("won") if fought[number - 1]["winner"] == "a" else _("fell here"))
        click.echo(line)
    of = len(battles)
    click.echo(
        ngettext("Won {won} of {count} station", "Won {won} of {count} stations", of, won=won)
    )


def _read(file: str, data: Any) -> engine.Battle:
    """Return the battle of a file. Raise InputError with the file in each problem's path."""
    try:
        return engine.read(data)
    except InputError as error:
        raise placed(file, error) from None


def _against(first: engine.Battle, file: str, data: bytes) -> engine.Battle:
    """Return the battle of a file with side a of the first one. Raises InputError."""
    document = _read(file, data).document
    own = first.document["sides"][0]
    changed = {**document, "ruleset": first.ruleset.id, "sides": [own, document["sides"][1]]}
    return _read(file, changed).without_dice()


def _fought(battles: Sequence[engine.Battle], army: Army, seed: int) -> list[dict[str, Any]]:
    """Fight until the army falls; return each battle's seed, winner and survivors."""
    fought: list[dict[str, Any]] = []
    for number, battle in enumerate(battles):
        own = (seed + number) % (SEED_MOST + 1)
        recording = engine.play(engine.with_army(battle.document, 0, army), own)
        winner = recording.result.winner
        left = engine.survivors(recording, "a") if winner == "a" else None
        fought.append({"seed": str(own), "winner": winner, "survivors": left})
        if left is None:
            break
        army = left
    return fought
