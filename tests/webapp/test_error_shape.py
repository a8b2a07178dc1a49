"""Whatever goes wrong in the API, the answer has one shape."""

import json
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.webapp.battle_files import BATTLE, UNKNOWN_UNIT

BAD_BODIES = {
    **{text: text.encode() for text in ("", "{", "[]", "{}")},
    "unknown units": json.dumps(UNKNOWN_UNIT).encode(),
    "not UTF-8": b'{"ruleset": "\xff"}',
    "nested": b"[" * 290_000,
    "a long number": b'{"seed": ' + b"9" * 290_000,
    "many units": json.dumps(
        BATTLE | {"sides": [{"army": {"lineup": [{"unit": "goomba"}] * 6_000}}] * 2}
    ).encode(),
}


def endpoints(app: Flask) -> list[tuple[str, str]]:
    """Every method and address of the API, with something in place of each variable."""

    def something(part: str) -> str:
        return "1" if part.startswith("<int:") else "nothing" if part.startswith("<") else part

    return [
        (method, "/".join(map(something, rule.rule.split("/"))))
        for rule in app.url_map.iter_rules()
        for method in sorted(rule.methods or ())
        if rule.rule.startswith("/api/") and method in ("GET", "POST", "PUT")
    ]


def assert_shape(answer: TestResponse, status: int) -> dict[str, Any]:
    assert answer.status_code == status
    assert answer.mimetype == "application/json"
    body: dict[str, Any] = answer.get_json()
    assert set(body) == {"ok", "error", "errors", "status"}
    assert body["ok"] is False
    assert body["error"]
    assert body["status"] == status
    assert all(set(error) == {"path", "message"} for error in body["errors"])
    return body


def test_every_endpoint_answers_a_bad_request_in_the_one_shape(
    app: Flask, client: FlaskClient
) -> None:
    walked = endpoints(app)
    assert len(walked) >= 6
    assert_shape(client.get("/api/v1/nothing"), 404)
    for method, address in walked:
        if method == "POST":
            assert_shape(client.post(address, data=b"{"), 422)
        elif "nothing" in address:
            assert_shape(client.open(address, method=method), 404)
        assert_shape(client.delete(address), 405)


@pytest.mark.parametrize("address", ["/api/v1/battles", "/api/v1/odds"])
def test_a_bad_body_is_refused(client: FlaskClient, address: str) -> None:
    for body in BAD_BODIES.values():
        answer = client.post(address, data=body, content_type="application/json")
        assert assert_shape(answer, 422)["errors"]
    assert_shape(client.post(address, data=b"[" * 10_000_000), 413)


def test_an_error_in_a_list_names_its_place(client: FlaskClient) -> None:
    answer = client.post("/api/v1/matchups", json={"armies": [{}, 7]})
    (error,) = assert_shape(answer, 422)["errors"]
    assert error == {"path": "armies[1]", "message": "Not a valid mapping type."}


def test_a_fault_of_our_own_shows_no_traceback(app: Flask) -> None:
    app.config["TESTING"] = False
    app.add_url_rule("/api/v1/broken", view_func=lambda: 1 // 0)
    body = assert_shape(app.test_client().get("/api/v1/broken"), 500)
    assert "ZeroDivision" not in body["error"]
