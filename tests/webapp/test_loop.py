"""No request keeps the loop for more than 50 ms, whatever is sent; `make load` prints it."""

import pytest
from flask import Flask

from tests.load.loop import LIMIT_MS, Kept, endpoint, measure
from tests.load.slices import kept_ms, slowness
from tests.load.worst import Call
from tests.webapp.lacking import lacks


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


def test_what_keeps_the_loop_is_noticed(app: Flask) -> None:
    """A loop of 100 ms of work, which no other greenlet could interrupt."""

    def busy() -> str:
        return str(sum(number * number for number in range(3_000_000)))

    app.add_url_rule("/busy", view_func=busy)
    call = Call("as it is", "GET", "/busy")
    assert endpoint(app, call) == "busy"
    client = app.test_client()
    assert kept_ms(lambda: call.send(client)) > LIMIT_MS
