"""Battles, odds and catalogs at a terminal, laid out by rich."""

from itertools import compress

from rich import box
from rich.console import Console
from rich.table import Table

from engine import Battle, Odds, Recording
from webapp.base import display_names
from webapp.base.game import Game
from webapp.base.texts import _, decimals_within, distinct_names, ngettext, percent
from webapp.base.wording import plain, translated
from webapp.words.log import entries


def print_battle(game: Game, recording: Recording) -> None:
    console = new_console()
    console.print(f"{_(game.name)}, --seed {recording.header.seed}", style="bold")
    for entry in entries(game, recording):
        if entry.is_heading:
            console.print(f"\n{entry.sentence}", style="bold")
        else:
            console.print(f"  {entry.sentence}")
        for line in entry.details:
            console.print(line)


def print_odds(game: Game, battle: Battle, odds: Odds) -> None:
    """Print a table of chances, titled by their method."""
    console = new_console()
    sides = display_names.in_file(game, battle.document).values()
    names = distinct_names(*(one.name for one in sides))
    if odds.interval is None:
        method, interval, digits = game.wording.exact(battle), "", 2
    else:
        method = _("sampled: {count:,} battles", count=odds.samples)
        digits = decimals_within(odds.interval)
        least, most = (percent(end, digits) for end in odds.interval)
        interval = _("{least} to {most}", least=least, most=most)
    console.print(method)
    table = Table(box=box.SIMPLE, pad_edge=False)
    table.add_column(_("result"))
    table.add_column(_("chance"), justify="right")
    if interval:
        table.add_column(_("interval (95%)"), justify="right")
    table.add_row(
        _("{winner} wins", winner=names["a"]), percent(odds.a, digits), *filter(None, [interval])
    )
    table.add_row(_("{winner} wins", winner=names["b"]), percent(odds.b, digits))
    table.add_row(_("draw"), percent(odds.draw, digits))
    for side, chances in odds.survivors.items():
        for left, chance in enumerate(chances):
            if left and chance:
                text = ngettext(
                    "{side} has {count} unit left",
                    "{side} has {count} units left",
                    left,
                    side=names[side],
                )
                table.add_row(text, percent(chance, digits))
    console.print(table)


def print_catalog(game: Game) -> None:
    """Print one table per kind of thing."""
    console = new_console()
    sheets = list(game.wording.sheets(game.ruleset.catalog()))
    for sheet in sheets:
        table = Table(
            title=_(sheet.title),
            title_justify="left",
            title_style="bold",
            box=box.SIMPLE,
            padding=(0, 1, 0, 0),
        )
        printed = [column not in sheet.page_only for column in sheet.columns]
        for column in compress(sheet.columns, printed):
            # Never break an id, since people copy it.
            table.add_column(_(column), no_wrap=column == "id", overflow="fold")
        for row in sheet.rows:
            cells = compress(zip(sheet.columns, row, strict=True), printed)
            table.add_row(*(plain(c) if column == "id" else translated(c) for column, c in cells))
        console.print(table)
    if any("origin" in sheet.columns for sheet in sheets):
        console.print(_("origin: official numbers are those of the game's own wiki"))


def new_console() -> Console:
    # No markup in names, and no line breaks that a downstream program would have to undo.
    return Console(markup=False, highlight=False, emoji=False, soft_wrap=True)
