"""Ladders on the web: made, gone on with, armies added and taken out, by pages and by REST."""

import html
import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from engine import tournament
from tests.webapp.in_background import finish
from tests.webapp.made_tournaments import ARMIES, links, made, page_of
from tests.webapp.page_parts import assert_shape, post
from tests.webapp.stopped_clock import StoppedClock
from tests.webapp.test_tournaments import stopping_after_each_game
from webapp.store import removal
from webapp.store.database import session
from webapp.store.models import Tournament
from webapp.tournaments import store

API = "/api/v1/tournaments"


@pytest.fixture
def address(app: Flask, client: FlaskClient) -> str:
    """A ladder of four whose two rounds are played."""
    return page_of(app, client, made(client, *ARMIES, kind="ladder", rounds="2", name="Climb"))


def edit_of(client: FlaskClient, address: str) -> str:
    return re.findall(rf'href="({address}/edit/[^"#]+)', client.get(address).text)[0]


def table(text: str) -> dict[str, list[str]]:
    """The cells of each line of the table, by the army's name."""
    rows = re.findall(r'<th scope="row">(A\d|New)(.*?)</tr>', html.unescape(text), re.S)
    return {name: re.findall(r'<td class="number">([^<]+)</td>', rest) for name, rest in rows}


def played_of(app: Flask, address: str) -> store.Played:
    with app.app_context():
        row = store.find(address.rpartition("/")[2])
        assert row is not None
        return store.as_it_stands(row)


def test_page_has_table_and_every_round(app: Flask, client: FlaskClient, address: str) -> None:
    text = html.unescape(client.get(address).text)
    played = played_of(app, address)
    assert re.search(r"Ladder · .+ · 4 armies · 2 rounds<", text)
    assert len(links(text)) == 4
    rated = tournament.ratings(played.cup.plan, [*played.matches])
    for name, cells in table(text).items():
        rating = rated[played.cup.names.index(name)]
        low, high = rating.interval
        assert cells[:3] == [str(rating.value), f"{low}\N{EN DASH}{high}", "2"]
    assert text.count('<svg class="interval" aria-hidden="true"') == 4
    # The round played last comes first.
    assert text.index(">Round 2<") < text.index(">Round 1<")
    hidden = client.get(f"{address}?spoilers=0").text
    assert "Standings" not in hidden
    assert hidden.index(">Round 1<") < hidden.index(">Round 2<")


def test_more_rounds_go_on_where_it_was(app: Flask, client: FlaskClient, address: str) -> None:
    before = played_of(app, address)
    edit = edit_of(client, address)
    assert post(client, edit, do="rounds", more="3").location == address
    finish(app)
    after = played_of(app, address)
    assert [*after.matches][: len(before.matches)] == [*before.matches]
    assert before.battles.items() <= after.battles.items()
    assert (len(after.battles), after.cup.plan.rounds) == (10, 5)
    # What is played is what the command line would have played from the beginning.
    longer = client.get(f"{address}/tournament.json").json
    assert longer["rounds"] == 5
    plan = tournament.read(longer).plan
    results = {game.id: game.winner for match in after.matches for game in match.games}
    assert tournament.matches(plan, results) == [*after.matches]
    assert tournament.due(tournament.matches(plan, results)) == []


def test_armies_come_and_go_between_rounds(app: Flask, client: FlaskClient, address: str) -> None:
    edit = edit_of(client, address)

    def next_round() -> set[int | None]:
        post(client, edit, do="rounds", more="1")
        finish(app)
        last = played_of(app, address).matches[-1].round
        there = [m for m in played_of(app, address).matches if m.round == last]
        return {who for match in there for who in (match.a, match.b)}

    before = table(client.get(address).text)
    assert post(client, edit, do="add", other="= New\nToad").location == f"{edit}#armies"
    found = table(client.get(address).text)
    assert found.pop("New") == ["1500", "1018\N{EN DASH}1982", "0", "0", "0", "0"]
    assert found == before
    assert next_round() == {0, 1, 2, 3, 4, None}
    (bye,) = [match for match in played_of(app, address).matches if match.state == "bye"]
    assert bye.a != 4

    before = table(client.get(address).text)
    assert post(client, edit, do="out-2").status_code == 303
    assert "Take back in<" in client.get(edit).text
    assert next_round() == {0, 2, 3, 4}
    text = client.get(address).text
    assert table(text)["A2"][:3] == before["A2"][:3]
    assert text.count("taken out") == 1
    assert post(client, edit, do="back-2").status_code == 303
    assert next_round() == {0, 1, 2, 3, 4, None}

    for number in (2, 3, 4):
        post(client, edit, do=f"out-{number}")
    answer = post(client, edit, do="out-1")
    assert answer.status_code == 422
    assert "A ladder needs at least 2 armies" in answer.text
    assert post(client, edit, do="out-9").status_code == 409


def test_wrong_fields_come_back_with_form(app: Flask, client: FlaskClient, address: str) -> None:
    edit = edit_of(client, address)

    def told(**fields: str) -> str:
        answer = post(client, edit, **fields)
        assert answer.status_code == 422
        return html.unescape(answer.text)

    assert "Enter a whole number." in told(do="rounds", more="x")
    assert "is 0; it must be 1 to 50 at a time" in told(do="rounds", more="0")
    # Four armies are two pairs in each round.
    assert (
        "is 51, which is 102 games; it must be 1 to 50 at a time; the command line does "
        "it: battlereel tournament FOLDER"
    ) in told(do="rounds", more="51")
    assert "Choose at least one army." in told(do="add", other="")
    assert "Xyzzy" in told(do="add", other="Xyzzy")
    many = "\n\n".join(["Goomba"] * 13)
    refusal = "at most 16 can play here; the command line does it: battlereel tournament FOLDER"
    assert refusal in told(do="add", other=many)
    assert len(played_of(app, address).cup.names) == 4, "all or none are added"
    drawn = post(client, edit, do="random", other="Toad")
    assert drawn.status_code == 200
    assert "Toad" in drawn.text
    # Six hundred games are played here: what more would be is told, and how to play it.
    answer = made(client, *ARMIES, kind="ladder", rounds="301")
    assert answer.status_code == 422
    assert "are 602 games; at most 600 are played here; the command line does it" in answer.text


def test_only_edit_links_play_more(app: Flask, client: FlaskClient, address: str) -> None:
    other, edit = app.test_client(), edit_of(client, address)
    assert "Play more rounds" in client.get(address).text
    assert "Play more rounds" not in other.get(address).text
    assert post(other, f"{edit}x", do="rounds", more="1").status_code == 404
    assert post(other, edit, do="rounds", more="1").status_code == 303
    cup = page_of(app, client, made(client, *ARMIES))
    assert "Play more rounds" not in client.get(edit_of(client, cup)).text, "it has an end"


def test_added_army_plays_after_the_requested_rounds(app: Flask, client: FlaskClient) -> None:
    with stopping_after_each_game():
        answer = made(client, *ARMIES, kind="ladder", rounds="4")
        finish(app)
    assert len(played_of(app, answer.location).battles) == 1
    edit = edit_of(client, answer.location)
    post(client, edit, do="add", other="= New\nToad")
    post(client, edit, do="rounds", more="1")
    finish(app)
    played = played_of(app, answer.location)
    assert (played.row.ended_at_ms is None, len(played.battles)) == (False, 10)
    results = {game.id: game.winner for match in played.matches for game in match.games}
    four = tournament.Plan("ladder", 4, played.cup.plan.seed, rounds=4)
    first = [match for match in played.matches if match.round <= 4]
    assert first == tournament.matches(four, results)
    assert any(4 in (match.a, match.b) for match in played.matches if match.round == 5)


def test_it_is_forgotten_by_when_it_was_played_last(
    app: Flask, client: FlaskClient, address: str, clock: StoppedClock
) -> None:
    made_at = played_of(app, address).row.created_at_ms
    clock.ms += 10_000
    post(client, edit_of(client, address), do="rounds", more="1")
    finish(app)
    with app.app_context(), session() as db, db.begin():
        (row,) = db.scalars(select(Tournament)).all()
        assert row.ended_at_ms == made_at + 10_000
        assert [*removal.outdated(db, made_at + 10_000)] == []
        assert [*removal.outdated(db, made_at + 10_001)] == [row]
        row.ended_at_ms, row.created_at_ms = None, 0
        db.flush()
        assert [*removal.outdated(db, 1)] == [], "a running ladder has played lately"


def test_by_rest_it_is_made_gone_on_with_and_changed(app: Flask, client: FlaskClient) -> None:
    def army(unit: str) -> dict[str, Any]:
        return {"army": {"lineup": [{"unit": unit}]}}

    sent = {"ruleset": "manymarios", "kind": "ladder", "rounds": 1, "entrants": [army("toad")] * 3}
    created = client.post(API, json=sent)
    assert created.status_code == 201, created.text
    place, edit = f"{API}/{created.json['id']}", {"edit": created.json["you"]["edit"]}
    finish(app)

    def send(method: str, part: str, **body: Any) -> Any:
        return client.open(f"{place}/{part}", method=method, query_string=edit, json=body)

    new = send("POST", "entrants", name="New", **army("goomba"))
    rows = {row["name"]: row for row in new.json["standings"]}
    assert [rows["New"][key] for key in ("seed", "rating", "takes_part")] == [4, 1500, True]
    out = send("PUT", "entrants/1", takes_part=False)
    assert [r["seed"] for r in out.json["standings"] if not r["takes_part"]] == [1]
    for part, body, path in (
        ("rounds", {"rounds": 51}, "rounds"),
        ("entrants", army("tod"), "army.lineup[0].unit"),
    ):
        (error,) = assert_shape(send("POST", part, **body), 422)["errors"]
        assert error["path"] == path
    assert send("PUT", "entrants/7", takes_part=False).status_code == 409
    assert client.put(f"{place}/entrants/1", json={"takes_part": False}).status_code == 403
    assert client.post(f"{place}/rounds", json={"rounds": 1}).status_code == 403
    assert client.post(f"{API}/bcdfghjk/rounds", json={"rounds": 1}).status_code == 404
    cup = made(client, *ARMIES).location.rpartition("/")[2]
    told = client.post(f"{API}/{cup}/rounds", query_string=edit, json={"rounds": 1})
    assert (told.status_code, "Only a ladder can be continued" in told.text) == (409, True)

    more = send("POST", "rounds", rounds=2)
    assert (more.status_code, more.json["rounds"], more.json["of"]) == (200, 3, 3)
    finish(app)
    found = client.get(place).json
    assert (found["state"], found["done"]) == ("over", 3)
