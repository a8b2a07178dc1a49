"""Sample data for the style guide: each state that the templates can draw, and nothing else."""

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, Final

from flask import render_template, url_for

import engine
from engine import SIDES, tournament
from webapp.armies.builder.checking import details
from webapp.armies.builder.draft import Draft
from webapp.armies.pages import builder
from webapp.base import games, samples
from webapp.base.form import rows_of
from webapp.base.game import ArmyCard, Game
from webapp.base.wording import Sheet
from webapp.chains import pages as chains
from webapp.chains.forms import NextForm
from webapp.chains.store import Course, State, Station
from webapp.challenges.pages import series
from webapp.challenges.pages.context import context
from webapp.challenges.store import SeriesGame
from webapp.html.moments import Moment
from webapp.searches import puzzles
from webapp.searches.pages import puzzle
from webapp.searches.pages.battle_forms import OddsForm
from webapp.site import home, rules
from webapp.store.models import Army, Battle, Challenge, Gauntlet, Recording, Seat, Tournament
from webapp.store.paging import Page
from webapp.tournaments.pages import tournament as tournament_page
from webapp.tournaments.store import Played
from webapp.tournaments.tables import COUNTING, KINDS

NAMES: Final = {"a": "Ann", "b": "Bo"}
MIDDAY: Final = datetime(2026, 11, 22, 12, tzinfo=UTC).replace(tzinfo=None)
MIDDAY_MS: Final = int(MIDDAY.replace(tzinfo=UTC).timestamp() * 1000)


def _games() -> list[Game]:
    return [game for game in games.games().values() if samples.load(game).battles]


def a_game() -> Game:
    return _games()[0]


def a_battle(game: Game) -> engine.Battle:
    of_game = samples.load(game)
    return engine.read(of_game.battle_file(next(iter(of_game.battles.values()))))


def cards(game: Game) -> dict[str, ArmyCard]:
    setup = a_battle(game).setup
    return {side: game.army_card(setup, side) for side in SIDES}


def a_row(game: Game, title: str = "Ann against Bo") -> Any:
    names = {"name_a": "Ann", "name_b": "Bo", "army_a": "", "army_b": ""}
    state = {"version": 1, "created_at": MIDDAY, "sample": False}
    return SimpleNamespace(id="style", ruleset=game.id, title=title, **names, **state)


def found_battles() -> str:
    """Return the gallery with a battle on air, a finished one, and an upcoming one."""
    game = a_game()
    both = cards(game)

    def entry(title: str = "Ann against Bo", **state: Any) -> dict[str, Any]:
        battle = a_row(game, title)
        picture = url_for("static", filename="favicon.svg")
        shown = {"phase": "over", "cards": both, "picture": picture, "upset": False}
        shown |= dict.fromkeys(("winner", "result", "expected"), "")
        return {"battle": battle, "ruleset": game.name, "names": NAMES, **shown, **state}

    entries = [
        entry(phase="on_air"),
        entry(winner="a", result="Ann won", expected="21%", upset=True),
        entry(),
        entry("Harvest cup", phase="soon", cards={}),
    ]
    return _gallery(Page(entries, 2, 4, 12, "a", "b"))


def no_battles() -> str:
    return _gallery(Page([], 1, 4, 0))


def _gallery(page: Page[dict[str, Any]]) -> str:
    return render_template(
        "gallery/found.html",
        page=page,
        entries=page.rows,
        asked={},
        links={},
        shows_all=url_for("gallery.battles"),
        search=SimpleNamespace(unit="", text="", ruleset="", result=""),
        spoilers_hidden=False,
    )


def order() -> str | None:
    """Return the best orders of an army, if a game has an order of units."""
    game = next((game for game in _games() if game.ruleset.ordered), None)
    if game is None:
        return None
    card = cards(game)
    units = [unit.name for unit in card["a"].units]
    row: dict[str, Any] = {"units": ", ".join(units), "win": "64%", "change": "+4", "file": "{}"}
    row |= {"is_own": False, "build": url_for("build.build", ruleset=game.id)}
    own = row | {"units": ", ".join(units[::-1]), "win": "60%", "is_own": True}
    report = {"side": "a", "name": "Ann", "own": "60%", "is_better": True, "rows": [row, own]}
    return render_template(
        "order/page.html",
        form=OddsForm(game),
        games=[game],
        battle=a_battle(game),
        battle_json="{}",
        names=NAMES,
        cards=card,
        report=report | {"how": ["exact", "All orders were compared."]},
        others="",
    )


def heat_map() -> str:
    day = [(tone, f"0-{tone}", str(10 * tone), "") for tone in range(11)]
    night = [(10 - tone, f"1-{tone}", str(100 - 10 * tone), "3") for tone in range(11)]
    lines = [("Day shift", day), ("Night shift", night), *((f"Army {n}", []) for n in range(3, 12))]
    rows = [{"number": n, "name": name, "cells": cells} for n, (name, cells) in enumerate(lines, 1)]
    report = {
        "how": "exact",
        "is_sampled": False,
        "count": 11,
        "apart": "5",
        "firsts": {"0-2", "1-2"},
        "styles": [rows[:2], rows[2:]],
        "brought": [("Day shift", "70%", 70), ("Night shift", "30%", 30)],
        "file": "{}",
        "exact": "{}",
        "formats": ["csv", "json"],
    }
    return render_template("matchups/result.html", report=report)


def answered_puzzle() -> str | None:
    """Return a puzzle with the best order shown, or None without puzzles."""
    if puzzles.first_book() is None:
        return None
    daily = puzzles.of_day(puzzles.TODAY)
    grade = puzzles.Grade(win=0.64, best=0.64, is_best=True)
    best = ["Toad", "Goomba"]
    return puzzle.page(daily, graded=puzzle.Answer(grade, best, win="64%", best_win="64%"))


def mine() -> str:
    """Return one's own page with a challenge, a tournament and an army."""
    game = a_game()
    one = {"id": "style", "title": "Ann against Bo", "game": game, "number": 2, "is_open": True}
    moment = Moment("Open until {when}", MIDDAY_MS, is_exact=True)
    one |= {"status": "Bo is here.", "address": "/", "moment": moment}
    army = next(iter(samples.load(game).armies.values()))
    row = Army(id="style", name="Night shift", note="", ruleset=game.id, changed_at=MIDDAY)
    return render_template(
        "mine.html",
        challenges={"Open": [one]},
        tournaments=[("style", "Spring cup", game, Moment("Ended {when}", MIDDAY_MS))],
        armies=[(row, "style", samples.load(game).card(army.id))],
        rulesets={game.id: game},
        page=SimpleNamespace(newer="", older=""),
    )


def army() -> str:
    """Return an army's page, with equipped units if the samples have any."""
    listed = [(game, one.army) for game in _games() for one in samples.load(game).armies.values()]
    laden = (
        (game, document)
        for game, document in listed
        if any(any(details(game.builder, row)) for row in rows_of(game.builder.form, document))
    )
    game, document = next(laden, listed[0])
    named = {"name": "Night shift", "note": "Five who watch.", "document": json.dumps(document)}
    return builder.army_page(Army(id="style", ruleset=game.id, revision=1, owner="", **named))


def plain_builder() -> str:
    game = a_game()
    document = next(iter(samples.load(game).armies.values())).army
    draft = Draft(game, game.builder.normal(document))
    draft.query = next((one.name for one in draft.found()), "")  # the shelf is long
    return builder.page(draft, builder.new_army(game.id, None))


def home_page() -> str:
    """Return the home page while two matches are played."""
    game = a_game()
    data = {"battle": {"share_url": "/", "title": "Ann, Bo"}}
    show = {"battle": a_row(game), "picture": "", "data": data}
    parts, card = [home.part(game)], SimpleNamespace(address="", text="")
    played = [("style", "Ann against Bo")]
    return render_template("home.html", show=show, parts=parts, card=card, played=played)


def rules_page() -> str:
    game, sheet = next(_sheets_with_notes(), (a_game(), None))
    text = "# Rules\n\n- **M1** A *unit* has `AE`.\n\n| unit | AE |\n|---|---|\n| Goomba | 2 |\n"
    prose = rules.Prose(rules.as_html(text), "en")
    sheets = [sheet] if sheet else []
    return render_template("rules/game.html", game=game, prose=prose, sheets=sheets)


def _sheets_with_notes() -> Iterator[tuple[Game, Sheet]]:
    """Yield the first rows with notes of each table that has any."""
    for game in games.games().values():
        for sheet in game.wording.sheets(game.ruleset.catalog()):
            places = [
                n for n, name in enumerate(sheet.columns) if sheet.styles.get(name) == "notes"
            ]
            rows = [row for row in sheet.rows if any(row[place] for place in places)]
            if rows:
                yield game, replace(sheet, rows=rows[:2])


HASH: Final = "7f3c" * 16


def a_challenge() -> Challenge:
    """Return a finished game of a best of three."""
    game, fought = a_game(), a_battle(a_game()).document
    terms = {key: value for key, value in engine.terms_of(fought).items() if key != "ruleset"}
    armies = [json.dumps(side["army"]) for side in fought["sides"]]
    sealed = {"holder": "style", "seal": HASH, "own_salt": True, "link": 0}
    players = [
        Seat(side=side, name=NAMES[side], army=army, **sealed)
        for side, army in zip(SIDES, armies, strict=True)
    ]
    recording = Recording(winner="a")
    of_series = {"series_id": "style", "number": 2, "best_of": 3, "swapped": False}
    dice = {"nonce": "", "secret": HASH, "commitment": HASH}
    return Challenge(
        id="style",
        ruleset=game.id,
        title="",
        terms=json.dumps({"battle": terms, "limits": {}}),
        **dice,
        **of_series,
        listed=True,
        expires_at_ms=MIDDAY_MS,
        seats=players,
        battle=Battle(id="style", starts_at_ms=0, ends_at_ms=MIDDAY_MS, recording=recording),
    )


def challenge() -> str:
    """Return the page of a finished challenge, as its maker sees it."""
    shown = context(a_challenge(), "a")
    shown |= {"stage": "sealed", "links": dict.fromkeys(("seat", "join"), "/c/style")}
    return render_template("challenge/page.html", **shown, here="/c/style")


def a_series() -> str:
    first = SeriesGame("style", 1, swapped=False, ends_at_ms=0, winner="a", battle="style")
    second = first._replace(number=2, ends_at_ms=None, winner=None, battle=None)
    return series.page(a_challenge(), (first, second))


def cup(kind: tournament.Kind, **more: Any) -> str:
    game = a_game()
    names = ("Ann", "Bo", "Cleo", "Dan")
    plan = tournament.plan_of({"kind": kind, **more}, len(names))
    sides: tuple[dict[str, Any], ...] = ({},) * len(names)
    made = tournament.Tournament("Spring cup", plan, names, sides, {"ruleset": game.id})
    row = Tournament(id="style", name=made.name, ruleset=game.id)
    row.ended_at_ms = 1 if kind == "round-robin" else None
    due = tournament.due(tournament.matches(plan, {}))
    first: tournament.Results = {one.id: "a" for one in due}
    played = Played(row, made, tournament.matches(plan, first), {})
    return render_template(
        "tournament/page.html",
        row=row,
        name=row.name,
        game=game,
        plan=plan,
        kind=KINDS[kind],
        counting=COUNTING[kind],
        moments=[Moment("Started {when}", MIDDAY_MS), Moment("Ended {when}", MIDDAY_MS)],
        state=tournament_page.state_of(played),
        view=tournament_page.view(played),
        token="style" if kind == "single-elimination" else None,
        spoilers_hidden=False,
    )


def gauntlet() -> str:
    """Return the page of a gauntlet before its first battle; a unit has medals from before."""
    game = next((one for one in _games() if _blesses(one)), a_game())
    army = a_battle(game).document["sides"][0]["army"]
    if _blesses(game):
        first, *others = army[game.ruleset.ordered or ""]
        army = {**army, game.ruleset.ordered: [{**first, "medals": 2}, *others]}
    opponent = {"army": a_battle(game).document["sides"][1]["army"]}
    chances = ((1, 0.75), (2, 0.5))
    stations = tuple(Station(n, opponent, "ahead", None, chance, None) for n, chance in chances)
    course = Course(army=army, opponents=[opponent] * 2, blessings=1)
    row = Gauntlet(id="bcdfghjk", ruleset=game.id, name="")
    return chains.drawn(State(row, course, stations, army), NextForm(), may_play=True)


def _blesses(game: Game) -> bool:
    aftermath = game.ruleset.aftermath
    return aftermath is not None and aftermath.bless is not None
