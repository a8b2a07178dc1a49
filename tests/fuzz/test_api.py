"""The whole API, by Schemathesis: its calls follow the links of the OpenAPI description.

So they reach battles, armies, challenges and matches that calls before them have made. Bodies are
drawn from the schemas; every other one has a sample army or battle, or a token that was given out,
in the place of what would be refused at once.
"""

import hashlib
import json
from collections import Counter
from typing import Any, Final

import schemathesis
from flask import Flask
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.stateful import OpenAPIStateMachine

from tests.fuzz.effort import THROWN, tries
from webapp import games
from webapp.battles import samples


class Known:
    """What earlier answers have given out, and how often each call was answered in which way."""

    def __init__(self) -> None:
        self.tokens: dict[str, list[str]] = {}
        self.answers: Counter[tuple[str, int]] = Counter()

    def learn(self, told: Any) -> None:
        """Keeps the tokens in an answer, by the challenge or match that they are good for."""
        if not isinstance(told, dict) or not isinstance(told.get("you"), dict):
            return
        you = told["you"]
        for id_ in (told.get("id"), told.get("battle")):
            if isinstance(id_, str):
                given = (you.get("invitation"), you.get("seat"), you.get("edit"))
                self.tokens.setdefault(id_, []).extend(filter(None, given))


def improve(body: Any, known: Known, id_: str, lot: int) -> Any:
    """A body in which what stands for an army, a battle file or a token is a real one."""
    if not isinstance(body, dict):
        return body
    game = [*games.games().values()][lot % len(games.games())]
    found = samples.load(game)
    improved = dict(body)
    if "ruleset" in body:
        improved["ruleset"] = game.id
    for key in (
        "terms",
        "limits",
        "side",
        "entrants",
        "rounds",
        "best_of",
        "opponent",
        "parent",
        "name",
        "title",
        "note",
        "salt",
        "seal",
    ):
        if key in body and lot % 3:
            del improved[key]
    armies = [*found.armies.values()]
    if "army" in body and armies:
        improved["army"] = armies[lot % len(armies)].army
    if "token" in body and known.tokens.get(id_):
        improved["token"] = known.tokens[id_][0]
    return improved


def battle_file(lot: int) -> dict[str, Any]:
    game = [*games.games().values()][lot % len(games.games())]
    found = samples.load(game)
    return found.battle_file([*found.battles.values()][lot % len(found.battles)])


def machine(app: Flask, known: Known) -> type[OpenAPIStateMachine]:
    schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", app)
    schema.config.generation.update(modes=[schemathesis.GenerationMode.POSITIVE])
    machine = schema.as_state_machine()

    class Calls(machine):  # type: ignore[misc, valid-type]
        def before_call(self, case: Any) -> None:
            text = json.dumps(case.body, sort_keys=True, default=str)
            lot = int.from_bytes(hashlib.sha256(text.encode("utf-8", "replace")).digest()[:4])
            id_ = str((case.path_parameters or {}).get("id_", ""))
            tokens = known.tokens.get(id_)
            case.headers = {"Accept-Encoding": "identity"}
            if tokens and lot % 5:
                case.headers["Authorization"] = f"Bearer {tokens[lot % len(tokens)]}"
            if lot % 4:
                path = case.operation.path
                if path.endswith(("/battles", "/odds", "/worth", "/wanted", "/best-order")):
                    case.body = battle_file(lot)
                else:
                    case.body = improve(case.body, known, id_, lot)

        def after_call(self, response: Any, case: Any) -> None:
            THROWN["calls of the API, in runs of 12 and more that follow its links"] += 1
            known.answers[f"{case.method} {case.operation.path}", response.status_code] += 1
            if (
                response.status_code < 300
                and "json" in response.headers.get("content-type", [""])[0]
            ):
                known.learn(json.loads(response.content))

        def validate_response(self, response: Any, case: Any, *_: Any, **__: Any) -> None:
            case.validate_response(response, checks=[not_a_server_error])

    return Calls  # type: ignore[return-value]


REACHED: Final = {
    "POST /api/v1/battles",
    "GET /api/v1/battles/{id_}",
    "POST /api/v1/armies",
    "GET /api/v1/armies/{id_}",
    "POST /api/v1/challenges",
    "GET /api/v1/challenges/{id_}",
    "POST /api/v1/challenges/{id_}/seal",
    "POST /api/v1/tournaments",
    "GET /api/v1/tournaments/{id_}",
}
"""Calls that have to succeed, so that what was tried was more than 404."""


def test_no_call_of_the_api_is_answered_by_500(app: Flask) -> None:
    """It goes on by longer and longer runs until all that has to be reached has been."""
    app.config["TESTING"] = False  # an error is an answer, as on a real server
    known = Known()
    for steps in range(12, 40, 2):
        machine(app, known).run(settings=tries(15, stateful_step_count=steps))
        if {call for call, status in known.answers if status < 300} >= REACHED:
            return
    raise AssertionError(known.answers)
