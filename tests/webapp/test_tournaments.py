"""Tournaments on the web: made by the form, played in the background, kept, changed, removed."""

import hashlib
import html
import json
import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import gevent
import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select

from engine import tournament
from tests.cli.command import battlereel
from tests.present import require
from tests.webapp.in_background import finish
from tests.webapp.made_tournaments import ARMIES, links, made, page_of
from tests.webapp.page_parts import post
from tests.webapp.stopped_clock import StoppedClock
from webapp import create_app
from webapp.base import background
from webapp.base.config import Settings
from webapp.battles.store import recording_of
from webapp.cli import main
from webapp.store import database, removal
from webapp.store.database import session
from webapp.store.models import Battle, Recording, Tournament, TournamentGame
from webapp.tournaments import beginning, playing, store


@pytest.fixture(autouse=True)
def game() -> None:
    require("manymarios")


def test_it_is_played_and_told_with_a_battle_for_every_game(
    app: Flask, client: FlaskClient
) -> None:
    address = page_of(app, client, made(client, *ARMIES, name="Farm cup", best_of="3"))
    text = html.unescape(client.get(address).text)
    assert "<h1>Farm cup</h1>" in text
    with app.app_context():
        stored = store.find(address.rpartition("/")[2])
        assert stored is not None
        assert stored.ended_at_ms is not None
        played = store.as_it_stands(stored)
        games = [game for match in played.matches for game in match.games]
        assert sorted(filter(None, played.battles.values())) == sorted(links(text))
        for game in games:
            recording = recording_of(session_get(Battle, played.battles[game.id]))
            assert recording.result.winner == game.winner
            assert recording.header.battle == played.cup.battle_file(game)
    for row_ in tournament.standings(played.cup.plan, played.matches):
        assert f'<th scope="row">{played.cup.names[row_.entrant]}</th>' in text
    watched = client.get(f"/b/{links(text)[0]}")
    assert watched.status_code == 200
    assert "Farm cup: A" in watched.text


def test_results_are_hidden_until_they_are_wished_for(app: Flask, client: FlaskClient) -> None:
    """What is left are the armies of the first round, and a link for every game."""
    address = page_of(app, client, made(client, *ARMIES, kind="single-elimination"))
    shown = html.unescape(client.get(address).text)
    client.delete_cookie("spoilers")
    hidden = html.unescape(client.get(address).text)
    assert sorted(links(hidden)) == sorted(links(shown))
    for told in ("wins", "Standings", "Bracket", "Final</h3>", "1 : 0"):
        assert told in shown
        assert told not in hidden
    assert hidden.count('<details class="tournament-later">') == shown.count("<h3>") - 1
    assert html.unescape(client.get(f"{address}?spoilers=1").text).count("Standings") == 1


def test_of_several_games_only_the_first_is_seen(app: Flask, client: FlaskClient) -> None:
    """Whether two games of three were enough would be told by their number."""
    address = page_of(app, client, made(client, *ARMIES, best_of="3"))
    hidden = html.unescape(client.get(f"{address}?spoilers=0").text)
    rows = hidden.split('<span class="tournament-pair">')[1:]
    assert len(rows) == 6
    for row in rows:
        first, more = row.split("<details", 1)
        assert len(links(first)) == 1
        assert len(links(more.split("</details>")[0])) in (1, 2)


def test_stopped_in_the_middle_another_process_goes_on_as_the_command_line_would(
    app: Flask, client: FlaskClient, settings: Settings, clock: StoppedClock, tmp_path: Path
) -> None:
    answer = made(client, *ARMIES, best_of="5")
    with app.app_context():
        _stop_after(app, 1)
        before = {row.battle_id for row in _all(TournamentGame)}
        assert len(before) < 18  # six matches of at least three games
    other = create_app(settings, clock)
    with other.app_context():
        playing.go_on_with_all()
        finish(other)
        rows = _all(TournamentGame)
        assert before <= {row.battle_id for row in rows}
        assert _count(Battle) == len(rows)
        digests = {row.game: session_get(Battle, str(row.battle_id)).digest for row in rows}
    file = other.test_client().get(f"{answer.location}/tournament.json")
    folder = tmp_path / "cup"
    folder.mkdir()
    folder.joinpath("tournament.json").write_bytes(file.data)
    told = json.loads(battlereel("tournament", folder, "--workers=1").stdout)
    assert {
        path.stem: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.glob("recordings/*.jsonl")
    } == digests
    text = html.unescape(other.test_client().get(f"{answer.location}?spoilers=1").text)
    for row in told["standings"]:
        off = (row["interval"][1] - row["interval"][0]) // 2
        assert f'<td class="number">{row["rating"]} ± {off}</td>' in text
    other.extensions[database.KEY].kw["bind"].dispose()


def test_what_comes_to_rest_is_continued_though_nobody_looks(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By one process: those that another one plays are left to it."""
    monkeypatch.setattr(beginning, "ROUND", timedelta())
    made(client, *ARMIES, best_of="5")
    with app.app_context():
        _stop_after(app, 1)
        assert len(store.unfinished()) == 1
        assert store.unfinished(timedelta(hours=1)) == []
        keeper = gevent.spawn(beginning.keep_going, app)
        _stop_after(app, 2)
        while store.unfinished():
            gevent.sleep(0)
        assert _count(TournamentGame) >= 18, "six matches of at least three games"
    keeper.kill()


def session_get(kind: Any, key: Any) -> Any:
    with session() as db:
        return db.get(kind, key)


def _stop_after(app: Flask, games: int) -> None:
    """Kills what plays once so many games are stored."""
    while _count(TournamentGame) < games:
        gevent.sleep(0)
    gevent.killall([*app.extensions[background.KEY].running.values()])


def _all(kind: Any) -> list[Any]:
    with session() as db:
        return [*db.scalars(select(kind))]


def _count(kind: Any) -> int:
    with session() as db:
        return db.scalar(select(func.count()).select_from(kind)) or 0


def test_two_processes_at_once_store_no_game_twice(
    app: Flask, client: FlaskClient, settings: Settings, clock: StoppedClock
) -> None:
    made(client, *ARMIES, best_of="3")
    other = create_app(settings, clock)
    with other.app_context():
        playing.go_on_with_all()
    finish(app)
    finish(other)
    with app.app_context():
        (row,) = store.unfinished() or _all(Tournament)
        played = store.as_it_stands(row)
        assert row.ended_at_ms is not None
        assert len(played.battles) == sum(len(match.games) for match in played.matches)
        assert _count(Battle) == _count(TournamentGame) == len(played.battles)
    other.extensions[database.KEY].kw["bind"].dispose()


@pytest.mark.parametrize("kind", tournament.KINDS)
def test_every_kind_has_its_page(app: Flask, client: FlaskClient, kind: str) -> None:
    address = page_of(app, client, made(client, *ARMIES, "Toad\nToad", kind=kind))
    text = html.unescape(client.get(address).text)
    assert text.count('<th scope="row">A') == 5
    is_drawn = kind.endswith("elimination")
    assert text.count('<svg class="bracket" aria-hidden="true"') == (
        {"single-elimination": 1, "double-elimination": 3}[kind] if is_drawn else 0
    )
    assert "has a bye" in text  # five do not come out even
    assert re.search(r"A\d against A\d", re.sub("</?b>", "", text))
    assert client.get(address, headers={"Accept-Language": "de"}).status_code == 200


def test_the_maker_alone_changes_it_by_the_edit_link(app: Flask, client: FlaskClient) -> None:
    address = page_of(app, client, made(client, *ARMIES))
    text = client.get(address).text
    (edit,) = re.findall(rf'href="({address}/edit/[^"]+)"', text)
    other = app.test_client()
    assert "/edit/" not in other.get(address).text
    assert other.get(f"{address}/edit/wrong").status_code == 404

    assert post(other, edit, name="Spring cup").status_code == 303
    assert "<h1>Spring cup</h1>" in client.get(address).text
    assert post(client, edit, name="x" * 61).status_code == 422

    renewed = post(client, edit, do="renew").location
    assert renewed != edit
    assert client.get(edit).status_code == 404

    battle = links(text)[0]
    assert post(client, renewed, do="remove").status_code == 303
    assert client.get(address).status_code == client.get(f"/b/{battle}").status_code == 404
    with app.app_context():
        assert _count(TournamentGame) == _count(Recording) == 0


def test_a_battle_that_is_removed_leaves_its_result(app: Flask, client: FlaskClient) -> None:
    address = page_of(app, client, made(client, *ARMIES))
    before = links(client.get(address).text)
    with app.app_context(), session() as db, db.begin():
        removal.remove(db, db.get_one(Battle, before[0]))
    text = client.get(address).text
    assert links(text) == before[1:]
    assert text.count("game 1: ") == 6


def test_the_command_line_removes_it_with_its_battles(
    app: Flask, client: FlaskClient, settings: Settings, tmp_path: Path
) -> None:
    address = page_of(app, client, made(client, *ARMIES))
    environment = {
        "DATABASE_URL": settings.database_url,
        "BATTLEREEL_INSTANCE": str(tmp_path / "instance"),
        "SECRET_KEY": settings.secret_key,
    }
    call = ["remove", "--yes", f"https://example.org{address}"]
    told = CliRunner().invoke(main, call, env=environment)
    assert f"tournament {address.removeprefix('/t/')}, with its battles:" in told.output
    with app.app_context():
        assert _count(Tournament) == _count(Battle) == 0


def test_what_nobody_lists_goes_as_a_whole(app: Flask, client: FlaskClient) -> None:
    page_of(app, client, made(client, *ARMIES))
    with app.app_context(), session() as db:
        (row,) = db.scalars(select(Tournament)).all()
        # Battles are as old as their rows, whatever the clock of this test says.
        assert [*removal.outdated(db, row.created_at_ms)] == []
        assert [*removal.outdated(db, 2**42)] == [row]
        assert removal.remove_outdated(db, 2**42) == 1
    with app.app_context():
        assert _count(Tournament) == _count(Battle) == 0


def test_too_many_at_once_have_to_wait(app: Flask, client: FlaskClient) -> None:
    document = {
        "kind": "swiss",
        "ruleset": "manymarios",
        "seed": 1,
        "entrants": [{"army": {"lineup": [{"unit": "goomba"}]}}] * 2,
    }
    with app.app_context():
        for number in range(store.UNFINISHED_MOST):
            row = store.create(document, f"somebody {number}")
    answer = made(client, *ARMIES)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "30")
    # One that waits says so, and keeps its seed to itself.
    assert client.get(f"/t/{row.id}/tournament.json").status_code == 404
    assert client.get(f"/t/{row.id}/progress").json == {"done": 0, "of": 1, "finished": False}
    assert "data-running" in client.get(f"/t/{row.id}").text
    finish(app)
    assert client.get(f"/t/{row.id}/progress").json == {"done": 1, "of": 1, "finished": True}


def test_an_address_that_is_none_is_told(client: FlaskClient) -> None:
    answer = client.get("/t/bcdfghjk")
    assert answer.status_code == 404
    assert "No tournament has this link." in answer.text
