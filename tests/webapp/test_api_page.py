"""The API as it is described: by OpenAPI, by a page whose lines work, and in the READMEs."""

import re
import shlex
from functools import reduce
from html import unescape
from itertools import pairwise
from operator import getitem
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.webapp.in_background import finish
from tests.webapp.lacking import lacks
from tests.webapp.stopped_clock import StoppedClock
from webapp.base import games
from webapp.base.paths import PACKAGE
from webapp.battles import store
from webapp.features import TOPICS
from webapp.site import api_examples
from webapp.site.api_examples import all_examples

DESCRIBED = "api-docs.openapi_json"


def calls(app: Flask) -> set[tuple[str, str]]:
    """Every method and address of the API, as OpenAPI writes them."""
    return {
        (method, re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule))
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith("/api/v") and rule.endpoint != DESCRIBED
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }


@pytest.fixture
def spec(client: FlaskClient) -> dict[str, Any]:
    return dict(client.get("/api/v1/openapi.json").get_json())


def test_every_call_is_described_with_what_it_answers(app: Flask, spec: dict[str, Any]) -> None:
    described = {
        (method.upper(), path)
        for path, methods in spec["paths"].items()
        for method in methods.keys() - {"parameters"}
    }
    assert described == calls(app)
    for path, methods in spec["paths"].items():
        for method in methods.keys() - {"parameters"}:
            answers = methods[method]["responses"]
            where = f"{method} {path}"
            assert methods[method]["summary"], where
            done = [answer for status, answer in answers.items() if status.startswith("2")]
            assert len(done) == 1, where
            assert done[0]["content"]["application/json"], where
            assert "default" in answers, f"{where}: the shape of its errors"
            if "{" in path:
                assert "404" in answers, where
            if method in ("post", "put") and methods[method].get("requestBody"):
                assert "422" in answers, where
            for name in (name for name in answers if name.startswith("4")):
                ref = answers[name].get("$ref", "").rpartition("/")[2]
                answer = spec["components"]["responses"][ref] if ref else answers[name]
                schema = answer["content"]["application/json"]["schema"]
                assert schema == {"$ref": "#/components/schemas/Error"}, where
    error = spec["components"]["schemas"]["Error"]["properties"]
    assert set(error) == {"ok", "error", "errors", "status"}, "errors have one shape"


def test_the_page_has_a_line_for_every_call(app: Flask, client: FlaskClient) -> None:
    adapter = app.url_map.bind("localhost")
    shown = {
        (example.method, adapter.match(example.path, example.method)[0])
        for example in all_examples()
    }
    endpoints = {
        (method, rule.endpoint)
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith("/api/v") and rule.endpoint != DESCRIBED
        if not lacks(rule.endpoint)
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert shown == endpoints
    html = unescape(client.get("/api").text)
    for method, path in calls(app):
        assert f"<code><b>{method}</b> {path}</code>" in html
    assert html.count('<code class="curl">') == len(all_examples())


def test_every_line_of_the_page_works(client: FlaskClient, clock: StoppedClock) -> None:
    """Taken from the page, in order, with each answer's words put into later lines."""
    html = client.get("/api").text
    lines = [unescape(line) for line in re.findall(r'<code class="curl">(.*?)</code>', html, re.S)]
    with client.application.app_context():
        store.store_samples([next(iter(games.games().values()))])
    known = api_examples.known("http://localhost")
    words: dict[str, str] = {}
    by_curl = {api_examples.filled(example.curl, known): example for example in all_examples()}
    assert sorted(lines) == sorted(by_curl)
    for line, example in by_curl.items():
        whole = api_examples.filled(line, {**words, **known})
        answer = asked(client, whole)
        if answer.status_code == 409 and "409 until" in example.text:
            # As the page says: over when the battle is, and asked again then.
            clock.ms += 10_000_000
            finish(client.application)
            answer = asked(client, whole)
        assert answer.status_code in (200, 201), f"{whole}\n{answer.text}"
        for word, place in example.gives.items():
            words[word] = str(reduce(getitem, place.split("."), answer.get_json(force=True)))


def asked(client: FlaskClient, line: str) -> Any:
    arguments = shlex.split(line.replace("\\\n", " "))
    options = list(pairwise(arguments))
    headers = dict(value.split(": ", 1) for name, value in options if name == "-H")
    data = next((value for name, value in options if name == "-d"), None)
    method = next((value for name, value in options if name == "-X"), "POST" if data else "GET")
    address = next(argument for argument in arguments if argument.startswith("http"))
    return client.open(address, method=method, data=data, headers=headers)


def test_the_lines_say_the_readers_own_server(client: FlaskClient) -> None:
    html = client.get("/api", base_url="https://battles.example").text
    assert "SERVER" not in html
    assert "curl &#39;https://battles.example/api/v1/" in html.replace(" \\\n  ", " ")


ADDRESSES = (PACKAGE / "ADDRESSES.md").read_text("utf-8")
README = (PACKAGE / "README.md").read_text("utf-8")
LIVE = (PACKAGE / "live" / "README.md").read_text("utf-8")
MESSAGES = re.findall(r"(?m)^### `(\w+)` \((\w+) to \w+\)$", LIVE)
SENDERS = "".join(path.read_text("utf-8") for path in PACKAGE.glob("*/live.py"))


def test_every_endpoint_is_documented_and_no_other(app: Flask) -> None:
    served = {
        (method, rule.rule)
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert {*re.findall(r"(?m)^\| `([A-Z]+) (/.*?)` \| .+ \|$", ADDRESSES)} == served


def test_every_message_has_a_handler_or_is_sent_and_no_other() -> None:
    handled = {f"{verb}_{topic.name}" for verb in ("watch", "leave") for topic in TOPICS}
    sent = re.findall(r'live\.(?:send_to|write)\("(\w+)"', SENDERS)
    sent += ["challenge_gone", "match_gone"]  # by live/namespace.py
    for who, names in (("client", handled), ("server", {*sent})):
        assert {name for name, sender in MESSAGES if sender == who} == names


def test_every_module_is_in_the_table() -> None:
    listed = set(re.findall(r"`([\w/]+(?:\.py)?/?)`", README.split("## Documents")[0]))
    modules = {
        path.name if path.is_file() else f"{path.name}/"
        for path in PACKAGE.iterdir()
        if path.suffix == ".py" or (path.is_dir() and path.name != "__pycache__")
    }
    assert modules - listed <= {"__init__.py"}
