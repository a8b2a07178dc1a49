"""No request keeps the loop for more than 50 ms, whatever is sent; `make load` prints it."""

import pytest
from flask import Flask

import engine
from tests.load.loop import LIMIT_MS, Kept, endpoint, measure
from tests.load.slices import kept_ms, slowness
from tests.load.worst import Call, of_a_battle
from tests.present import require
from tests.webapp.lacking import lacks
from webapp import games
from webapp.battles import store as battles


@pytest.fixture
def found(app: Flask) -> dict[str, Kept]:
    app.config["TESTING"] = False
    return measure(app, LIMIT_MS * slowness())


def test_no_endpoint_keeps_the_loop(app: Flask, found: dict[str, Kept]) -> None:
    """Measured in processor time of the loop's thread, on a scale that this machine has set."""
    walked = {rule.endpoint for rule in app.url_map.iter_rules() if not lacks(rule.endpoint)}
    assert {*found} - {"nowhere"} == walked, "worst.py has something for every endpoint"
    limit = LIMIT_MS * slowness()
    late = {name: (round(kept.ms), kept.call.what) for name, kept in found.items()}
    assert {name: told for name, told in late.items() if told[0] > limit} == {}


def test_the_longest_battle_keeps_nobody_waiting(app: Flask) -> None:
    """As long as rules take one in: its page, log, files, rolls, moments, compressed or not."""
    require("manymarios")
    app.config["TESTING"] = False
    giant = {"custom": {"name": "Giant", "energy": 99}}
    side = {"army": {"lineup": [giant] * 40}}
    played = engine.play({"ruleset": "manymarios", "seed": 1, "sides": [side, side]})
    assert len(played.events) > 10_000
    game, over = games.game("manymarios"), battles.Airing(battles.NEVER_ON_AIR)
    with app.app_context():
        put = battles.put_on_air(game, played, over)
        kept = kept_ms(lambda: battles.recording_of(put))
        battle = put.id
    read = kept_ms(lambda: engine.load_recording(played.lines()))
    assert kept < read / 4, "recordings are read in threads: moments, rolls and orders ask for them"
    client, limit = app.test_client(), LIMIT_MS * slowness()
    late: dict[tuple[str, str], float] = {}
    for call in of_a_battle(app, battle):
        answers: list[int] = []
        ms = kept_ms(lambda: answers.append(call.send(client).status_code), limit)  # noqa: B023
        assert answers[0] < 400, call.address
        if ms > limit:
            late[call.address, call.what] = ms
    assert late == {}


def test_what_keeps_the_loop_is_noticed(app: Flask) -> None:
    """A loop of 100 ms of work, which no other greenlet could interrupt."""

    def busy() -> str:
        return str(sum(number * number for number in range(3_000_000)))

    app.add_url_rule("/busy", view_func=busy)
    call = Call("as it is", "GET", "/busy")
    assert endpoint(app, call) == "busy"
    client = app.test_client()
    assert kept_ms(lambda: call.send(client)) > LIMIT_MS
