"""The page "Who beats whom": a heat map of all pairs, and the best mixture."""

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final
from zipfile import ZIP_DEFLATED, ZipFile

from flask import Blueprint, Response, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import UnprocessableEntity

import engine
from engine import search
from webapp.armies import choices
from webapp.armies.limits import ENTERED_MOST
from webapp.armies.pages.army_lists import ManyArmiesForm
from webapp.armies.store import SAMPLE
from webapp.base import games, tables
from webapp.base.clock import now_ms
from webapp.base.form import Json
from webapp.base.inputs import number_up_to
from webapp.base.jobs import Progress
from webapp.base.texts import N_, _, hundredths, number, percent, problem_lines, translated
from webapp.guard.admission import equivalent
from webapp.guard.limits import heavy
from webapp.html.forms import PageForm, Text
from webapp.rest import progress_lines
from webapp.searches import limits
from webapp.searches.pages import odds
from webapp.searches.tables import matchup_manifest, matchup_tables, method_of


class MatchupForm(ManyArmiesForm):
    COMMAND = limits.MATCHUPS

    def too_many(self) -> engine.Text:
        text = N_("has more than {most} armies, so over {pairs:,} pairs; choose fewer")
        return engine.Text(text, most=ENTERED_MOST, pairs=ENTERED_MOST**2)

    def read(self) -> tuple[list[Json], list[str]] | None:
        """Return each army as a battle file and the names, or None after noting problems."""
        entered = self.entered()
        if not entered and not self.error_count:
            self.note(engine.Problem("", _("Choose two armies or more.")))
        if self.error_count:
            return None
        sides = [self.side_of(army) for _label, army in entered]
        id_, terms = self.game.id, self.terms.document
        files = [{"ruleset": id_, "sides": [side, side], **terms} for side in sides]
        return files, [label for label, _army in entered]

    def note_refused(self, error: engine.InputError, names: Sequence[str]) -> None:
        """Show the engine's problems at their fields, with army names for numbers."""
        for path, message in map(translated, error.problems):
            number, bracket, rest = path.removeprefix("armies[").partition("]")
            if not bracket or not number.isdigit():
                self.note(engine.Problem("" if path == "armies" else path, message))
                continue
            inner = rest.removeprefix(".")
            problem = engine.Problem(inner, message)
            if not (self.side.note(problem) or self.terms.note(problem)):
                name = names[int(number)]
                self.note(engine.Problem(f"{name}: {inner}" if inner else name, message))


blueprint = heavy(Blueprint("matchups_page", __name__))

TONES: Final = 10  # steps of colour from no chance to a sure win
ARMIES: Final = "armies"  # download of the armies, a battle file a line


class AgainForm(PageForm):
    """The compared armies, and a requested pair."""

    file = Text()  # one document: the shared terms, and a side of each
    pair = Text()

    def files(self) -> list[Json]:
        """Return the battle files. Raise UnprocessableEntity if they are invalid."""
        try:
            found = engine.decode(self.file.data)
        except engine.InputError as error:
            raise UnprocessableEntity(problem_lines(error)) from None
        sides = found.pop("sides", None) if isinstance(found, dict) else None
        if isinstance(sides, list) and sides:
            return [{**found, "sides": [side, side]} for side in sides]
        text = N_("Compare the armies again: they were not sent with this request.")
        raise UnprocessableEntity(_(text))

    def chosen(self) -> Json:
        """Return the battle of the pair `row-column`. Raise UnprocessableEntity."""
        files = self.files()
        a, _dash, b = self.pair.data.partition("-")
        places = [number_up_to(len(files) - 1, place) for place in (a, b)]
        try:
            one, two = (files[place]["sides"][0] for place in places if place is not None)
            return {**files[0], "sides": [one, two]}
        except (ValueError, KeyError, IndexError, TypeError):
            raise UnprocessableEntity(_("Choose a cell of the table.")) from None


@blueprint.get("/matchups")
def choose() -> ResponseReturnValue:
    """The form, with the armies of each `?army=` ticked."""
    return _page(MatchupForm(games.chosen(request.args.get("ruleset")), request.args))


@blueprint.post("/matchups")
@equivalent(limits.MATCHUPS)
def found() -> ResponseReturnValue:
    """The table; progress lines first for a script that requests them."""
    form = MatchupForm(games.chosen(request.form.get("ruleset")), request.form)
    match request.form.get("do"):
        case "samples":
            offered = (choice.reference for choice in form.choices)
            samples = (reference for reference in offered if reference.startswith(SAMPLE))
            form.chosen = list(dict.fromkeys([*form.chosen, *samples]))
            return _page(form)
        case choices.DRAW:
            form.draw_army()
            return _page(form)
    read = form.read()
    if read is None:
        return _page(form)
    files, names = read
    try:
        if progress_lines.are_wanted():
            template = "matchups/result.html"
            return progress_lines.answer(
                lambda run: render_template(template, report=_compared(files, names, run))
            )
        return _page(form, _compared(files, names, Progress()))
    except engine.InputError as error:
        form.note_refused(error, names)
        return _page(form, file=_joined(files) if isinstance(error, limits.TooLargeError) else "")


@blueprint.post("/matchups/odds")
def odds_of_pair() -> ResponseReturnValue:
    """The odds page with the battle of a cell."""
    return odds.page(_read(AgainForm(request.form).chosen()))


@blueprint.post("/matchups/watch")
def watch_pair() -> ResponseReturnValue:
    """A replay of a cell's battle with its likeliest end."""
    return odds.watch_battle(_read(AgainForm(request.form).chosen()), "likeliest")


@blueprint.post("/matchups/<format_>")
@equivalent(limits.MATCHUPS)
def download(format_: str) -> ResponseReturnValue:
    """The table as CSV, JSON Lines or Parquet with a manifest, in a ZIP; or the armies alone."""
    files = AgainForm(request.form).files()
    if format_ == ARMIES:
        lines = "".join(f"{json.dumps(file, ensure_ascii=False)}\n" for file in files)
        return _attached(lines.encode(), "armies.jsonl", progress_lines.LINES)
    if format_ not in _formats():
        text = N_("{format} cannot be written here; choose from {formats}.")
        raise UnprocessableEntity(_(text, format=format_, formats=", ".join(_formats())))
    made_at = datetime.fromtimestamp(now_ms() / 1000, UTC)
    try:
        packed = limits.search_out(_packed, files, format_, made_at)
    except engine.InputError as error:
        raise UnprocessableEntity(problem_lines(error)) from None
    return _attached(packed, f"matchups-{format_}.zip", "application/zip")


def _packed(
    files: list[Json], format_: str, made_at: datetime, *, scheduler: str | None = None
) -> bytes:
    compared = limits.matchups(files, scheduler=scheduler)
    packed = BytesIO()
    with TemporaryDirectory() as name, ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        folder = Path(name)
        written = matchup_tables(compared, files)
        tables.write(folder, written, format_, matchup_manifest(compared, files), made_at)
        for path in sorted(folder.iterdir()):
            archive.write(path, path.name)
    return packed.getvalue()


def _attached(data: bytes, name: str, mimetype: str) -> Response:
    disposition = f'attachment; filename="{name}"'
    return Response(data, mimetype=mimetype, headers={"Content-Disposition": disposition})


def _read(document: Json) -> engine.Battle:
    try:
        return engine.read(document)
    except engine.InputError as error:
        raise UnprocessableEntity(problem_lines(error)) from None


def _compared(files: list[Json], names: list[str], progress: Progress) -> dict[str, Any]:
    """Return the data of the table.

    styles: its rows; a cell has tone, pair, text, and half the width of its interval. firsts: pairs
    of cells where another style begins in a row. brought: the best mixture, with a size of 0 to 100
    for each army. exact: every share in full.
    """
    compared, styles = limits.search_out(_table, files, names, progress)
    game = games.game(files[0]["ruleset"])
    own = [str(file["sides"][0]["army"].get("name", "")).strip() for file in files]
    # in the reader's language, which downloads do not use
    armies = [game.side_name(name, army) for name, army in zip(compared.armies, own, strict=True)]
    order = [place for style in styles for place in style]

    def cell(a: int, b: int) -> tuple[int, str, str, str]:
        share = compared.win[a][b]
        low, high = compared.interval[a][b] if compared.interval else (share, share)
        half = number(50 * (high - low)) if compared.interval else ""
        return round(TONES * share), f"{a}-{b}", hundredths(share), half

    def row(place: int) -> dict[str, Any]:
        cells = [cell(place, other) for other in order]
        return {"number": order.index(place) + 1, "name": armies[place], "cells": cells}

    brought = sorted(zip(compared.strategy, armies, strict=True), key=lambda one: -one[0])
    return {
        "how": method_of(compared.method, compared.samples),
        "is_sampled": compared.method == "sample",
        "count": len(order),
        "apart": number(100 * search.APART_MOST),
        "firsts": {f"{place}-{style[0]}" for place in order for style in styles},
        "styles": [[row(place) for place in style] for style in styles],
        "brought": [(name, percent(often, 1), 100 * often) for often, name in brought if often],
        "file": _joined(files),
        "exact": json.dumps({"win": compared.win, "interval": compared.interval}),
        "formats": _formats(),
    }


def _joined(files: list[Json]) -> str:
    """Join battle files with equal terms into one document, as AgainForm reads it."""
    sides = [file["sides"][0] for file in files]
    return json.dumps({**files[0], "sides": sides}, ensure_ascii=False)


def _table(
    files: list[Json], names: list[str], progress: Progress, *, scheduler: str | None = None
) -> tuple[search.Matchups, search.Styles]:
    compared = limits.matchups(
        files, names=names, scheduler=scheduler, progress=progress, stop=progress.stopped
    )
    return compared, search.styles(compared.win)


def _formats() -> list[str]:
    return [one for one in tables.FORMATS if one != "parquet" or tables.has_parquet()]


def _page(
    form: MatchupForm, report: dict[str, Any] | None = None, file: str = ""
) -> ResponseReturnValue:
    html = render_template("matchups/page.html", form=form, report=report, too_large=file)
    return html, 422 if form.error_count else 200
