"""The API as it is described: for programs by OpenAPI, for people by a page whose lines work."""

import json
import re
import shlex
import shutil
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from html import unescape
from itertools import pairwise
from typing import Any
from urllib.error import HTTPError

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.webapp.lacking import lacks
from tests.webapp.live_server import HURRIED, Server
from webapp.api import examples
from webapp.api.examples import all_examples

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
    spec: dict[str, Any] = client.get("/api/v1/openapi.json").get_json()
    return spec


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


def test_every_error_is_described_in_the_one_shape(spec: dict[str, Any]) -> None:
    for methods in spec["paths"].values():
        for operation in (methods[method] for method in methods.keys() - {"parameters"}):
            for status, answer in operation["responses"].items():
                if status.startswith("4"):
                    schema = resolved(spec, answer)["content"]["application/json"]["schema"]
                    assert schema == {"$ref": "#/components/schemas/Error"}
    error = spec["components"]["schemas"]["Error"]["properties"]
    assert set(error) == {"ok", "error", "errors", "status"}


def resolved(spec: dict[str, Any], answer: dict[str, Any]) -> dict[str, Any]:
    name = answer.get("$ref", "").rsplit("/", 1)[-1]
    found: dict[str, Any] = spec["components"]["responses"][name] if name else answer
    return found


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


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("instance"), command=HURRIED)
    yield server
    server.kill()


def test_every_line_of_the_page_works(client: FlaskClient, server: Server) -> None:
    """Copied from the page into a shell, in order, with each answer's words put into later ones."""
    html = client.get("/api", base_url=server.url).text
    lines = [unescape(line) for line in re.findall(r'<code class="curl">(.*?)</code>', html, re.S)]
    by_curl = {filled(example.curl, server): example for example in all_examples()}
    assert sorted(lines) == sorted(by_curl)
    words: dict[str, str] = {}
    for line, example in by_curl.items():
        status, answer = run(filled(line, server, words))
        while status == 409 and "409 until" in example.text:
            # As the page says: over when the battle is, and asked again until then.
            time.sleep(0.1)
            status, answer = run(filled(line, server, words))
        assert status in (200, 201), f"{line}\n{answer}"
        body = json.loads(answer)
        for word, place in example.gives.items():
            words[word] = str(member(body, place))


def filled(line: str, server: Server, words: dict[str, str] | None = None) -> str:
    return examples.filled(line, {**(words or {}), **examples.known(server.url)})


def member(body: Any, place: str) -> Any:
    for name in place.split("."):
        body = body[name]
    return body


def run(line: str) -> tuple[int, str]:
    """What a line of curl gets: status and body. Without curl, what it would ask is asked here."""
    arguments = shlex.split(line.replace("\\\n", " "))
    if shutil.which("curl"):
        command = [*arguments, "-sS", "--max-time", "60", "-w", "\n%{http_code}"]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        body, status = done.stdout.rsplit("\n", 1)
        return int(status), body
    options = list(pairwise(arguments))
    headers = dict(value.split(": ", 1) for name, value in options if name == "-H")
    data = next((value.encode() for name, value in options if name == "-d"), None)
    method = next((value for name, value in options if name == "-X"), "POST" if data else "GET")
    address = next(argument for argument in arguments if argument.startswith("http"))
    asked = urllib.request.Request(address, data, headers, method=method)
    try:
        with urllib.request.urlopen(asked, timeout=60) as answer:
            return answer.status, answer.read().decode()
    except HTTPError as error:
        return error.code, error.read().decode()


def test_the_lines_say_the_readers_own_server(client: FlaskClient) -> None:
    html = client.get("/api", base_url="https://battles.example").text
    assert "SERVER" not in html
    assert "curl &#39;https://battles.example/api/v1/" in html.replace(" \\\n  ", " ")
