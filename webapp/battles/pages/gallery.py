"""The gallery page: recent public battles to browse and search."""

import functools
import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import asdict
from typing import Any

from flask import Blueprint, render_template, request, url_for

import engine
from webapp.base import assets, games
from webapp.base.clock import now_ms
from webapp.base.game import ArmyCard, Game
from webapp.base.texts import _, chance_text, language
from webapp.battles import gallery, participants
from webapp.battles import store as stored_battles
from webapp.battles.pages import viewer
from webapp.guard.limits import heavy
from webapp.html import paging, spoilers
from webapp.html.forms import SearchForm
from webapp.store.models import Battle

blueprint = Blueprint("gallery", __name__)


@blueprint.get("/battles")
@heavy
def battles() -> str:
    """List the battles that match `?text`, `?unit`, `?ruleset` and `?result`, by page."""
    form = SearchForm(request.args)
    search = gallery.Search(
        unit=form.value("unit"),
        ruleset=form.value("ruleset", games.games()),
        result=form.value("result", gallery.RESULTS),
        text=form.value("text"),
    )
    all_games = games.games().values()
    page = gallery.find(all_games, search, now_ms(), paging.page_request())
    units = participants.names(all_games)
    known = not search.unit or participants.ids_of(all_games, search.unit) & units.keys()
    asked = {field: value for field, value in asdict(search).items() if value}
    # A visitor who chose to see results on this page sees them on the next one, too.
    wish = request.args.get(spoilers.NAME)
    kept = {spoilers.NAME: wish} if wish in (spoilers.HIDDEN, spoilers.SHOWN) else {}
    shown_too: dict[str, Any] = asked | paging.here() | {spoilers.NAME: spoilers.SHOWN}
    return render_template(
        "gallery/found.html" if "HX-Request" in request.headers else "gallery/page.html",
        search=search,
        page=page,
        entries=list(_entries(page.rows)),
        asked=asked,
        links=asked | kept,
        shows_all=url_for("gallery.battles", **shown_too),
        meant=None if known else participants.nearest(all_games, search.unit),
        meant_unit=None if page.total or not search.text else _suggestion(all_games, search.text),
        units=units,
        rulesets=all_games,
        results=gallery.RESULTS,
        weighed=[_(game.name) for game in all_games if game.ruleset.chances],
    )


def _suggestion(all_games: Collection[Game], text: str) -> str | None:
    """Return the unit whose name a text search may have meant."""
    names, ids = participants.names(all_games), participants.ids_of(all_games, text)
    exact = next((_(names[id_]) for id_ in sorted(ids & names.keys())), None)
    return exact or participants.nearest(all_games, text)


def _entries(rows: Sequence[Battle]) -> Iterator[dict[str, Any]]:
    """Yield the list's battles: `result` is empty if hidden, `cards` before a battle begins."""
    phases = [(row, viewer.phase(row)) for row in rows]
    files = stored_battles.files_of([row for row, phase in phases if phase != "soon"])
    for row, phase in phases:
        stored, game = row.recording, games.game(row.ruleset)
        # Another row may have begun to show the same recording.
        file = files[row.digest] if phase != "soon" else None
        names = participants.side_names(row)
        shown = phase == "over" and not spoilers.are_hidden()
        winner = stored.winner or ""
        chance = {"a": stored.chance_a, "b": 1 - stored.chance_a} if stored.chance_a else {}
        upset = shown and "upset" in gallery.results(stored.winner, stored.chance_a)
        result = _("{name} won", name=names[winner]) if winner else _("A draw")
        yield {
            "battle": row,
            "ruleset": game.name,
            "phase": phase,
            "names": names,
            "cards": _cards(json.dumps(file), language()) if file else {},
            "winner": winner if shown else "",
            "result": result if shown else "",
            "expected": chance_text(chance[winner]) if upset else "",
            "upset": upset,
            "picture": assets.empty_stage(game, file) if file else "",
        }


@functools.lru_cache(256)
def _cards(document: str, _language: str) -> dict[str, ArmyCard]:
    """Return both armies' cards; none for a battle file of older rules."""
    file: dict[str, Any] = json.loads(document)
    try:
        setup = engine.read(file).setup
    except engine.InputError:
        return {}
    game = games.game(file["ruleset"])
    return {"a": game.army_card(setup, "a"), "b": game.army_card(setup, "b")}
