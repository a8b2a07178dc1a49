"""`battlereel verdict`: why somebody won as many of several battles as they did."""

from typing import Any

import click
import msgspec

import engine
from engine import InputError, Problem, SideId, Text, search
from webapp.base.commands import argument, command, option
from webapp.base.texts import _
from webapp.console import Refused, json_option, progress, recorded, write
from webapp.searches import sources_in
from webapp.words.wins import parts_of


@command()
@argument("files", nargs=-1, required=True, metavar="FILE...")
@option("--side", type=click.Choice(engine.SIDES), help="The side in all battles.  [default: a]")
@option("--player", metavar="NAME", help="The player: the side that has this name in each battle.")
@json_option
def verdict(
    files: tuple[str, ...],
    side: SideId | None,
    player: str | None,
    as_json: bool,  # noqa: FBT001 - click's flag
) -> None:
    """Show how much of somebody's wins was the armies, the order of their units, and the dice.

    Each FILE is a recording, or a battle file with a seed, which is played; - reads one battle file
    a line. Armies, order and dice add up to the wins less half of the battles.
    """
    if side and player is not None:
        raise click.UsageError(_("--side and --player say the same: give one of them"))
    listed = [*sources_in(files)]
    judged = []
    with progress(_("battles weighed")) as tell:
        for number, (label, data) in enumerate(listed, start=1):
            try:
                judged.append(_judged(data, side, player))
            except InputError as error:
                raise Refused(label, _labelled(label, error)) from None
            tell(number, len(listed))
    found = search.series_verdict(judged)
    if as_json:
        write(msgspec.json.encode(found) + b"\n")
    else:
        _print(player or _("Side {letter}", letter=(side or "a").upper()), found)


def _judged(data: bytes, side: SideId | None, player: str | None) -> search.Judged:
    source = recorded(data)
    if not isinstance(source, engine.Recording):
        source = engine.play(source)
    own = side or "a" if player is None else _side_of(source.header.battle, player)
    try:
        return search.judged(source, own)
    except engine.RecordingError as error:
        raise InputError.single("", str(error)) from None


def _side_of(file: Any, player: str) -> SideId:
    """The side that has this name. Raises InputError unless it is one of the two."""
    names = [row.get("name", "") for row in file["sides"]]
    found = [side for side, name in zip(engine.SIDES, names, strict=True) if name == player]
    if len(found) != 1:
        raise InputError.single(
            "sides",
            Text(
                "are called '{a}' and '{b}', so '{player}' is not one of them; say which by --side",
                a=names[0],
                b=names[1],
                player=player,
            ),
        )
    return found[0]


def _labelled(label: str, error: InputError) -> InputError:
    """The error with the file that it is about."""
    return InputError(
        Problem(": ".join(filter(None, (label, path))), message) for path, message in error.problems
    )


def _print(name: str, found: search.SeriesVerdict) -> None:
    parts = parts_of(name, found)
    click.echo(parts.sentence)
    alone = _("Dice alone, 95 %")
    click.echo(f"{alone}: {_('{least} to {most}', least=parts.least, most=parts.most)}")
    if parts.spread:
        told = _("Armies and order: ± {spread} at 95 %; their sum is exact.", spread=parts.spread)
        click.echo(told)
