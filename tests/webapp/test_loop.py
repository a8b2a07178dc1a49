"""No request keeps the loop for more than 50 ms, whatever is sent; `make load` prints it."""

from collections.abc import Iterable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import update

import engine
from engine import Seeded, tournament
from tests.load.loop import LIMIT_MS, endpoint, measure
from tests.load.slices import kept_ms, slowness
from tests.load.worst import Call, of_a_battle, of_a_tournament
from tests.webapp.lacking import lacks
from webapp.armies import store as saved
from webapp.base import games, samples
from webapp.battles import store as battles
from webapp.guard import keys
from webapp.store.database import session
from webapp.store.models import Tournament, TournamentGame
from webapp.tournaments import store
from webapp.tournaments.limits import ENTRANTS_MOST


def test_no_endpoint_keeps_the_loop(app: Flask) -> None:
    """Processor time of the loop's thread, on this machine's scale; `make short-load` asks all."""
    app.config["TESTING"] = False
    limit = LIMIT_MS * slowness()
    found = measure(app, limit, each=30)
    walked = {rule.endpoint for rule in app.url_map.iter_rules() if not lacks(rule.endpoint)}
    assert {*found} - {"nowhere"} == walked, "worst.py has something for every endpoint"
    late = {name: (round(kept.ms), kept.call.what) for name, kept in found.items()}
    assert {name: told for name, told in late.items() if told[0] > limit} == {}


def late(
    app: Flask, calls: Iterable[Call], client: FlaskClient | None = None
) -> dict[tuple[str, str], float]:
    """Which of these calls keep the loop for too long, each as in a process that read nothing."""
    client, limit = client or app.test_client(), LIMIT_MS * slowness()
    client.set_cookie("spoilers", "1")
    found = {}
    for call in calls:
        answers: list[int] = []

        def ask(call: Call = call, answers: list[int] = answers) -> None:
            store.read_again.cache_clear()
            samples._card_of.cache_clear()
            answers.append(call.send(client).status_code)

        ms = kept_ms(ask, limit)
        assert answers[0] in (200, 201, 301, 302, 303, 404, 409), call.address
        if ms > limit:
            found[call.address, call.what] = ms
    return found


@pytest.mark.long
def test_the_longest_battle_keeps_nobody_waiting(app: Flask) -> None:
    app.config["TESTING"] = False
    giant = {"custom": {"name": "Giant", "energy": 99}}
    side = {"army": {"lineup": [giant] * 40}}
    played = engine.play({"ruleset": "manymarios", "seed": 1, "sides": [side, side]})
    assert len(played.events) > 10_000
    with app.app_context():
        over = battles.Airing(battles.NEVER_ON_AIR)
        put = battles.put_on_air(games.game("manymarios"), played, over)
        kept = kept_ms(lambda: battles.recording_of(put))
        battle = put.id
    read = kept_ms(lambda: engine.load_recording(played.lines()))
    assert kept < read / 4, "recordings are read in threads: moments, rolls and orders ask for them"
    assert late(app, of_a_battle(app, battle)) == {}


@pytest.mark.long
@pytest.mark.parametrize("kind", [{"kind": "ladder", "rounds": 75}, {"kind": "round-robin"}])
def test_the_largest_tournament_keeps_nobody_waiting(app: Flask, kind: dict[str, Any]) -> None:
    """With armies as large as a file takes them, all games played: its pages, polls, the API."""
    app.config["TESTING"] = False
    with app.app_context():
        row = played_out(store.create(large_tournament(kind), "ann"))
        values = {"id_": row.id, "token": store.edit_token(row)}
    assert kept_ms(lambda: tournament.read(row.document)) > LIMIT_MS, "on the loop it would be late"
    assert late(app, of_a_tournament(app, values)) == {}


def large_tournament(kind: dict[str, Any]) -> dict[str, Any]:
    custom = {"name": "x", "energy": 1, "ae": 1, "de": 1, "damage": 1, "abilities": ["flying"]}
    unit = {"custom": custom, "equipment": ["parawings"] * 15}
    buildings = ["training-hall"] * 40 + ["watchtower"] * 40
    army = {"buildings": buildings, "lineup": [unit] * 40}
    entrants = [{"army": army}] * ENTRANTS_MOST
    return {**kind, "ruleset": "manymarios", "seed": 1, "entrants": entrants}


def played_out(row: Tournament) -> Tournament:
    plan, won = tournament.read(row.document).plan, dict[str, tournament.Winner]()
    while due := tournament.due(tournament.matches(plan, won)):
        won |= {game.id: "a" if game.number % 3 else "b" for game in due}
    with session() as db, db.begin():
        db.add_all(TournamentGame(tournament_id=row.id, game=id_, winner=won[id_]) for id_ in won)
        db.execute(update(Tournament).values(ended_at_ms=1))
    return store.find(row.id) or row


GAME = max(games.games().values(), key=lambda game: len(game.builder.shelf))
"""The game with the most units, so with the richest armies."""
OFFERED = (
    *("/armies", f"/tournaments?ruleset={GAME.id}", f"/build/{GAME.id}", f"/quick/{GAME.id}"),
    *(f"/{page}?ruleset={GAME.id}" for page in ("odds", "best-order", "matchups")),
)


@pytest.mark.long
def test_no_list_of_own_armies_keeps_the_loop(app: Flask) -> None:
    """Each of a page of them is judged, anew where there are terms, and drawn."""
    app.config["TESTING"] = False
    client = app.test_client()
    joined = client.post("/api/v1/tournaments", json={"ruleset": GAME.id, "kind": "swiss"}).json
    client.get("/tournaments")
    with client.session_transaction() as cookie:
        visitor = str(cookie[keys.VISITOR])
    with app.test_request_context():
        for army in rich(20):
            saved.save(GAME, army, owner=visitor)
    calls = [Call("own armies", "GET", one) for one in (f"/t/{joined['id']}", *OFFERED)]
    for call in calls:
        call.send(client)
    assert late(app, calls, client) == {}


def rich(count: int) -> list[dict[str, object]]:
    """Armies of eight of the unit with the most abilities that is drawn, each another one."""
    drawn = [GAME.builder.random({}, {}, Seeded(seed)) for seed in range(40)]
    rows = GAME.builder.form.list
    units = sorted((unit for army in drawn for unit in army[rows]), key=lambda x: len(str(x)))
    return [{**drawn[0], "name": f"Rich {n}", rows: [units[-1 - n]] * 8} for n in range(count)]


def test_what_keeps_the_loop_is_noticed(app: Flask) -> None:
    def busy() -> str:
        return str(sum(number * number for number in range(3_000_000)))

    app.add_url_rule("/busy", view_func=busy)
    call = Call("as it is", "GET", "/busy")
    assert endpoint(app, call) == "busy"
    client = app.test_client()
    assert kept_ms(lambda: call.send(client)) > LIMIT_MS
