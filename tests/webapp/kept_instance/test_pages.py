"""Every page of an earlier version's instance, and the server that is started on it."""

import json
import re
import urllib.request
from collections.abc import Iterator
from html import unescape
from pathlib import Path

from flask.testing import FlaskClient

from tests.kept import files
from tests.kept.serve import COMMAND
from tests.webapp.kept_instance.things import ARMIES, BATTLES, CHALLENGES, GAMES, MATCHES
from tests.webapp.live_server import PATIENCE_SECONDS, Server


def linked(html: str) -> Iterator[str]:
    """The paths of our own pages that a page links to."""
    for found in re.findall(r'href="(/[^"#]*)', html):
        if not found.startswith("/static/"):
            yield unescape(found)


def test_every_page_that_is_linked_from_somewhere_answers(client: FlaskClient) -> None:
    things = {"b": BATTLES, "a": ARMIES, "c": {**CHALLENGES, **GAMES}, "m": MATCHES}
    asked = ["/", "/battles", "/armies"]
    asked += [f"/{kind}/{row['id']}" for kind, rows in things.items() for row in rows.values()]
    for address in asked:
        answer = client.get(address)
        assert answer.status_code < 400, address
        if answer.mimetype == "text/html":
            asked += sorted({*linked(answer.text)} - {*asked})


def fetched(address: str) -> bytes:
    with urllib.request.urlopen(address, timeout=PATIENCE_SECONDS) as answer:
        return bytes(answer.read())


def test_serve_opens_the_instance_folder_with_its_key(tmp_path: Path) -> None:
    server = Server(files.restore(tmp_path / "instance"), command=COMMAND)
    try:
        army, people = ARMIES["warlords"], MATCHES["people"]
        for address in (
            f"/a/{army['id']}/edit/{army['edit']}",
            f"/c/{people['challenge']}/seat/{people['seats']['b']}",
        ):
            assert fetched(server.url + address)
        for row in BATTLES.values():
            told = json.loads(fetched(f"{server.url}/api/v1/battles/{row['id']}"))
            assert files.lost(row["told"]["result"], told["result"]) == []
    finally:
        server.kill()
