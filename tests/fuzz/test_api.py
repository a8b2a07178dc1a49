"""Fuzz the API by Schemathesis, following OpenAPI links; half of the bodies have real armies,
battles or tokens. Missed calls are made directly."""

import hashlib
import json
from collections import Counter
from http import HTTPStatus
from itertools import count
from typing import Any, Final

import pytest
import schemathesis
from flask import Flask
from hypothesis import given
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.stateful import OpenAPIStateMachine

from tests.fuzz.effort import FACTOR, THROWN, tries
from tests.webapp.in_background import finish
from webapp.base import games, samples
from webapp.site import api_examples


class Known:
    """What earlier answers have given out, and how often each call was answered in which way."""

    def __init__(self) -> None:
        self.tokens: dict[str, list[str]] = {}
        self.rulesets: dict[str, str] = {}
        self.ids: dict[str, list[str]] = {}
        self.answers: Counter[tuple[str, int]] = Counter()

    def learn(self, told: Any, path: str) -> None:
        """Keeps ids in an answer, and the tokens that are good for them."""
        if not isinstance(told, dict) or not isinstance(told.get("id"), str):
            return
        you = told["you"] if isinstance(told.get("you"), dict) else {}
        given_out = [*filter(None, map(you.get, ("invitation", "seat", "edit")))]
        tokens = self.tokens.setdefault(told["id"], [])
        tokens += [token for token in given_out if token not in tokens]
        self._keep(told["id"], kind_of(path), str(told.get("ruleset")))
        game = games.games().get(told.get("ruleset", ""))
        if isinstance(told.get("battle"), str) and game is not None and game.match is not None:
            self.tokens[told["battle"]] = tokens
            self._keep(told["battle"], "matches", game.id)

    def _keep(self, id_: str, kind: str, ruleset: str) -> None:
        self.rulesets[id_] = ruleset
        if id_ not in self.ids.setdefault(kind, []):
            self.ids[kind].append(id_)

    def reached(self) -> set[str]:
        return {call for call, status in self.answers if status < 300}


def kind_of(path: str) -> str:
    """Of what a call is: `challenges` of `/api/v1/challenges/{id_}/seal`."""
    return path.split("/")[3]


def improve(body: Any, known: Known, id_: str, lot: int) -> Any:
    """A body in which what stands for an army, a battle file or a token is a real one."""
    if not isinstance(body, dict):
        return body
    own = games.games().get(known.rulesets.get(id_, ""))
    game = own or [*games.games().values()][lot % len(games.games())]
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
        "title",
        "note",
        "salt",
        "seal",
    ):
        if key in body and lot % 3:
            del improved[key]
    if "name" in body and lot % 3:
        improved["name"] = f"N{lot}"  # whoever takes part has a name of their own
    armies = [*found.armies.values()]
    if "army" in body and armies:
        improved["army"] = armies[lot % len(armies)].army
    if "token" in body and known.tokens.get(id_):
        improved["token"] = known.tokens[id_][0]
    if "round" in body:
        improved["round"] = 1
    if "orders" in body and lot % 2:
        improved["orders"] = {}
    return improved


def battle_file(lot: int) -> dict[str, Any]:
    game = [*games.games().values()][lot % len(games.games())]
    found = samples.load(game)
    return found.battle_file([*found.battles.values()][lot % len(found.battles)])


def steer(case: Any, known: Known, turn: int | None = None) -> None:
    """Give a call an existing token and body, mostly. With `turn` always, and each thing's id and
    tokens in turn; runs that follow links must not depend on others."""
    text = json.dumps([case.body, turn], sort_keys=True, default=str)
    lot = int.from_bytes(hashlib.sha256(text.encode("utf-8", "replace")).digest()[:4])
    path, given_to = case.operation.path, case.path_parameters or {}
    ids = known.ids.get(kind_of(path), [""])
    if turn is not None and "id_" in given_to:
        numbers = {"number": 1 + turn % 2} if "number" in given_to else {}
        case.path_parameters = {**given_to, **numbers, "id_": ids[turn % len(ids)]}
    id_ = str((case.path_parameters or {}).get("id_", ""))
    tokens = known.tokens.get(id_)
    case.headers = {"Accept-Encoding": "identity"}
    if tokens and (turn is not None or lot % 5):
        token = tokens[(lot if turn is None else turn // len(ids)) % len(tokens)]
        case.headers["Authorization"] = f"Bearer {token}"
        if kind_of(path) == "tournaments":
            case.query = {**(case.query or {}), "edit": token}
    if turn is not None or lot % 4:
        if path.endswith(("/battles", "/odds", "/worth", "/wanted", "/best-order")):
            case.body = battle_file(lot)
        elif path.endswith("/rounds"):
            case.body = {"rounds": 1 + lot % 4}
        else:
            case.body = improve(case.body, known, id_, lot)


def note(response: Any, case: Any, known: Known) -> None:
    THROWN["calls of the API, in runs of 12 that follow its links, and directly"] += 1
    known.answers[f"{case.method} {case.operation.path}", response.status_code] += 1
    if response.status_code < 300 and "json" in response.headers.get("content-type", [""])[0]:
        known.learn(json.loads(response.content), case.operation.path)


def machine(schema: Any, known: Known) -> type[OpenAPIStateMachine]:
    machine = schema.as_state_machine()

    class Calls(machine):  # type: ignore[misc, valid-type]
        def before_call(self, case: Any) -> None:
            steer(case, known)

        def after_call(self, response: Any, case: Any) -> None:
            note(response, case, known)

        def validate_response(self, response: Any, case: Any, *_: Any, **__: Any) -> None:
            judge(response, case)

    return Calls  # type: ignore[return-value]


def judge(response: Any, case: Any) -> None:
    """Raises if a server failed; one that is asked for too much says when to ask again instead."""
    says_when = "retry-after" in response.headers
    if response.status_code == HTTPStatus.SERVICE_UNAVAILABLE and says_when:
        return
    case.validate_response(response, checks=[not_a_server_error])


def call_directly(schema: Any, known: Known, call: str, *, until_reached: bool) -> None:
    """Makes one call of what there is, of each thing and by each token in turn."""
    method, _space, path = call.partition(" ")
    turns = count()

    @tries(60)
    @given(schema[path][method].as_strategy())
    def one(case: Any) -> None:
        if until_reached and call in known.reached():
            return
        steer(case, known, next(turns))
        response = case.call()
        note(response, case, known)
        judge(response, case)

    one()


def seed(app: Flask, known: Known, ends: tuple[str, ...]) -> None:
    """Makes what the lines of the API's page make, without calls that end so."""
    words = api_examples.known("")
    client = app.test_client(use_cookies=False)
    for line in api_examples.all_examples():
        if kind_of(line.path) not in KINDS or line.path.endswith(ends):
            continue
        body = json.loads(api_examples.filled(json.dumps(line.body), words))
        seat = {"Authorization": f"Bearer {words[line.seat]}"} if line.seat in words else {}
        address = f"{line.path}?{line.query}"
        path = api_examples.filled(words.get(line.link, address), words)
        sent = {"json": body} if line.method != "GET" else {}
        answer = client.open(path, method=line.method, headers=seat, **sent)
        if answer.status_code >= 300:
            continue  # such as a proof of what is not over
        told = answer.get_json()
        known.learn(told, line.path)
        for word, place in line.gives.items():
            value = told
            for member in place.split("."):
                value = value[member]
            words[word] = str(value)


KINDS: Final = ("armies", "battles", "challenges", "matches", "tournaments")
ENDS: Final = ("/proof", "/next", "/renew", "/lock", "/unlock", "/resign", "/leave", "/close")
REACHED: Final = (
    "POST /api/v1/battles",
    "GET /api/v1/battles/{id_}",
    "POST /api/v1/armies",
    "GET /api/v1/armies/{id_}",
    "POST /api/v1/challenges",
    "GET /api/v1/challenges/{id_}",
    "POST /api/v1/challenges/{id_}/join",
    "POST /api/v1/challenges/{id_}/seal",
    "POST /api/v1/challenges/{id_}/renew",
    "POST /api/v1/tournaments",
    "GET /api/v1/tournaments/{id_}",
    "POST /api/v1/tournaments/{id_}/join",
    "PUT /api/v1/tournaments/{id_}/army",
    "POST /api/v1/tournaments/{id_}/leave",
    "POST /api/v1/tournaments/{id_}/begin",
    "POST /api/v1/tournaments/{id_}/rounds",
    "POST /api/v1/tournaments/{id_}/entrants",
    "PUT /api/v1/tournaments/{id_}/entrants/{number}",
    "POST /api/v1/tournaments/{id_}/close",
    "POST /api/v1/tournaments/{id_}/renew",
)
"""Calls that have to succeed at least once."""
OF_MATCHES: Final = (
    "GET /api/v1/matches/{id_}",
    "GET /api/v1/matches/{id_}/events",
    "PUT /api/v1/matches/{id_}/orders",
    "POST /api/v1/matches/{id_}/lock",
    "POST /api/v1/matches/{id_}/unlock",
    "POST /api/v1/matches/{id_}/resign",
)
"""The same for games that are played round by round."""


@pytest.mark.long
def test_no_call_of_the_api_is_answered_by_500(app: Flask) -> None:
    app.config["TESTING"] = False  # an error is an answer, as on a real server
    known = Known()
    schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", app)
    schema.config.generation.update(modes=[schemathesis.GenerationMode.POSITIVE])
    machine(schema, known).run(settings=tries(15, stateful_step_count=12))
    made = Known()
    made.answers = known.answers
    for ends in (ENDS, (*ENDS, "/begin"), (*ENDS, "/begin", "/join", "/seal")):
        seed(app, made, ends)
        finish(app)
    has_matches = any(game.match for game in games.games().values())
    wanted = (*REACHED, *(OF_MATCHES if has_matches else ()))
    for call in wanted:  # in their order: what ends something comes last
        if call not in known.reached():
            call_directly(schema, made, call, until_reached=True)
    assert {*wanted} - known.reached() == set()
    if FACTOR > 1:  # and then more of each, which ends and empties all there is
        for call in wanted:
            call_directly(schema, made, call, until_reached=False)
