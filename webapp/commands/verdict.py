"""`battlereel verdict`: the parts of armies, order and dice in a player's results."""

from contextlib import suppress
from typing import Any

import click
import msgspec

import engine
from engine import InputError, SideId, search
from webapp.base.file_kinds import BATTLE_OR_RECORDING
from webapp.base.localized_click import argument, command, option
from webapp.base.texts import N_, _, placed
from webapp.commands import search_options
from webapp.commands.console import Refused, json_option, progress, recorded, write
from webapp.words.verdicts import parts_of


@command()
@argument("files", nargs=-1, required=True, metavar="FILE...")
@option("--side", type=click.Choice(engine.SIDES), help="The side in all battles.  [default: a]")
@option("--player", metavar="NAME", help="The player: the side that has this name in each battle.")
@search_options.workers
@search_options.scheduler
@json_option
def verdict(
    files: tuple[str, ...], side: SideId | None, player: str | None, *, as_json: bool, **asked: Any
) -> None:
    """Show how much of a player's wins is due to the armies, the order of units, and the dice.

    Each FILE is a recording, or a battle file with a seed, which is played; - reads one battle file
    per line. Armies, order and dice add up to the wins minus half of the battles.
    """
    if side and player is not None:
        raise click.UsageError(_("--side and --player mean the same: give only one of them"))
    labels: list[str] = []
    battles: list[tuple[Any, SideId]] = []
    for label, data in search_options.sources_in(files, BATTLE_OR_RECORDING):
        labels.append(label)
        try:
            battles.append(_of(data, side, player))
        except InputError as error:
            raise Refused(label, placed(label, error)) from None
    try:
        source = battles[0][0]
        with suppress(InputError):  # an invalid one is refused below
            file = source.header.battle if isinstance(source, engine.Recording) else source
            search_options.compiled(engine.read(file))
        with search_options.clustered(), progress(_("battles weighed")) as tell:
            judged = search.judge_all(battles, progress=tell, **asked)
    except InputError as error:
        raise Refused(files[0], search_options.labelled(error, labels)) from None
    found = search.series_verdict(judged)
    if as_json:
        write(msgspec.json.encode(found) + b"\n")
    else:
        _print(player or _("Side {letter}", letter=(side or "a").upper()), found)


def _of(data: bytes, side: SideId | None, player: str | None) -> tuple[Any, SideId]:
    """Return a battle and the player's side. Raise InputError if it is invalid."""
    source = recorded(data)
    if player is None:
        return source, side or "a"
    is_played = isinstance(source, engine.Recording)
    file = source.header.battle if is_played else engine.read(source).document
    names = [row.get("name", "") for row in file["sides"]]
    found = [side for side, name in zip(engine.SIDES, names, strict=True) if name == player]
    if len(found) != 1:
        text = N_(
            "are called '{a}' and '{b}', so '{player}' is not exactly one of them; choose one "
            "by --side"
        )
        raise InputError.single("sides", text, a=names[0], b=names[1], player=player)
    return source, found[0]


def _print(name: str, found: search.SeriesVerdict) -> None:
    parts = parts_of(name, found)
    click.echo(parts.sentence)
    alone = _("Luck alone, 95%")
    click.echo(f"{alone}: {_('{least} to {most}', least=parts.least, most=parts.most)}")
    if parts.spread:
        text = N_("Armies and order: ± {spread} at 95%; their sum is exact.")
        click.echo(_(text, spread=parts.spread))
