"""Tournaments on the web: made by the form, played in the background, kept, changed, removed."""

import hashlib
import html
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from itertools import permutations
from pathlib import Path
from typing import Any

import gevent
import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select

import engine
from engine import tournament
from tests.cli.command import battlereel
from tests.present import OURS, require
from tests.webapp.in_background import finish
from tests.webapp.kept_app import application
from tests.webapp.made_tournaments import ARMIES, links, made, page_of
from tests.webapp.page_parts import post
from tests.webapp.stopped_clock import StoppedClock
from webapp.armies.pages.army_lists import pieces
from webapp.base import games
from webapp.base.config import Settings
from webapp.battles.store import recording_of
from webapp.store import removal
from webapp.store.database import session
from webapp.store.models import Battle, Tournament, TournamentGame
from webapp.tournaments import registration, store
from webapp.tournaments.limits import UNFINISHED_MOST
from webapp.tournaments.tables import COUNTING, KINDS, TERMS

POLL_SECONDS = 0.01


def test_it_is_played_with_a_battle_for_every_game(app: Flask, client: FlaskClient) -> None:
    address = page_of(app, client, made(client, *ARMIES, name="Farm cup", best_of="3"))
    text = html.unescape(client.get(address).text)
    assert "<h1>Farm cup</h1>" in text
    with app.app_context():
        stored = store.find(address.rpartition("/")[2])
        assert stored is not None
        assert stored.ended_at_ms is not None
        played = store.as_it_stands(stored)
        fought = [game for match in played.matches for game in match.games]
        assert sorted(filter(None, played.battles.values())) == sorted(links(text))
        for game in fought:
            recording = recording_of(session_get(Battle, played.battles[game.id]))
            assert recording.result.winner == game.winner
            assert recording.header.battle == played.cup.battle_file(game)
    for row_ in tournament.standings(played.cup.plan, played.matches):
        assert f'<th scope="row">{played.cup.names[row_.entrant]}</th>' in text
    before = links(text)
    assert "Farm cup: A" in client.get(f"/b/{before[0]}").text
    with app.app_context(), session() as db, db.begin():
        removal.remove(db, db.get_one(Battle, before[0]))
    left = client.get(address).text
    assert (links(left), left.count("game 1: ")) == (before[1:], 6), "its result stays"


def test_results_are_hidden_until_they_are_wished_for(app: Flask, client: FlaskClient) -> None:
    """The first round's armies and a link for each game are left."""
    address = page_of(app, client, made(client, *ARMIES, kind="single-elimination", best_of="3"))
    shown = html.unescape(client.get(address).text)
    client.delete_cookie("spoilers")
    hidden = html.unescape(client.get(address).text)
    assert sorted(links(hidden)) == sorted(links(shown))
    for told in ("wins", "Standings", "Bracket", "Final</h3>"):
        assert told in shown
        assert told not in hidden
    assert not re.search(r"\d : \d", hidden)
    assert hidden.count('<details class="tournament-later">') == shown.count("<h3>") - 1
    # The number of games would tell whether two were enough: only the first is shown.
    rows = hidden.split('<span class="tournament-pair">')[1:]
    assert len(rows) == 3
    for row in rows:
        first, more = row.split("<details", 1)
        assert len(links(first)) == 1
        assert links(more.split("</details>")[0])
    assert html.unescape(client.get(f"{address}?spoilers=1").text).count("Standings") == 1


@contextmanager
def stopping_after_each_game() -> Iterator[None]:
    """Stops what plays a tournament after each game, as if its process were killed."""
    play = store._play

    def play_last(*args: Any) -> None:
        play(*args)
        raise gevent.GreenletExit

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store, "_play", play_last)
        yield


def test_after_a_stop_another_process_goes_on_as_the_command_line_would(
    app: Flask, client: FlaskClient, settings: Settings, clock: StoppedClock, tmp_path: Path
) -> None:
    with stopping_after_each_game():
        answer = made(client, *ARMIES[1:], best_of="3")
        finish(app)
    with application(settings, clock) as other, other.app_context():
        (before,) = (row.battle_id for row in _all(TournamentGame))
        store.go_on_with_all()
        finish(other)
        rows = _all(TournamentGame)
        assert before in {row.battle_id for row in rows}
        assert _count(Battle) == len(rows) >= 6, "three matches of at least two games"
        digests = {row.game: session_get(Battle, str(row.battle_id)).digest for row in rows}
        file = other.test_client().get(f"{answer.location}/tournament.json")
        text = html.unescape(other.test_client().get(f"{answer.location}?spoilers=1").text)
    folder = tmp_path / "cup"
    folder.mkdir()
    folder.joinpath("tournament.json").write_bytes(file.data)
    told = json.loads(battlereel("tournament", folder, "--workers=1").stdout)
    assert {
        path.stem: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.glob("recordings/*.jsonl")
    } == digests
    for row in told["standings"]:
        off = (row["interval"][1] - row["interval"][0]) // 2
        assert f'<td class="number">{row["rating"]} ± {off}</td>' in text
    assert text.count(f"<strong>seed</strong> {TERMS['seed']}") == 1


def test_a_tournament_that_comes_to_rest_is_continued_without_a_visit(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By one process: one that another process plays is left to it."""
    monkeypatch.setattr(registration, "ROUND", timedelta(milliseconds=1))
    with stopping_after_each_game():
        made(client, *ARMIES[:2], best_of="5")
        finish(app)
        with app.app_context():
            assert _count(TournamentGame) == 1
            assert len(store.unfinished()) == 1
            assert store.unfinished(timedelta(hours=1)) == []
            keeper = gevent.spawn(registration.keep_going, app)
            while store.unfinished():
                gevent.sleep(POLL_SECONDS)
            assert _count(TournamentGame) >= 3
    keeper.kill()


def session_get(kind: Any, key: Any) -> Any:
    with session() as db:
        return db.get(kind, key)


def _all(kind: Any) -> list[Any]:
    with session() as db:
        return [*db.scalars(select(kind))]


def _count(kind: Any) -> int:
    with session() as db:
        return db.scalar(select(func.count()).select_from(kind)) or 0


def test_two_processes_together_store_no_game_twice(
    app: Flask, client: FlaskClient, settings: Settings, clock: StoppedClock
) -> None:
    made(client, *ARMIES, best_of="3")
    with application(settings, clock) as other, other.app_context():
        store.go_on_with_all()
        finish(app)
        finish(other)
        (row,) = _all(Tournament)
        played = store.as_it_stands(row)
        assert row.ended_at_ms is not None
        assert len(played.battles) == sum(len(match.games) for match in played.matches)
        assert _count(Battle) == _count(TournamentGame) == len(played.battles)


def test_cross_table_has_games_won_against_each(app: Flask, client: FlaskClient) -> None:
    address = page_of(app, client, made(client, *ARMIES, best_of="3"))
    table = client.get(address).text.partition('<table class="cross">')[2].partition("</table>")[0]
    lines = re.findall(r'<th scope="row">\d (A\d)</th>(.*?)</tr>', table, re.S)
    cells = {name: re.findall(r'<td class="number">([^<]*)</td>', line) for name, line in lines}
    with app.app_context():
        (row,) = _all(Tournament)
        matches = store.as_it_stands(row).matches
    won = dict.fromkeys(permutations(range(4), 2), 0.0)
    for game in (game for match in matches for game in match.games):
        a, b = {"a": (1, 0), "b": (0, 1), None: (0.5, 0.5)}[game.winner]
        won[game.a, game.b] += a
        won[game.b, game.a] += b
    order = [int(name[1]) - 1 for name in cells]
    assert sorted(order) == [0, 1, 2, 3]
    for one, line in zip(order, cells.values(), strict=True):
        assert [float(cell or -1) for cell in line] == [won.get((one, two), -1) for two in order]


@pytest.mark.parametrize("kind", tournament.KINDS)
def test_every_kind_has_its_page(app: Flask, client: FlaskClient, kind: str) -> None:
    assert COUNTING.keys() == KINDS.keys()
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


def test_maker_hides_but_cannot_remove_a_begun_one(app: Flask, client: FlaskClient) -> None:
    address = page_of(app, client, made(client, *ARMIES))
    text = client.get(address).text
    (edit,) = re.findall(rf'href="({address}/edit/[^"]+)"', text)
    assert 'value="remove"' not in client.get(edit).text
    answer = post(client, edit, do="remove")
    assert answer.status_code == 409
    assert "This tournament has begun" in answer.text
    for do, is_listed in (("hide", False), ("unhide", True)):
        assert post(client, edit, do=do).location == edit
        assert (f'href="{address}"' in client.get("/tournaments").text) is is_listed
        assert client.get(address).status_code == 200
    assert client.get(f"/b/{links(text)[0]}").status_code == 200


def test_too_many_at_once_have_to_wait(app: Flask, client: FlaskClient) -> None:
    document = {
        "kind": "swiss",
        "ruleset": "manymarios",
        "seed": 1,
        "entrants": [{"army": {"lineup": [{"unit": "goomba"}]}}] * 2,
    }
    with app.app_context():
        for number in range(UNFINISHED_MOST):
            row = store.create(document, f"somebody {number}")
    answer = made(client, *ARMIES)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "30")
    assert client.get(f"/t/{row.id}/tournament.json").status_code == 404
    assert client.get(f"/t/{row.id}/progress").json == {"done": 0, "of": 1, "finished": False}
    assert "data-running" in client.get(f"/t/{row.id}").text
    finish(app)
    assert client.get(f"/t/{row.id}/progress").json == {"done": 1, "of": 1, "finished": True}


def test_what_is_wrong_comes_back_with_the_form(client: FlaskClient) -> None:
    def told(*armies: str, **fields: str) -> str:
        answer = made(client, *armies, **fields)
        assert answer.status_code == 422
        return html.unescape(answer.text)

    assert "Choose at least two armies." in told("Goomba")
    wrong = told("Goomba", "Xyzzy", name="Cup")
    assert "Xyzzy" in wrong
    assert 'value="Cup"' in wrong
    assert "are 17, which is 136 games; at most 16 can play here" in told(*["Goomba"] * 17)
    crowd = json.dumps([{"lineup": [{"unit": "goomba"}]}] * 301)
    assert "more than 300 armies, so over 44,850 games; choose fewer" in told(other=crowd)
    swiss = told(other=crowd, kind="swiss", rounds="4", best_of="3")
    assert "so over 1,800 games; choose fewer; the command line does it: battlereel" in swiss
    assert "it must be from 1 to 3" in told(*ARMIES, kind="swiss", rounds="9")
    assert "Enter a whole number" in told(*ARMIES, kind="swiss", rounds="x")
    assert "Choose one of these." in told(*ARMIES, kind="knockout")
    assert "No army has this link." in told(other="http://localhost/a/bcdfghjk\n/a/bcdfghjl")


@pytest.mark.parametrize("ruleset", OURS)
def test_random_saved_and_sample_armies_play(app: Flask, client: FlaskClient, ruleset: str) -> None:
    require(ruleset)
    text = ""
    for count in (1, 2):
        page = made(client, ruleset=ruleset, do="random", other=text, name="Cup").text
        assert 'value="Cup"' in page
        text = html.unescape(page.split('name="other"')[1].split(">\n", 1)[1])
        text = text.split("</textarea>")[0]
        assert len([*pieces(text)]) == count
    page = client.get(f"/tournaments?ruleset={ruleset}").text
    sample = re.findall(r'name="army" value="(sample:[^"]+)"', page)[0]
    army = games.game(ruleset).builder.random({}, {}, engine.Seeded(1)) | {"name": "Mine"}
    saved = client.post("/api/v1/armies", json={"ruleset": ruleset, "army": army}).json
    text += f"\n\n{saved['links']['page']}"
    if ruleset == "siege":
        assert 'value="strong"' in page
    answer = made(client, ruleset=ruleset, other=text, army=sample)
    text = html.unescape(client.get(f"{page_of(app, client, answer)}?spoilers=1").text)
    assert '<th scope="row">Mine</th>' in text
    assert "4 armies" in text


def test_page_begins_with_winner_and_ends_with_admin(app: Flask, client: FlaskClient) -> None:
    address = page_of(app, client, made(client, *ARMIES, kind="single-elimination", name="Cup"))
    text = client.get(f"{address}?spoilers=1").text
    marks = ("/edit/", "tournament-winner", ">Bracket<", ">Standings<", ">Armies<", ">Matches<")
    places = [text.index(mark) for mark in marks]
    assert places == sorted(places)
    with app.app_context():
        stored = store.find(address.rpartition("/")[2])
        assert stored is not None
        winner = store.as_it_stands(stored).matches[-1].winner
        assert winner is not None
        names = store.cup_of(stored).names
    assert f"{names[winner]} has won." in html.unescape(text)
    entrants = text.partition('id="entrants-title"')[2].partition("</section>")[0]
    assert entrants.count('class="lineup"') == len(names)
    hidden = client.get(f"{address}?spoilers=0").text
    assert "tournament-winner" not in hidden
    assert "has won" not in hidden
