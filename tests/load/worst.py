"""The most expensive calls of each endpoint, from the API page's examples, the map's addresses and
garbage."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import quote, quote_plus, urlencode, urlsplit

from flask import Flask
from flask.testing import FlaskClient

from engine.core.reading import MEMBERS_MOST, VALUES_MOST
from tests.load.texts import HOSTILE
from tests.webapp.page_parts import token
from webapp.base import games, samples
from webapp.guard.limits import BODY_BYTES_MOST, FIELDS_MOST, JSON_BYTES_MOST, QUERY_BYTES_MOST
from webapp.guard.request_guard import FORM
from webapp.site import api_examples

JSON: Final = "application/json"
FULL: Final = VALUES_MOST - 500
"""Values that fit into a body beside those of an example."""
MEMBERS: Final = dict.fromkeys((f"k{number}" for number in range(MEMBERS_MOST - 10)), 0)
GARBAGE: Final = {
    name: json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    for name, value in {
        "60,000 keys": {f"k{number}": 0 for number in range(60_000)},
        "keys": MEMBERS,
        "objects of keys": [MEMBERS] * (FULL // len(MEMBERS) // 4),
        "objects": [{}] * FULL,
        "rows": [{"unit": "x", "n": 1}] * (FULL // 3),
        "numbers": [7] * FULL,
        "lists": [[]] * FULL,
        "text": "x, é\n" * (JSON_BYTES_MOST // 18),
    }.items()
}
"""Large JSON values of every shape."""
ENTERED: Final = ("other", "others", "other_a", "other_b", "text")
"""Form fields for an army as text."""
CHOSEN: Final = ("army", "army_a", "army_b")  # form fields for an army's link


@dataclass(frozen=True)
class Call:
    """A request, and what is bad about it."""

    what: str
    method: str
    address: str
    body: bytes = b""
    kind: str = JSON
    seat: str = ""
    encoding: str = ""

    def send(self, client: FlaskClient) -> Any:
        """Its answer, all of which was read."""
        answer = client.open(
            self.address,
            method=self.method,
            data=self.body,
            content_type=None if self.method == "GET" else self.kind,
            headers={
                **({"Authorization": f"Bearer {self.seat}"} if self.seat else {}),
                **({"Accept-Encoding": self.encoding} if self.encoding else {}),
            },
        )
        answer.get_data()
        answer.close()
        return answer


def calls(app: Flask, client: FlaskClient) -> Iterator[Call]:
    """All of them, each to be sent before the next is asked for."""
    words = api_examples.known("http://localhost")
    fed: set[Any] = set()
    for example in api_examples.all_examples():
        text = json.dumps(example.body)
        call = Call(
            "as it is",
            example.method,
            _local(api_examples.filled(example.link or example.path, words))
            + (f"?{api_examples.filled(example.query, words)}" if example.query else ""),
            api_examples.filled(text, words).encode(),
            seat=api_examples.filled(example.seat, words),
        )
        like = (call.method, example.path, *_paths(example.body))
        if call.method != "GET" and like not in fed:
            fed.add(like)  # the same members are read by the same code
            for what, body in _bodies(json.loads(call.body)):
                yield Call(what, call.method, call.address, body, seat=call.seat)
        told = call.send(client).get_json(silent=True) or {}
        for word, path in example.gives.items():
            words[word] = _at(told, path)
        yield call
    yield from _pages(app, client, words)


def _pages(app: Flask, client: FlaskClient, words: dict[str, str]) -> Iterator[Call]:
    game = next(iter(games.games().values()))
    csrf = token(client)
    joined = client.post("/api/v1/tournaments", json={"ruleset": game.id, "kind": "swiss"}).json
    places = {
        "challenge": {"id_": words.get("CHALLENGE", "x"), "token": words.get("INVITATION", "x")},
        "challenge_cards": {"id_": words.get("CHALLENGE", "x")},
        "match": {"id_": words.get("MATCH", "x")},
        "tournament": {"id_": words.get("CLIMB", "x"), "token": words.get("HOLDER", "x")},
        "gathering": {"id_": joined["id"], "token": "x"},
        "army_pages": {
            "id_": words.get("ARMY", "x"),
            "token": words.get("UPDATE", "x").rpartition("=")[2],
        },
    }
    others = {
        "ruleset": game.id,
        "id_": words["SAMPLE"],
        "other": words["SAMPLE"],
        "side": "a",
        "kind": "png",
        "day": "2026-11-01",
        "filename": "dist/manifest.json",
        "format_": "csv",
        "name": "view.js",
        "token": "x",
    }
    queries, hostile, forms = [*_queries(words)], [*_hostile_queries()], [*_forms()]
    for rule in app.url_map.iter_rules():
        if rule.rule.startswith("/api/v1/") and rule.endpoint != "api-docs.openapi_json":
            continue
        values = others | places.get(rule.endpoint.partition(".")[0], {})
        if rule.endpoint == "quick.start_sample":
            values = values | {"id_": next(iter(samples.load(game).battles))}
        parts = re.split(r"<(?:\w+:)?(\w+)>", rule.rule)
        address = "".join(quote(values[p]) if n % 2 else p for n, p in enumerate(parts))
        if "GET" in (rule.methods or ()):
            yield Call("as it is", "GET", address)
            for what, query in queries:
                yield Call(what, "GET", f"{address}?{query}")
            with client.get(address) as answer:
                takes_text = b"<textarea" in answer.data
            if takes_text:
                for what, query in hostile:
                    yield Call(what, "GET", f"{address}?{query}")
        if "POST" in (rule.methods or ()):
            for what, fields in forms:
                body = f"csrf_token={quote(csrf)}&{fields}".encode()
                yield Call(what, "POST", address, body, FORM)


def of_a_battle(app: Flask, battle: str) -> Iterator[Call]:
    """Return all data about a battle, plain and compressed as far as browsers accept."""
    values = {"id_": battle, "other": battle, "side": "a", "kind": "png"}
    addresses = [f"/odds?battle={battle}", f"/best-order?battle={battle}", "/tv/on-air"]
    for rule in app.url_map.iter_rules():
        parts = re.split(r"<(?:\w+:)?(\w+)>", rule.rule)
        is_a_battles = rule.rule.startswith(("/b/<", "/embed/<", "/api/v1/battles/<"))
        if is_a_battles and "GET" in (rule.methods or ()):
            addresses.append("".join(values[p] if n % 2 else p for n, p in enumerate(parts)))
    for address in addresses:
        query = "?at=9000&side=a" if address.endswith("/moment") else ""
        for encoding in ("", "br"):
            what = "a long battle" + (f", {encoding}" if encoding else "")
            yield Call(what, "GET", address + query, encoding=encoding)
    body = json.dumps({"at": 0, "change": {"seed": 1}}).encode()
    yield Call("a long battle", "POST", f"/api/v1/battles/{battle}/branches", body)


def of_a_tournament(app: Flask, values: dict[str, str]) -> Iterator[Call]:
    """Return all answers about a tournament, by `id_` and its maker's `token`."""
    for rule in app.url_map.iter_rules():
        parts = re.split(r"<(?:\w+:)?(\w+)>", rule.rule)
        is_its_own = rule.endpoint.startswith(("tournament.", "tournaments."))
        is_its_own = is_its_own and len(parts) > 1 and {*parts[1::2]} <= {*values}
        if is_its_own and "GET" in (rule.methods or ()):
            address = "".join(values[p] if n % 2 else p for n, p in enumerate(parts))
            yield Call("a large tournament", "GET", address)


def _queries(words: dict[str, str]) -> Iterator[tuple[str, str]]:
    room = QUERY_BYTES_MOST - 200
    game = next(iter(games.games()))
    yield "words", urlencode({"text": "x é " * 400, "unit": "a", "ruleset": game})[:room]
    yield "fields", "&".join(f"a{number}=" for number in range(room // 8))
    yield "names", "names=" + ",".join(f"n{number}" for number in range(room // 8))
    yield "a battle", urlencode({"battle": words["SAMPLE"], "w": 1200})
    url = f"http://localhost/b/{words['SAMPLE']}"
    yield "an address", urlencode({"url": url, "maxwidth": "9" * 1000})
    yield "armies", urlencode({"ruleset": game, **_armies()})


def _hostile_queries() -> Iterator[tuple[str, str]]:
    game = next(iter(games.games()))
    room = QUERY_BYTES_MOST - 200
    for name, text in HOSTILE.items():
        most = room // 2 * len(text) // len(quote_plus(text))
        fields = dict.fromkeys(("other_a", "army_b"), text[:most])
        yield f"{name} in an address", urlencode({"ruleset": game, **fields})


def _armies() -> dict[str, str]:
    game = next(iter(games.games().values()))
    a, b = samples.load(game).first_pair()
    return {"army_a": f"sample:{a}", "army_b": f"sample:{b}"}


def _forms() -> Iterator[tuple[str, str]]:
    game = next(iter(games.games().values()))
    yield "as it is", urlencode({"ruleset": game.id, "name": "Ann", **_armies()})
    yield "100,000 fields", "&".join(["a="] * 100_000)
    yield "fields", "&".join(f"u{n % 100}.f{n}=1" for n in range(FIELDS_MOST - 10))
    cards = [f"{item.key}:{item.id}" for item in game.builder.shelf] or [""]
    rows = {f"u{n}.card": cards[n % len(cards)] for n in range(100)}
    for do in ("show", "random", "copy:0"):
        yield f"100 rows, {do}", urlencode({"units": "100", "do": do, **rows})
    for name, garbage in GARBAGE.items():
        quoted = quote(garbage)
        for field in ("text", "file", "before", "army"):
            body = f"do=import&ruleset={game.id}&wish=a&{field}={quoted}"
            if len(body) < BODY_BYTES_MOST - 1_000:
                yield f"{name} in {field}", body
    for name, text in HOSTILE.items():
        for fields in (ENTERED, CHOSEN) if "links" in name else (ENTERED,):
            filled = {"do": "import", "ruleset": game.id, **dict.fromkeys(fields, text)}
            yield f"{name} in {fields[0]}", urlencode(filled)


def _local(address: str) -> str:
    parts = urlsplit(address)
    return parts.path + (f"?{parts.query}" if parts.query else "")


def _at(value: Any, path: str) -> str:
    for key in path.split("."):
        value = value[key]
    return str(value)


def _bodies(example: Any) -> Iterator[tuple[str, bytes]]:
    """Bodies like this one, with garbage in place of each member, and beside all of them."""
    for name, garbage in GARBAGE.items():
        yield f"nothing but {name}", garbage.encode()
        for path in _paths(example):
            place = ".".join(map(str, path))
            yield f"{name} in {place}", _with(example, path, garbage)
    if isinstance(example, dict) and "text" in example:
        for name, text in HOSTILE.items():
            yield f"{name} in text", json.dumps({**example, "text": text}).encode()
    members = json.dumps(example)[1:-1]
    beside = GARBAGE["keys"][1:-1]
    yield "keys beside", f"{{{members}{',' if members else ''}{beside}}}".encode()
    if isinstance(example, dict) and "sides" in example:
        yield "10,000 rolls", json.dumps({**example, "rolls": [1] * 10_000}).encode()
        yield "10,000 bad rolls", json.dumps({**example, "rolls": ["x"] * 10_000}).encode()


def _paths(value: Any, depth: int = 3) -> Iterator[tuple[Any, ...]]:
    """The ways to the members of a document; of a list, to the first."""
    inner: list[tuple[Any, Any]] = []
    if isinstance(value, dict):
        inner = [*value.items()]
    elif isinstance(value, list):
        inner = [*enumerate(value[:1])]
    for key, member in inner:
        yield (key,)
        if depth:
            yield from ((key, *path) for path in _paths(member, depth - 1))


def _with(example: Any, path: tuple[Any, ...], garbage: str) -> bytes:
    copy = at = json.loads(json.dumps(example))
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = "GARBAGE"
    return json.dumps(copy).replace('"GARBAGE"', garbage).encode()
