"""Samples of challenges and tournaments for the style guide."""

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any, Final

from flask import render_template

from engine import SIDES, tournament
from webapp.challenges.pages import series
from webapp.site import style_samples as sample
from webapp.tournaments.pages import standings
from webapp.tournaments.store import Played
from webapp.tournaments.tables import COUNTING, KINDS

HASH: Final = "7f3c" * 16


def challenge() -> str:
    """Return a finished challenge, a best of three, as its maker sees it."""
    game = sample.a_game()
    seat = {"taken": True, "sealed": True, "seal": HASH, "salted_by": "player"}
    public = {
        "id": "style",
        "status": "over",
        "seats": {side: {**seat, "player": side, "name": sample.NAMES[side]} for side in SIDES},
        "battle": "style",
        "address": "/b/style",
        "listed": True,
        "provable": True,
        "secret": None,
        "commitment": HASH,
        "seed": None,
        "series": {
            "id": "style",
            "number": 2,
            "best_of": 3,
            "points": {"a": 1, "b": 1},
            "won": {"a": 0, "b": 0},
            "winner": None,
        },
    }
    told = {
        "status": "Ann has won this game.",
        "how_it_ended": "Ann has won this game.",
        "seats": {"a": "won", "b": "sealed"},
        "expires": "It ends in two days.",
        "sealed": "Only you see it before both are sealed.",
    }
    return render_template(
        "challenge/page.html",
        challenge=public,
        brief={},
        game=game,
        side="a",
        stage="sealed",
        heading="Ann's challenge",
        names=sample.NAMES,
        players=sample.NAMES,
        colours=game.builder.form.side_names(),
        told=told,
        next_steps=[],
        terms=[("Field", "Plains"), ("AP", "30")],
        cards=sample.cards(game),
        links=dict.fromkeys(("page", "series", "seat", "join", "battle"), "/c/style"),
        here="/c/style",
        preview=SimpleNamespace(address="", text="two armies"),
        notice="",
        spoilers_hidden=False,
    )


def a_series() -> str:
    game = sample.a_game()
    names = sample.NAMES
    rows = [
        series.GameRow(1, "Ann", "Bo", "Ann won", "/c/style", "/b/style", is_over=True),
        series.GameRow(2, "Ann", "Bo", "", "/c/style", "", is_over=False),
    ]
    return render_template(
        "challenge/series.html",
        challenge={
            "id": "style",
            "status": "joined",
            "series": {"id": "style", "best_of": 3, "number": 2},
        },
        game=game,
        heading="Ann's challenge",
        players=names,
        status="Game 2 is on.",
        bouts=[series.BoutRow("1 : 0", "", rows)],
        won=(0, 0),
        game_link="/c/style",
        link="/c/style/series",
        spoilers_hidden=False,
    )


def knockout() -> str:
    """Return a tournament with a half-played bracket."""
    return _tournament("single-elimination", {})


def round_robin() -> str:
    return _tournament("round-robin", {})


def ladder() -> str:
    return _tournament("ladder", {"rounds": 2})


def _tournament(kind: tournament.Kind, more: Mapping[str, Any]) -> str:
    game = sample.a_game()
    names = ("Ann", "Bo", "Cleo", "Dan")
    plan = tournament.plan_of({"kind": kind, **more}, len(names))
    cup = tournament.Tournament("Spring cup", plan, names, (), {"ruleset": game.id})
    row: Any = SimpleNamespace(
        id="style", name=cup.name, ruleset=game.id, owner=None, ended_at_ms=None
    )
    played = Played(row, cup, _half_played(plan), {})
    return render_template(
        "tournament/page.html",
        row=row,
        name=row.name,
        game=game,
        plan=plan,
        kind=KINDS[kind],
        counting=COUNTING[kind],
        state=standings.state_of(played),
        view=standings.view(played),
        token=None,
        gathered=None,
        are_told=False,
        more=None,
        people=None,
        notice="",
        spoilers_hidden=False,
    )


def _half_played(plan: tournament.Plan) -> list[tournament.Match]:
    """Return the matches after the first round, won by sides a."""
    first: tournament.Results = {
        game.id: "a" for game in tournament.due(tournament.matches(plan, {}))
    }
    return tournament.matches(plan, first)
